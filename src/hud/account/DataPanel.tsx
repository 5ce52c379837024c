import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { MESSAGES } from '../../data/contract/messages.ts';
import { deleteAccount } from '../../data/queries/account.ts';
import { storageQuery } from '../../data/queries/allowance.ts';
import { classesQuery } from '../../data/queries/classes.ts';
import { linkedQuery } from '../../data/queries/providers.ts';
import { overQuotaText, usedShare } from '../../data/rules/account/storage.ts';
import { typedPassword } from '../../data/rules/account/validation.ts';
import { notify } from '../../data/stores/ui.ts';
import { EntityForm, useEntityForm } from '../kit/EntityForm.tsx';
import { FormTextField, PasswordField } from '../kit/fields.tsx';
import { FormSection, PanelState } from '../parts/forms/FormSection.tsx';
import pageStyles from '../parts/Page.module.css';
import { onPage } from '../parts/page/page.ts';
import { StorageBar } from '../parts/StorageBar.tsx';
import { Button } from '../system/Button.tsx';
import { Dialog } from '../system/Dialog.tsx';
import { ExportSection } from './ExportSection.tsx';

/** Storage used by the sounds and the picture of the account, and its limit. */
function StorageSection() {
  const { data, error, refetch } = useQuery(onPage(storageQuery));
  if (!data) return <PanelState error={error} onRetry={() => void refetch()} />;
  const isTold = data.awaitsConfirmation || usedShare(data) === 1;
  return (
    <FormSection
      title="Room"
      text="What your loops, tracks and picture take on this server. The same file counts once, however often you use it."
    >
      <StorageBar storage={data} />
      {isTold && data.quotaBytes !== null && <p>{overQuotaText(data)}.</p>}
    </FormSection>
  );
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
  // Without a password it is asked once more who is there.
  const hasPassword = useQuery(linkedQuery).data?.hasPassword !== false;
  const form = useEntityForm<DeleteValues>({
    start: { name: '', password: '' },
    send: async ({ password }) => {
      await deleteAccount(hasPassword ? password : undefined);
      notify('Your account is closed. What it kept is being removed.');
      // Signed out on a page that is open to anyone: here the guards would ask to sign in.
      void navigate('/logout', { replace: true });
    },
  });
  return (
    <EntityForm form={form} action="Delete for good" leave={{ title: 'Keep it', run: onKeep }}>
      <FormTextField<DeleteValues>
        name="name"
        label={`Type your user name, ${userId}`}
        autoCapitalize="none"
        spellCheck={false}
        rule={(text) => sameName(text, userId)}
      />
      {hasPassword && (
        <PasswordField<DeleteValues>
          name="password"
          label="Password"
          autoComplete="current-password"
          rule={typedPassword}
        />
      )}
    </EntityForm>
  );
}

/** Deletes the account: asks for the name and the password first. */
function DeleteAccount({ userId }: { userId: string }) {
  const [isOpen, setOpen] = useState(false);
  const classes = useQuery(classesQuery).data?.classes.length ?? 0;
  return (
    <FormSection
      title="Delete the account"
      text={
        <>
          <p>
            Your account is closed at once: every device is signed out, your profile, mail address
            and picture are gone, and no one sees anything of yours any more. What you kept is then
            removed from the server piece by piece, which takes a few minutes where it is much. You
            need not wait for it, and it cannot be undone.
          </p>
          <p>
            Where others built on a rifff of yours, its place in their history stays, without its
            sound and without your name. Your user name is never given to anyone else.
          </p>
          {classes > 0 && (
            <p className="bold">
              {`Your ${classes === 1 ? 'class is' : `${classes} classes are`} deleted with it: the accounts of all pupils are closed, with everything that they made.`}
            </p>
          )}
        </>
      }
    >
      <div className="row wrap gap12">
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
    </FormSection>
  );
}

/** Exporting all data, and deleting the account. */
export function DataPanel({ userId }: { userId: string }) {
  return (
    <div className={pageStyles.sections}>
      <StorageSection />
      <ExportSection userId={userId} />
      <DeleteAccount userId={userId} />
    </div>
  );
}
