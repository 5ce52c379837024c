import { useSnapshot } from 'valtio';
import { presenceLine } from '../../../data/rules/jam/presence.ts';
import { room } from '../../../data/stores/room.ts';
import { useReader } from '../../parts/shares/useReader.ts';
import styles from './Room.module.css';

const OUT = {
  removed: 'You were removed from this room.',
  closed: 'This room is closed to you now.',
  'signed-out': 'You are signed out: sign in to come back.',
} as const;

/** Who is in the room now and what they do; and how the line to it is, where it is not as it should be. */
export function PresenceLine({ jamId }: { jamId: string }) {
  const reader = useReader();
  const { jamId: present, line, outReason, here, count } = useSnapshot(room);
  if (present !== jamId) return null;
  if (line === 'out') return <p role="alert">{OUT[outReason ?? 'closed']}</p>;
  const people = presenceLine(Object.values(here), count, reader);
  return (
    <p className={styles.presence} role="status">
      {line === 'away' && (
        <span className="muted">The line is down, and comes back by itself. </span>
      )}
      {people}
    </p>
  );
}
