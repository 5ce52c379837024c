import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { typedPassword } from '../../data/rules/account/validation.ts';
import { changeEmail, resendConfirmation } from '../../data/stores/address.ts';
import { session } from '../../data/stores/session.ts';
import { notify } from '../../data/stores/ui.ts';
import { EntityForm, useEntityForm } from '../kit/EntityForm.tsx';
import { EmailField, PasswordField } from '../kit/fields.tsx';
import { useSave } from '../kit/useSave.ts';
import { FormSection } from '../parts/forms/FormSection.tsx';
import { Button } from '../system/Button.tsx';
import { Spinner } from '../system/Loading.tsx';
import { Trouble } from '../system/Submit.tsx';
import styles from './AccountPanels.module.css';

interface AddressValues {
  email: string;
  password: string;
}

/** Another address in place of one that was mistyped. */
function AddressForm({ onDone }: { onDone(): void }) {
  const form = useEntityForm<AddressValues>({
    start: { email: '', password: '' },
    send: async (values) => {
      const address = values.email.trim();
      await changeEmail({ ...values, email: address });
      notify(`A mail is on its way to ${address}.`);
      onDone();
    },
  });
  return (
    <EntityForm form={form} action="Change it" leave={{ title: 'Leave it', run: onDone }}>
      <EmailField<AddressValues> name="email" label="The right address" />
      <PasswordField<AddressValues>
        name="password"
        label="Password"
        autoComplete="current-password"
        rule={typedPassword}
      />
    </EntityForm>
  );
}

/** What is left to do while the address of the account is not confirmed; nothing otherwise. */
export function ConfirmationSection() {
  const settings = useSnapshot(session).user?.settings;
  const [isChanging, setChanging] = useState(false);
  const { isBusy, trouble, run } = useSave(async () => {
    await resendConfirmation();
    notify('A mail with a new link is on its way.');
  });
  if (!settings?.awaitsConfirmation) return null;
  return (
    <FormSection
      title="Confirm your address"
      text="Your account works already. There is more room for what you make, and you can share it with everyone, once you opened the link in the mail that we sent."
    >
      <p className={`fill ${styles.what}`}>
        The mail went to <b>{settings.email}</b>
      </p>
      {isChanging ? (
        <AddressForm onDone={() => setChanging(false)} />
      ) : (
        <>
          <Trouble title={trouble} />
          <div className="row wrap gap12">
            <Button aria-busy={isBusy} onClick={() => void run(undefined)}>
              {isBusy && <Spinner size={18} />}
              Mail me a new link
            </Button>
            <Button variant="bare" onClick={() => setChanging(true)}>
              That is not my address
            </Button>
          </div>
        </>
      )}
    </FormSection>
  );
}
