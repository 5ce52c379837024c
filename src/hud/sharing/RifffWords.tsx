import { useQuery } from '@tanstack/react-query';
import type { SharedRifff } from '../../data/contract/sharing.ts';
import { profilesQuery } from '../../data/queries/profiles.ts';
import { ageText } from '../../data/rules/age.ts';
import { licenceText } from '../../data/rules/licences.ts';
import { peopleOf, personText } from '../../data/rules/makers.ts';
import { rifffCaption } from '../parts/listening/describeRifff.ts';
import { DemoMark } from '../parts/shares/DemoMark.tsx';
import { PersonLink } from '../parts/shares/PersonLink.tsx';
import styles from './RifffRoom.module.css';

/** Others whose work a rifff holds, named and linked. */
function Others({ share }: { share: SharedRifff }) {
  const others = peopleOf(share.rifff, share.user, share.creators).filter(
    (userId) => userId !== share.user,
  );
  const { data: profiles } = useQuery(profilesQuery(others));
  const known = others.flatMap((userId) => profiles?.get(userId) ?? []);
  if (known.length === 0) return null;
  return (
    <p>
      With{' '}
      {known.map(({ user_id: userId, displayName }, at) => (
        <span key={userId}>
          {at > 0 && (at === known.length - 1 ? ' and ' : ', ')}
          <PersonLink userId={userId} displayName={displayName} />
        </span>
      ))}
    </p>
  );
}

/** Name of a shared rifff, who shared it, who else is in it. */
export function RifffWords({ share }: { share: SharedRifff }) {
  const title = share.title || 'Untitled';
  const licence = licenceText(share.rifff.license);
  return (
    <header className={`${styles.words} over`}>
      <h1 className={`${styles.title} clamp`} data-length={title.length > 28 ? 'long' : undefined}>
        {title}
      </h1>
      <p className={styles.by}>
        {share.user === '' ? (
          personText('')
        ) : (
          <PersonLink userId={share.user} displayName={share.displayName} />
        )}
        <span className="muted">, {ageText(share.action_timestamp)}</span>
      </p>
      <Others share={share} />
      <p className={`${styles.facts} muted`}>
        {rifffCaption(share.rifff)}
        {licence && `, ${licence}`}
        {share.private && ', for whoever has the link'}
      </p>
      {share.isDemo && <DemoMark />}
      {share.removedReason !== undefined && (
        <p className={styles.removed}>
          <strong>Removed by the moderators.</strong> Nobody but you and they can see it.{' '}
          <span className="muted">{share.removedReason}</span>
        </p>
      )}
    </header>
  );
}
