import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Passkey } from '../../data/contract/factors.ts';
import { refreshFactors, removePasskey, renamePasskey } from '../../data/queries/factors.ts';
import { noPasskeysText } from '../../data/rules/account/factors.ts';
import { requiredText } from '../../data/rules/account/validation.ts';
import { dateText, timeText } from '../../data/stores/locale.ts';
import { showCodes } from '../../data/stores/proof.ts';
import { notify } from '../../data/stores/ui.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { EntityForm, useEntityForm } from '../kit/EntityForm.tsx';
import { FormTextField } from '../kit/fields.tsx';
import { useSave } from '../kit/useSave.ts';
import { useNoPasskeys } from '../parts/factors/useNoPasskeys.ts';
import { FormSection } from '../parts/forms/FormSection.tsx';
import { Button } from '../system/Button.tsx';
import { Dialog } from '../system/Dialog.tsx';
import { Spinner } from '../system/Loading.tsx';
import styles from './AccountPanels.module.css';

/** What a passkey is called, and what is known of it. */
function PasskeyWords({ passkey }: { passkey: Passkey }) {
  const { name, created, lastUsed, isSynced } = passkey;
  return (
    <div className={`${styles.beside} ${styles.what}`}>
      <p>{name}</p>
      <p className="t13 muted">
        {`Made ${dateText(created)}, ${lastUsed === null ? 'not used yet' : `last used ${timeText(lastUsed)}`}`}
      </p>
      <p className="t13 muted">
        {isSynced
          ? 'Synced: it comes to your other devices'
          : 'It is on one device, and lost with it'}
      </p>
    </div>
  );
}

interface AskedProps {
  passkey: Passkey;
  onDone(): void;
}

/** Another name for a passkey. */
function RenameForm({ passkey, onDone }: AskedProps) {
  const queries = useQueryClient();
  const form = useEntityForm<{ name: string }>({
    start: { name: passkey.name },
    send: async ({ name }) => {
      await renamePasskey(passkey.id, name.trim());
      await refreshFactors(queries);
      onDone();
    },
  });
  return (
    <EntityForm form={form} action="Save" leave={{ title: 'Leave it', run: onDone }}>
      <FormTextField<{ name: string }>
        name="name"
        label="Name of the passkey"
        maxLength={60}
        rule={requiredText}
      />
    </EntityForm>
  );
}

/** Passkeys of the account, and the button that adds one here. */
export function PasskeysSection({ passkeys }: { passkeys: readonly Passkey[] }) {
  const queries = useQueryClient();
  const { why, host } = useNoPasskeys();
  const [asked, setAsked] = useState<{ deed: 'rename' | 'remove'; passkey: Passkey } | null>(null);
  const { isBusy, trouble, run } = useSave(async () => {
    const { addPasskey } = await import('../../data/newPasskey.ts');
    const added = await addPasskey();
    if (!added) return;
    notify('The passkey is added. You can sign in with it now.');
    showCodes(added.recoveryCodes);
    await refreshFactors(queries);
  });
  const done = () => setAsked(null);
  const remove = async (passkey: Passkey) => {
    await removePasskey(passkey.id);
    notify(`${passkey.name} does not open your account any more.`);
    await refreshFactors(queries);
  };
  const isLast = passkeys.length === 1;
  return (
    <FormSection
      title="Passkeys"
      text="Sign in with one touch: your finger, your face or the PIN of your device, and no password to type."
      trouble={trouble}
    >
      {passkeys.length > 0 && (
        <ul className="lineAbove">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="row wrap gap12 tall64 lineBelow">
              <PasskeyWords passkey={passkey} />
              <div className="row gap8">
                <Button
                  size="xs"
                  aria-label={`Rename ${passkey.name}`}
                  onClick={() => setAsked({ deed: 'rename', passkey })}
                >
                  Rename
                </Button>
                <Button
                  size="xs"
                  aria-label={`Remove ${passkey.name}`}
                  onClick={() => setAsked({ deed: 'remove', passkey })}
                >
                  Remove
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {why === null && (
        <div className="row wrap gap12">
          <Button aria-busy={isBusy} onClick={() => void run(undefined)}>
            {isBusy && <Spinner size={18} />}
            Add a passkey
          </Button>
          {passkeys.length === 0 && <span className="muted">You have none yet.</span>}
        </div>
      )}
      {why && <p className="muted anywhere">{noPasskeysText(why, host)}</p>}
      <Dialog
        isOpen={asked?.deed === 'rename'}
        onOpenChange={(isOpen) => !isOpen && done()}
        title="Rename the passkey"
      >
        {asked && <RenameForm passkey={asked.passkey} onDone={done} />}
      </Dialog>
      <ConfirmDialog
        isOpen={asked?.deed === 'remove'}
        onClose={done}
        title="Remove this passkey?"
        deed="Remove"
        run={() => asked && remove(asked.passkey)}
      >
        <p className="anywhere">
          {asked?.passkey.name} does not open your account any more. Delete it on your device too:
          Rondo cannot do that.
          {isLast && ' It is your only one.'}
        </p>
      </ConfirmDialog>
    </FormSection>
  );
}
