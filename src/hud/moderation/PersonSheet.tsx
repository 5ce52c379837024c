import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Profile } from '../../data/contract/accounts.ts';
import { ApiError } from '../../data/contract/errors.ts';
import type { ProfilePart, SuspendedPerson } from '../../data/contract/moderation.ts';
import { suspensionsQuery, useModeratePerson } from '../../data/queries/moderation.ts';
import { profileQuery } from '../../data/queries/profiles.ts';
import { peopleText } from '../../data/rules/site/peopleText.ts';
import { onPage } from '../parts/page/page.ts';
import { PersonAvatar } from '../parts/people/PersonAvatar.tsx';
import { PersonLink } from '../parts/shares/Byline.tsx';
import { useRegionText } from '../parts/useRegionText.ts';
import { Checkbox } from '../system/Checkbox.tsx';
import { ListState } from '../system/ListState.tsx';
import { Skeleton } from '../system/Loading.tsx';
import { Select } from '../system/Select.tsx';
import { type Choice, DecisionForm } from './DecisionForm.tsx';
import styles from './Moderation.module.css';

const DAY_MS = 24 * 3_600_000;

/** How long a suspension lasts; in days, `0` until it is lifted. */
const LENGTHS = [
  { value: '1', title: 'For a day' },
  { value: '7', title: 'For a week' },
  { value: '30', title: 'For 30 days' },
  { value: '0', title: 'Until it is lifted' },
] as const;

/** What a profile shows that can be taken off it, with what it is. */
function partsOf(profile: Profile): readonly (readonly [ProfilePart, ReactNode])[] {
  const { user_id, displayName, bio, externalLinks, avatarUrl, pinnedTrack } = profile;
  const about = peopleText(bio)
    .map(({ text }) => text)
    .join('');
  const links = Object.values(externalLinks).join(', ');
  return [
    ...(displayName === user_id ? [] : [['displayName', `Display name: ${displayName}`] as const]),
    ...(about ? [['bio', `About: ${about}`] as const] : []),
    ...(links ? [['links', `Links: ${links}`] as const] : []),
    ...(avatarUrl ? [['picture', 'The picture'] as const] : []),
    ...(pinnedTrack ? [['track', `Pinned track: ${pinnedTrack.name || 'untitled'}`] as const] : []),
  ];
}

interface ProfilePartsProps {
  profile: Profile;
  /** Other decisions about this person. */
  others?: readonly Choice[];
}

/** The parts of a person's profile that a moderator can remove. */
export function ProfileParts({ profile, others = [] }: ProfilePartsProps) {
  const { mutateAsync } = useModeratePerson(profile.user_id);
  const [chosen, setChosen] = useState<readonly ProfilePart[]>([]);
  const parts = partsOf(profile);
  const bare = <p className="muted">The profile shows nothing but the name.</p>;
  if (parts.length === 0 && others.length === 0) return bare;
  const shown = parts.map(([part]) => part);
  const takeOff: Choice = {
    title: 'Take off what is ticked',
    done: 'Taken off the profile.',
    decide: async (reason) => {
      const wanted = chosen.filter((part) => shown.includes(part));
      if (wanted.length === 0) throw new ApiError('bad_request', 'Tick what is to go first.');
      await mutateAsync({ action: 'remove', reason, parts: wanted });
      setChosen([]);
    },
  };
  return (
    <DecisionForm
      label="Your reason, kept in the trail"
      choices={[...(parts.length === 0 ? [] : [takeOff]), ...others]}
    >
      {parts.length === 0 && bare}
      {parts.map(([part, what]) => (
        <Checkbox
          key={part}
          isChecked={chosen.includes(part)}
          onCheckedChange={(isChecked) =>
            setChosen(isChecked ? [...chosen, part] : chosen.filter((one) => one !== part))
          }
        >
          <span className={styles.message}>{what}</span>
        </Checkbox>
      ))}
    </DecisionForm>
  );
}

/** Takes an account the right to write, for a time. */
function SuspendForm({ userId, isSuspended }: { userId: string; isSuspended: boolean }) {
  const { mutateAsync } = useModeratePerson(userId);
  const [days, setDays] = useState('7');
  return (
    <DecisionForm
      label="The reason, which they read"
      choices={[
        {
          title: isSuspended ? 'Suspend anew' : 'Suspend',
          done: 'Suspended. They can read, leave and appeal.',
          decide: (reason) => {
            const until = days === '0' ? null : Date.now() + Number(days) * DAY_MS;
            return mutateAsync({ action: 'suspend', reason, until });
          },
        },
      ]}
    >
      <Select label="How long" value={days} onValueChange={setDays} options={LENGTHS} />
    </DecisionForm>
  );
}

/** Since when an account is suspended, and until when. */
export function SuspendedFor({ person }: { person: SuspendedPerson }) {
  const text = useRegionText();
  const { since, until } = person;
  return (
    <p className="t13 muted">
      since {text.date(since)},{' '}
      {until === null ? 'until it is lifted' : `until ${text.date(until)}`}
    </p>
  );
}

/** One account: what it shows, and what can be done about it. */
export function PersonSheet({ userId }: { userId: string }) {
  const { data: profile, isPending, error } = useQuery(onPage(profileQuery(userId)));
  const { data: suspended } = useQuery(onPage(suspensionsQuery));
  if (isPending) return <Skeleton width="min(320px, 60%)" height={48} />;
  if (!profile) {
    return (
      <ListState isSmall role="alert" title="This account cannot be shown">
        {error?.message}
      </ListState>
    );
  }
  const suspension = suspended?.find(({ user }) => user === profile.user_id);
  return (
    <div className={styles.report}>
      <div className={styles.person}>
        <PersonAvatar
          userId={profile.user_id}
          name={profile.displayName}
          src={profile.avatarUrl}
          size={64}
        />
        <div className="min0">
          <h3 className="t18 truncate">
            <PersonLink userId={profile.user_id} />
          </h3>
          {suspension && (
            <>
              <p className={styles.message}>Suspended: {suspension.reason}</p>
              <SuspendedFor person={suspension} />
            </>
          )}
        </div>
      </div>
      <ProfileParts profile={profile} />
      <SuspendForm userId={profile.user_id} isSuspended={suspension !== undefined} />
    </div>
  );
}
