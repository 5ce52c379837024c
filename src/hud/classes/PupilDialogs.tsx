import { useState } from 'react';
import { MAX_PUPILS, type Move, type Pupil } from '../../data/contract/classes.ts';
import type { ClassDeeds } from '../../data/queries/classes.ts';
import { linesOf, namesHint, pupilNames } from '../../data/rules/account/classText.ts';
import { displayName } from '../../data/rules/account/validation.ts';
import { homeUrl } from '../../data/rules/site/base.ts';
import { momentText } from '../../data/stores/locale.ts';
import { CopyField } from '../kit/CopyField.tsx';
import { EntityForm, useEntityForm } from '../kit/EntityForm.tsx';
import { FormTextArea, FormTextField } from '../kit/fields.tsx';
import { QrCode } from '../kit/QrCode.tsx';
import { useSave } from '../kit/useSave.ts';
import { Button } from '../system/Button.tsx';
import { Dialog } from '../system/Dialog.tsx';
import { Trouble } from '../system/Submit.tsx';

interface RenameFormProps {
  label: string;
  name: string;
  rename(name: string): Promise<unknown>;
  onDone(): void;
}

/** Another name for a class or a pupil. */
export function RenameForm({ label, name, rename, onDone }: RenameFormProps) {
  const form = useEntityForm<{ name: string }>({
    start: { name },
    send: async (typed) => {
      await rename(typed.name.trim());
      onDone();
    },
  });
  return (
    <EntityForm form={form} action="Save" leave={{ title: 'Leave it', run: onDone }}>
      <FormTextField<{ name: string }> name="name" label={label} rule={displayName} />
    </EntityForm>
  );
}

interface AddPupilsProps {
  /** Pupils that the class has. */
  present: number;
  add(names: string[]): Promise<unknown>;
  onDone(): void;
}

/** More pupils for a class. */
export function AddPupilsForm({ present, add, onDone }: AddPupilsProps) {
  const form = useEntityForm<{ names: string }>({
    start: { names: '' },
    send: async ({ names }) => {
      await add(linesOf(names));
      onDone();
    },
  });
  const room = MAX_PUPILS - present;
  if (room <= 0) return <p>{`A class has at most ${MAX_PUPILS} pupils.`}</p>;
  return (
    <EntityForm form={form} action="Add them" leave={{ title: 'Leave it', run: onDone }}>
      <FormTextArea<{ names: string }>
        name="names"
        label="Pupils"
        rows={6}
        spellCheck={false}
        hint={namesHint(form.watch('names'))}
        rule={(text) => pupilNames(text, present)}
      />
    </EntityForm>
  );
}

interface MoveDialogProps {
  pupil: Pupil;
  deeds: Pick<ClassDeeds, 'movePupil'>;
  onClose(): void;
}

/** Makes the link by which an account becomes the pupil's own, and hands it out. */
export function MoveDialog({ pupil: { userId, name }, deeds, onClose }: MoveDialogProps) {
  const [move, setMove] = useState<Move | null>(null);
  const making = useSave(async () => setMove(await deeds.movePupil(userId)));
  const link = move && `${homeUrl()}/move-out#${move.token}`;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={`An account of their own for ${name}`}
      actions={
        <>
          <Button onClick={onClose}>{move ? 'Done' : 'Leave it'}</Button>
          {!move && (
            <Button
              variant="filled"
              aria-busy={making.isBusy}
              onClick={() => void making.run(undefined)}
            >
              Make the link
            </Button>
          )}
        </>
      }
    >
      <div className="stack gap16 min0">
        <Trouble title={making.trouble} />
        {link && move ? (
          <>
            <CopyField label="Link" value={link} done="Link copied." />
            <QrCode text={link} label={`Gives ${name} an account of their own`} />
            <p className="muted">
              {`Give it to ${name} or to their parents. It works once, until ${momentText(move.expires)}, and is shown this once. A newer link ends it.`}
            </p>
          </>
        ) : (
          <>
            <p>
              With the link they choose an address and a password, and the account is their own: it
              leaves this class, with their own jam and with what they made in its channels.
            </p>
            <p className="muted">
              Their card ends then. What others built on their rifffs stays with the class.
            </p>
          </>
        )}
      </div>
    </Dialog>
  );
}
