import { useQuery } from '@tanstack/react-query';
import {
  type Invitation,
  MAX_INVITATION_DAYS,
  MAX_INVITATION_USES,
} from '../../data/contract/allowance.ts';
import { invitationsQuery, useInvitationChanges } from '../../data/queries/allowance.ts';
import { siteQuery } from '../../data/queries/site.ts';
import { wholeNumber } from '../../data/rules/account/validation.ts';
import { homeUrl } from '../../data/rules/site/base.ts';
import { dateText } from '../../data/stores/locale.ts';
import { notify } from '../../data/stores/ui.ts';
import { CodesPanel } from '../kit/CodesPanel.tsx';
import { EntityForm, useEntityForm } from '../kit/EntityForm.tsx';
import { FormTextField } from '../kit/fields.tsx';
import { Section } from '../kit/Section.tsx';
import { onPage } from '../parts/page/page.ts';
import { PersonLink } from '../parts/shares/Byline.tsx';
import { ListState } from '../system/ListState.tsx';
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

/** Makes a code: for how many accounts, for how long, and what it is for. */
function InvitationForm() {
  const { make } = useInvitationChanges();
  const form = useEntityForm<InvitationValues>({
    start: { uses: '1', days: '30', note: '' },
    send: async ({ uses, days, note }) => {
      await make.mutateAsync({ uses: Number(uses), days: Number(days), note });
      form.reset();
      notify('The invitation is made.');
    },
  });
  return (
    <EntityForm form={form} className={styles.form} action="Make an invitation">
      <div className={styles.fields}>
        <FormTextField<InvitationValues>
          name="uses"
          label="Accounts"
          inputMode="numeric"
          rule={(text) => wholeNumber(text, 1, MAX_INVITATION_USES)}
        />
        <FormTextField<InvitationValues>
          name="days"
          label="Days"
          inputMode="numeric"
          rule={(text) => wholeNumber(text, 1, MAX_INVITATION_DAYS)}
        />
        <FormTextField<InvitationValues>
          name="note"
          className="narrowAcross"
          label="What it is for (only moderators see it)"
          maxLength={80}
        />
      </div>
    </EntityForm>
  );
}

/** Invitations for moderators and administrators: what there is, and another one. */
export function Invitations() {
  const { data: site } = useQuery(siteQuery);
  const query = useQuery(onPage(invitationsQuery));
  const { end } = useInvitationChanges();
  const wordsOf = ({ code, note, createdBy, expires, uses, used }: Invitation) => {
    const isOver = used >= uses || expires <= Date.now();
    return {
      code,
      facts: [
        `${used} of ${uses} ${uses === 1 ? 'account' : 'accounts'}`,
        isOver ? 'over' : `until ${dateText(expires)}`,
        note,
        <>
          by <PersonLink userId={createdBy} />
        </>,
      ],
      endTitle: isOver ? 'Remove' : 'End',
      ...(!isOver && { link: `${homeUrl()}/register?invitation=${code}` }),
    };
  };
  return (
    <Section id="invitations" title="Invitations">
      {site && <p className="muted">{WORDS[site.signUps]}</p>}
      <InvitationForm />
      <CodesPanel
        codes={query.data}
        query={query}
        empty={<ListState isSmall title="No invitations yet" />}
        wordsOf={wordsOf}
        end={(code) => end.mutateAsync(code)}
      />
    </Section>
  );
}
