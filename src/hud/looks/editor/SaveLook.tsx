import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useChangeLook, useMakeLook } from '../../../data/queries/looks.ts';
import { newId } from '../../../data/rules/ids.ts';
import { notify } from '../../../data/stores/ui.ts';
import { useSave } from '../../kit/useSave.ts';
import { useLoginHref, useLoginWords, useMember } from '../../parts/shares/useReader.ts';
import { Button } from '../../system/Button.tsx';
import { Trouble } from '../../system/Submit.tsx';
import { Switch } from '../../system/Switch.tsx';
import { TextField } from '../../system/TextField.tsx';
import { forgetKept, type LookEditing } from './useLookEditing.ts';

/** As the contract has it, which brings zod. */
const MOST_NAME = 60;

export interface SaveLookProps {
  editing: LookEditing;
  /** The saved look that is changed; null for one that is new. */
  lookId: string | null;
  /** What a new one is made from: a look of the house or of a person; null for nothing. */
  madeFrom: { readonly key: string; readonly title: string } | null;
  isPublic: boolean;
  /** Where changes are kept on this device until they are saved. */
  keptAs: string;
  /** Begins again from what was saved. */
  onReset(): void;
}

/** Name of a look, who sees it, and what keeps it. */
export function SaveLook({ editing, lookId, madeFrom, isPublic, keptAs, onReset }: SaveLookProps) {
  const { look, change, rest } = editing;
  const member = useMember();
  const loginHref = useLoginHref();
  const loginWords = useLoginWords();
  const navigate = useNavigate();
  const makeLook = useMakeLook();
  const changeLook = useChangeLook(lookId ?? '');
  const [isOpen, setOpen] = useState(isPublic);
  // The same id when it is tried again: a lost answer makes no second look.
  const [id] = useState(() => newId());
  const save = useSave(async () => {
    const access = isOpen ? ('public' as const) : ('private' as const);
    const document = { ...look, name: look.name.trim() };
    const saved = lookId
      ? await changeLook.mutateAsync({ document, access })
      : await makeLook.mutateAsync({
          id,
          document,
          access,
          ...(madeFrom && { madeFrom: madeFrom.key }),
        });
    forgetKept(keptAs);
    notify('Your look is saved.');
    await navigate(`/looks/${saved.id}`);
  });
  const isNamed = look.name.trim() !== '';
  return (
    <section className="grid gap16" aria-label="Saving">
      {madeFrom && <p className="t13 muted">Made from {madeFrom.title}, which is credited.</p>}
      <TextField
        label="Name"
        value={look.name}
        maxLength={MOST_NAME}
        error={isNamed ? undefined : 'A look needs a name'}
        onChange={(event) => change({ ...look, name: event.currentTarget.value }, 'name')}
        onBlur={rest}
      />
      <Switch
        isOn={isOpen}
        onChange={setOpen}
        hint="Else only you see it, and the stages of your rooms."
      >
        Anyone may see it and make their own of it
      </Switch>
      <Trouble title={save.trouble} />
      <div className="row wrap gap8">
        {member ? (
          <Button
            variant="filled"
            icon="check"
            aria-busy={save.isBusy}
            disabled={!isNamed}
            onClick={() => void save.run(undefined)}
          >
            {lookId ? 'Save' : 'Save the look'}
          </Button>
        ) : (
          <Button variant="filled" to={loginHref}>
            {loginWords} to save it
          </Button>
        )}
        {(editing.canUndo || editing.canRedo) && (
          <Button
            onClick={() => {
              forgetKept(keptAs);
              onReset();
            }}
          >
            Throw the changes away
          </Button>
        )}
      </div>
      {!member && <p className="t13 muted">What you made stays on this device until then.</p>}
    </section>
  );
}
