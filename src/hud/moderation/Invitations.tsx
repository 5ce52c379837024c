import { useQuery } from '@tanstack/react-query';
import { FormProvider, useForm } from 'react-hook-form';
import { useSnapshot } from 'valtio';
import {
  type Invitation,
  MAX_INVITATION_DAYS,
  MAX_INVITATION_USES,
} from '../../data/contract/allowance.ts';
import { invitationsQuery, useInvitationChanges } from '../../data/queries/allowance.ts';
import { siteQuery } from '../../data/queries/site.ts';
import { dateText } from '../../data/stores/locale.ts';
import { notify, ui } from '../../data/stores/ui.ts';
import { CopyField } from '../parts/CopyField.tsx';
import page from '../parts/Page.module.css';
import { onPage } from '../parts/page/page.ts';
import { PersonLink } from '../parts/shares/Byline.tsx';
import { readFailure, troubleOf } from '../parts/useSave.ts';
import { Button } from '../system/Button.tsx';
import { FormTextField } from '../system/Form.tsx';
import { FailedState, ListState } from '../system/ListState.tsx';
import { SubmitButton, Trouble } from '../system/Submit.tsx';
import styles from './Moderation.module.css';

const WORDS = {
  open: 'Anyone may sign up on this server now, without an invitation.',
  invitation: 'Anyone with a code may sign up here.',
  closed: 'This server takes no new accounts now, with or without an invitation.',
} as const;

interface InvitationValues {
  uses: string;
  days: string;
  note: string;
}

const within = (most: number) => (text: string) => {
  const isRight = /^\d{1,4}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most;
  return isRight || `A whole number from 1 to ${most}`;
};

/** Makes a code: for how many accounts, for how long, and what it is for. */
function InvitationForm() {
  const { make } = useInvitationChanges();
  const form = useForm<InvitationValues>({
    mode: 'onTouched',
    defaultValues: { uses: '1', days: '30', note: '' },
  });
  const submit = form.handleSubmit(({ uses, days, note }) => {
    if (make.isPending) return;
    const body = { uses: Number(uses), days: Number(days), note };
    make.mutate(body, {
      onSuccess: () => {
        form.reset();
        notify('The invitation is made.');
      },
    });
  });
  const trouble = make.error ? troubleOf(readFailure(make.error)) : '';
  return (
    <FormProvider {...form}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Trouble title={trouble} />
        <div className={styles.fields}>
          <FormTextField<InvitationValues>
            name="uses"
            label="Accounts"
            inputMode="numeric"
            rule={within(MAX_INVITATION_USES)}
          />
          <FormTextField<InvitationValues>
            name="days"
            label="Days"
            inputMode="numeric"
            rule={within(MAX_INVITATION_DAYS)}
          />
          <FormTextField<InvitationValues>
            name="note"
            label="What it is for (only moderators see it)"
            maxLength={80}
          />
        </div>
        <div>
          <SubmitButton isBusy={make.isPending}>Make an invitation</SubmitButton>
        </div>
      </form>
    </FormProvider>
  );
}

/** One code: its link, how much of it is left, and its end. */
function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { end } = useInvitationChanges();
  const { code, note, createdBy, expires, uses, used } = invitation;
  const isOver = used >= uses || expires <= Date.now();
  return (
    <li className={styles.row}>
      <div className={styles.invitationsWhat}>
        <p className={page.code}>{code}</p>
        <p className="t13 muted">
          {note && `${note}, `}by <PersonLink userId={createdBy} />
        </p>
      </div>
      <p className="t13 muted">
        {used} of {uses} {uses === 1 ? 'account' : 'accounts'},{' '}
        {isOver ? 'over' : `until ${dateText(expires)}`}
      </p>
      {!isOver && (
        <CopyField
          label={`Link of ${code}`}
          done="Link copied."
          value={`${window.location.origin}/register?invitation=${code}`}
        />
      )}
      <Button
        size="xs"
        aria-label={`${isOver ? 'Remove' : 'End'} ${code}`}
        aria-disabled={end.isPending}
        onClick={() => {
          if (!end.isPending) end.mutate(code);
        }}
      >
        {isOver ? 'Remove' : 'End'}
      </Button>
      {end.error && (
        <p role="alert" className={styles.failure}>
          That did not work: {end.error.message}
        </p>
      )}
    </li>
  );
}

/** Invitations for moderators and administrators: what there is, and another one. */
export function Invitations() {
  const { isOnline } = useSnapshot(ui);
  const { data: site } = useQuery(siteQuery);
  const { data, isError, refetch } = useQuery(onPage(invitationsQuery));
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations" className="t24">
        Invitations
      </h2>
      {site && <p className="muted">{WORDS[site.signUps]}</p>}
      <InvitationForm />
      {isError && (
        <FailedState
          isSmall
          isPlural
          isOffline={!isOnline}
          what="The invitations"
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && <ListState isSmall title="No invitations yet" />}
      <ul>
        {data?.map((invitation) => (
          <InvitationRow key={invitation.code} invitation={invitation} />
        ))}
      </ul>
    </section>
  );
}
