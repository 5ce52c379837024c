import { useSnapshot } from 'valtio';
import { session } from '../../data/stores/session.ts';
import { AddressTabs } from '../kit/AddressTabs.tsx';
import { Later, lazyComponent } from '../parts/page/lazyPiece.tsx';
import { useSite } from '../parts/page/page.ts';
import { AnswersPanel } from './AnswersPanel.tsx';
import { AppealsPanel } from './AppealsPanel.tsx';
import { Invitations } from './Invitations.tsx';
import { JamReportsPanel } from './JamReportsPanel.tsx';
import { PeoplePanel } from './PeoplePanel.tsx';
import { ProfileReportsPanel } from './ProfileReportsPanel.tsx';
import { ReportsPanel } from './ReportsPanel.tsx';
import { Trail } from './Trail.tsx';

/** Fetched only where there are plans, and by administrators. */
const LazyCodes = lazyComponent(
  async () => (await import('./RedemptionCodes.tsx')).RedemptionCodes,
).Piece;

function CodesTab() {
  return (
    <Later>
      <LazyCodes />
    </Later>
  );
}

const TABS = [
  { value: 'reports', title: 'Reports', Panel: ReportsPanel },
  { value: 'rooms', title: 'Rooms', Panel: JamReportsPanel },
  { value: 'profiles', title: 'Profiles', Panel: ProfileReportsPanel },
  { value: 'appeals', title: 'Appeals', Panel: AppealsPanel },
  { value: 'people', title: 'People', Panel: PeoplePanel },
  { value: 'invitations', title: 'Invitations', Panel: Invitations },
  { value: 'codes', title: 'Codes', Panel: CodesTab },
  { value: 'answers', title: 'Answers', Panel: AnswersPanel },
] as const;

/** What waits for a decision, the people that it is about, who is let in, and what was done before. */
export function ModerationRoom() {
  const site = useSite();
  const hasCodes = useSnapshot(session).user?.roles.includes('admin') && site?.hasPlans;
  const tabs = TABS.filter(({ value }) => value !== 'codes' || hasCodes);
  return (
    <>
      <AddressTabs
        label="Moderation"
        isFirstNamed
        items={tabs.map(({ value, title, Panel }) => ({ value, title, content: <Panel /> }))}
      />
      <Trail />
    </>
  );
}
