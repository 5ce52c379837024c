import { useQuery } from '@tanstack/react-query';
import type { Profile } from '../../data/contract/accounts.ts';
import type { ProfileReport } from '../../data/contract/moderation.ts';
import { profileReportsQuery, useModeratePerson } from '../../data/queries/moderation.ts';
import { profileQuery } from '../../data/queries/profiles.ts';
import { onPage } from '../parts/page/page.ts';
import { PersonAvatar } from '../parts/people/PersonAvatar.tsx';
import { PersonLink } from '../parts/shares/Byline.tsx';
import { ListState } from '../system/ListState.tsx';
import { Skeleton } from '../system/Loading.tsx';
import { AccountLink, Case, ReportWhy } from './CaseQueue.tsx';
import styles from './Moderation.module.css';
import { ProfileParts } from './PersonSheet.tsx';
import { ModerationPanel } from './QueriedList.tsx';

/** Open reports of what people show of themselves, and what is to be done about each. */
export function ProfileReportsPanel() {
  const reports = useQuery(onPage(profileReportsQuery));
  return (
    <ModerationPanel
      id="profile-reports"
      title="Reported profiles"
      isQueue
      query={reports}
      what="The reports"
      isPlural
      empty="Nothing to decide"
      emptyText="Profiles that people report stand here until they are decided."
      row={(report) => <ReportRow key={`${report.user} ${report.reporter}`} report={report} />}
    />
  );
}

/** One report: whose profile, why, and what of it is to go, with a reason. */
function ReportRow({ report }: { report: ProfileReport }) {
  const { user, reporter, reason, created } = report;
  const { data: profile, isPending, error } = useQuery(onPage(profileQuery(user)));
  return (
    <Case>
      <div className="min0">
        <div className={styles.person}>
          <PersonAvatar
            userId={user}
            name={profile?.displayName ?? user}
            src={profile?.avatarUrl ?? null}
            size={64}
          />
          <h3 className="t18 truncate">
            <PersonLink userId={user} />
          </h3>
        </div>
        <AccountLink userId={user} />
      </div>
      <ReportWhy message={reason} reporter={reporter} created={created} />
      {profile ? (
        <ProfileDecision profile={profile} />
      ) : isPending ? (
        <Skeleton width="min(320px, 60%)" height={48} />
      ) : (
        <ListState isSmall role="alert" title="This profile cannot be shown">
          {error?.message}
        </ListState>
      )}
    </Case>
  );
}

/** What the profile shows, to be taken off it or left. */
function ProfileDecision({ profile }: { profile: Profile }) {
  const { mutateAsync } = useModeratePerson(profile.user_id);
  return (
    <ProfileParts
      profile={profile}
      others={[
        {
          title: 'Leave it',
          done: 'The reports are closed. The profile stays.',
          decide: (given) => mutateAsync({ action: 'dismiss', reason: given }),
        },
      ]}
    />
  );
}
