import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { MESSAGES } from '../../data/contract/messages.ts';
import { deleteAccount } from '../../data/queries/account.ts';
import { typedPassword } from '../../data/rules/validation.ts';
import { notify } from '../../data/stores/ui.ts';
import { Button } from '../system/Button.tsx';
import { Dialog } from '../system/Dialog.tsx';
import { FormTextField, PasswordField, SubmitButton, Trouble } from '../system/Form.tsx';
import styles from './AccountPanels.module.css';
import { AccountSection } from './AccountSection.tsx';
import { readFailure, UNREACHABLE } from './failure.ts';

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
  const [trouble, setTrouble] = useState('');
  const form = useForm<DeleteValues>({
    mode: 'onTouched',
    defaultValues: { name: '', password: '' },
  });
  const send = form.handleSubmit(async ({ password }) => {
    setTrouble('');
    try {
      await deleteAccount(password);
      notify('Your account is deleted.');
      // Signed out on a page that is open to anyone: here the guards would ask to sign in.
      void navigate('/logout', { replace: true });
    } catch (error) {
      const { fields, isUnreachable, message } = readFailure(error);
      if (fields.password) {
        form.setError('password', { type: 'server', message: fields.password });
        form.setFocus('password');
      } else setTrouble(isUnreachable ? UNREACHABLE : message);
    }
  });
  return (
    <FormProvider {...form}>
      <form className={styles.content} onSubmit={send} noValidate>
        <Trouble title={trouble} />
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
          <SubmitButton isBusy={form.formState.isSubmitting}>Delete for good</SubmitButton>
          <Button variant="bare" onClick={onKeep}>
            Keep it
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}

/** The way out: asks for the name and the password before anything goes. */
export function DeleteAccount({ userId }: { userId: string }) {
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
