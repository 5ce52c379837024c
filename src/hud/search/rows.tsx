import { Link } from 'react-router';
import type { Jam } from '../../data/contract/jams.ts';
import type { FoundPerson } from '../../data/contract/search.ts';
import { isLive } from '../../data/rules/jam/lobby.ts';
import { countText } from '../../data/rules/site/locale.ts';
import { PersonAvatar } from '../parts/people/PersonAvatar.tsx';
import { DemoMark } from '../parts/shares/Byline.tsx';
import { useRegionText } from '../parts/useRegionText.ts';
import styles from './Search.module.css';

/** A person, with a link to their page. */
export function PersonRow({ person }: { person: FoundPerson }) {
  const { user_id: userId, displayName, avatarUrl, isDemo, sharedCount } = person;
  const name = displayName || userId;
  return (
    <li>
      <Link
        to={`/${encodeURIComponent(userId)}`}
        className={`focusInside ${styles.row}`}
        data-result
      >
        <PersonAvatar userId={userId} name={name} src={avatarUrl} size={40} />
        <span className="stack fill">
          <span className="medium thickLine hoverUnderline truncate" title={name}>
            {name}
          </span>
          {name !== userId && <span className="t13 muted truncate">{userId}</span>}
        </span>
        <span className={`num rigid ${styles.facts} t13 muted`}>
          {isDemo && (
            <>
              <DemoMark />{' '}
            </>
          )}
          {countText(sharedCount)} shared
        </span>
      </Link>
    </li>
  );
}

/** A jam, with the way to it. */
export function JamRow({ jam }: { jam: Jam }) {
  const text = useRegionText();
  const { id, name, description, owner, rifffCount, latest, access, role } = jam;
  const facts = [
    isLive(jam, Date.now()) ? 'live' : latest !== null && text.age(latest),
    text.count(rifffCount, 'rifff'),
    jam.club ? `in ${jam.club.name}` : role !== 'owner' && `by ${owner}`,
    role !== null && access !== 'public' && 'yours',
  ];
  return (
    <li>
      <Link to={`/jams/${id}`} className={`focusInside ${styles.row}`} data-result>
        <span className="stack fill">
          <span className="medium thickLine hoverUnderline truncate" title={name}>
            {name}
          </span>
          {description && <span className="t13 muted truncate">{description}</span>}
        </span>
        <span className={`num rigid ${styles.facts} t13 muted`}>
          {facts.filter(Boolean).join(', ')}
        </span>
      </Link>
    </li>
  );
}
