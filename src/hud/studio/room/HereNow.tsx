import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { Jam } from '../../../data/contract/jams.ts';
import {
  activityText,
  byActivity,
  isMaking,
  presenceLine,
} from '../../../data/rules/jam/presence.ts';
import { room } from '../../../data/stores/room.ts';
import { PersonAvatar } from '../../parts/people/PersonAvatar.tsx';
import { useReader } from '../../parts/shares/useReader.ts';
import { useMedia } from '../../parts/useMedia.ts';
import { useRegionText } from '../../parts/useRegionText.ts';
import styles from './Room.module.css';
import { useLine } from './RoomLine.tsx';

const NARROW = '(max-width: 991px)';
const MOST_ROWS = 6;

interface HereNowProps {
  jam: Jam;
  /** Players that are no people (the house band), listed below the people who are here. */
  children?: ReactNode;
}

/** Who is in the room now and what they do, what has just happened, and the state of the connection. */
export function HereNow({ jam, children }: HereNowProps) {
  const { jamId: present, line } = useSnapshot(room);
  const isNarrow = useMedia(NARROW);
  const { note } = useLine();
  if (present !== jam.id) return <div className={styles.hereNow}>{children}</div>;
  return (
    <section className={styles.hereNow} aria-label="Here now">
      {isNarrow ? <HereLine /> : <HereList />}
      {children}
      {/* Always there, so that it is read aloud and nothing moves. */}
      <p className={`${styles.note} t13 muted`} role="status">
        {line === 'away' ? 'The line is down, and comes back by itself.' : note}
      </p>
    </section>
  );
}

function HereLine() {
  const reader = useReader();
  const { here, count } = useSnapshot(room);
  const all = Object.values(here);
  const people = presenceLine(all, count, reader);
  const others = byActivity(all).filter(({ user }) => user !== reader);
  return (
    <div className={styles.presence}>
      {others.slice(0, MOST_ROWS).map(({ user, displayName }) => (
        <PersonAvatar key={user} userId={user} name={displayName} size={24} />
      ))}
      <p>{people ? `Here now: ${people}` : 'No one else is here now.'}</p>
    </div>
  );
}

function HereList() {
  const reader = useReader();
  const { here, count } = useSnapshot(room);
  const text = useRegionText();
  const people = byActivity(Object.values(here));
  const shown = people.slice(0, MOST_ROWS);
  const more = Math.max(count, people.length) - shown.length;
  return (
    <>
      <div className={styles.hereHead}>
        <h2 className="t18">Here now</h2>
        <span className="t18" data-count={count}>
          {text.number(Math.max(count, people.length))}
        </span>
      </div>
      <ul>
        {shown.map(({ user, displayName, activity }) => (
          <li key={user} className={styles.hereRow}>
            <PersonAvatar userId={user} name={displayName} size={24} />
            <span className="min0 medium truncate" title={displayName}>
              {displayName}
            </span>
            <span
              className={styles.mark}
              data-making={isMaking(activity) || undefined}
              title="Their mark on the rings"
            />
            <span className="rigid push t13 muted">
              {user === reader && activity === 'here' ? 'you' : activityText(activity)}
            </span>
          </li>
        ))}
        {more > 0 && shown.length > 0 && (
          <li className={`${styles.hereRow} muted`}>and {text.number(more)} more</li>
        )}
      </ul>
      {shown.length === 0 && <p className="muted">No one is here now.</p>}
    </>
  );
}
