import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { MESSAGES } from '../../data/contract/messages.ts';
import { deleteAccount, exportAccount } from '../../data/queries/account.ts';
import { typedPassword } from '../../data/rules/account/validation.ts';
import { notify } from '../../data/stores/ui.ts';
import { useSave } from '../parts/useSave.ts';
import { Button } from '../system/Button.tsx';
import { Dialog } from '../system/Dialog.tsx';
import { FormTextField, PasswordField, SubmitButton, Trouble } from '../system/Form.tsx';
import { Spinner } from '../system/Loading.tsx';
import styles from './AccountPanels.module.css';
import { AccountSection } from './AccountSection.tsx';
import { StorageSection } from './StorageSection.tsx';
import { useFormMutation } from './useFormMutation.ts';

/** Gives a file to the person, as a download of the browser. */
function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

interface DeleteValues {
  name: string;
  password: string;
}

const sameName = (text: string, userId: string) => {
  if (text.trim() === '') return MESSAGES.required;
  return text.trim() === userId || 'This is not the name of this account';
};

function DeleteForm({ userId, onKeep }: { userId: string; onKeep(): void }) {
  const navigate = useNavigate();
  const form = useForm<DeleteValues>({
    mode: 'onTouched',
    defaultValues: { name: '', password: '' },
  });
  const { submit, isBusy, trouble } = useFormMutation(form, {
    send: async ({ password }) => {
      await deleteAccount(password);
      notify('Your account is deleted.');
      // Signed out on a page that is open to anyone: here the guards would ask to sign in.
      void navigate('/logout', { replace: true });
    },
  });
  return (
    <FormProvider {...form}>
      <form className={styles.content} onSubmit={submit} noValidate>
        <Trouble {...trouble} />
        <FormTextField<DeleteValues>
          name="name"
          label={`Type your user name, ${userId}`}
          autoCapitalize="none"
          spellCheck={false}
          rule={(text) => sameName(text, userId)}
        />
        <PasswordField<DeleteValues>
          name="password"
          label="Password"
          autoComplete="current-password"
          rule={typedPassword}
        />
        <div className={styles.actions}>
          <SubmitButton isBusy={isBusy}>Delete for good</SubmitButton>
          <Button variant="bare" onClick={onKeep}>
            Keep it
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}

/** The way out: asks for the name and the password before anything goes. */
function DeleteAccount({ userId }: { userId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <AccountSection
      title="Delete the account"
      text={
        <>
          <p>
            Your profile, mail address, sessions, likes and shares go at once, and your rifffs with
            them. It cannot be undone.
          </p>
          <p>
            Where others built on a rifff of yours, its place in their history stays, without its
            sound and without your name. Your user name is never given to anyone else.
          </p>
        </>
      }
    >
      <div className={styles.actions}>
        <Button onClick={() => setOpen(true)}>Delete my account</Button>
      </div>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title="Delete your account?"
        description="It cannot be undone. You may want to download your data first."
      >
        <DeleteForm userId={userId} onKeep={() => setOpen(false)} />
      </Dialog>
    </AccountSection>
  );
}

/** Taking everything along, and leaving. */
export function DataPanel({ userId }: { userId: string }) {
  const { isBusy, trouble, run } = useSave(async () => {
    const everything = JSON.stringify(await exportAccount(), null, 2);
    saveFile(`rondo-${userId}.json`, new Blob([everything], { type: 'application/json' }));
  });
  return (
    <div className={styles.sections}>
      <StorageSection userId={userId} />
      <AccountSection
        title="Take it with you"
        text="Everything that your account owns, as one file: profile, settings, rifffs, loops and what you shared."
      >
        <Trouble title={trouble} />
        <div className={styles.actions}>
          <Button aria-busy={isBusy} onClick={() => void run(undefined)}>
            {isBusy && <Spinner size={18} />}
            Download my data
          </Button>
        </div>
      </AccountSection>
      <DeleteAccount userId={userId} />
    </div>
  );
}
