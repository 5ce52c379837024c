import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { fetchUser } from '../../data/auth.ts';
import type { OwnAppeal } from '../../data/contract/moderation.ts';
import { ownSuspensionQuery, sendAppeal } from '../../data/queries/moderation.ts';
import { requiredText } from '../../data/rules/account/validation.ts';
import { session } from '../../data/stores/session.ts';
import { notify } from '../../data/stores/ui.ts';
import { EntityForm, useEntityForm } from '../kit/EntityForm.tsx';
import { FormTextArea } from '../kit/fields.tsx';
import { FormSection } from '../parts/forms/FormSection.tsx';
import { onPage } from '../parts/page/page.ts';
import { useRegionText } from '../parts/useRegionText.ts';
import styles from './AccountPanels.module.css';

/** Most characters of an appeal, as the server takes it. */
const MAX_CHARACTERS = 2000;

/** What the person writes to the moderators. */
function AppealForm() {
  const queries = useQueryClient();
  const form = useEntityForm<{ text: string }>({
    start: { text: '' },
    mode: 'onSubmit',
    send: async ({ text }) => {
      await sendAppeal(text.trim());
      await queries.invalidateQueries({ queryKey: ownSuspensionQuery.queryKey });
      notify('Sent. The answer will stand here.');
    },
  });
  return (
    <EntityForm form={form} action="Send the appeal" variant="outlined">
      <FormTextArea<{ text: string }>
        name="text"
        label="Your appeal"
        hint="Say why the decision is wrong, or what has changed. At most 2,000 characters."
        maxLength={MAX_CHARACTERS}
        rule={requiredText}
      />
    </EntityForm>
  );
}

const STATES: Readonly<Record<OwnAppeal['state'], string>> = {
  open: 'waits for an answer',
  accepted: 'was accepted',
  refused: 'was refused',
};

/** State of one appeal. */
function AppealRow({ appeal }: { appeal: OwnAppeal }) {
  const text = useRegionText();
  const { created, state, answer } = appeal;
  return (
    <li className="row gap16 tall64 lineBelow">
      <div className={`fill ${styles.what}`}>
        <p>
          Your appeal of {text.date(created)} {STATES[state]}
        </p>
        {answer && <p className="muted">{answer}</p>}
      </div>
    </li>
  );
}

/** Why the account is suspended, until when, and the way to appeal; nothing for everyone else. */
export function SuspensionPanel() {
  const text = useRegionText();
  const known = useSnapshot(session).user?.suspension;
  const { data } = useQuery(onPage(ownSuspensionQuery));
  // It began or ended since the page was opened: the line above every page has to follow.
  const isStale = data !== undefined && (data.suspension === null) !== (known === undefined);
  useEffect(() => {
    if (isStale) void fetchUser();
  }, [isStale]);
  const suspension = data ? data.suspension : known;
  if (!suspension) return null;
  const { reason, since, until } = suspension;
  const appeals = data?.appeals.filter((one) => one.state === 'open' || one.created >= since) ?? [];
  return (
    <div className="below48">
      <FormSection
        title="Suspended"
        text={
          <>
            <p>
              A moderator suspended this account on {text.date(since)},{' '}
              {until === null ? 'until it is lifted' : `until ${text.date(until)}`}.
            </p>
            <p>
              You can read and listen, download your data and delete the account, but not share or
              save.
            </p>
          </>
        }
      >
        <p className={styles.reason}>{reason}</p>
        <ul>
          {appeals.map((appeal) => (
            <AppealRow key={appeal.id} appeal={appeal} />
          ))}
        </ul>
        {data && !appeals.some(({ state }) => state === 'open') && <AppealForm />}
      </FormSection>
    </div>
  );
}
