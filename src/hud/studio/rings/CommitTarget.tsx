import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import type { JamTarget } from '../../../data/device.ts';
import { goesTo } from '../../../data/outbox/rules.ts';
import { draft, setDraftTarget } from '../../../data/stores/draft.ts';
import { session } from '../../../data/stores/session.ts';
import { placeOf } from '../../parts/commit/commitPhase.ts';
import { LaterMenu } from '../../parts/page/LaterMenu.tsx';
import { useMyJams } from '../../parts/useMyJams.ts';
import { IconButton } from '../../system/Button.tsx';
import type { MenuItem } from '../../system/Menu.tsx';
import styles from './Rings.module.css';

/** Possible targets of the draft: the rooms that the reader is in and may add to, and the chosen room. */
function useRooms(chosen: JamTarget | null): JamTarget[] {
  const rooms = (useMyJams() ?? [])
    .filter(({ kind, mayAnswer }) => kind === 'room' && mayAnswer)
    .map(({ id, name }) => ({ jamId: id, name }));
  const isKnown = chosen === null || rooms.some(({ jamId }) => jamId === chosen.jamId);
  return isKnown ? rooms : [...rooms, chosen];
}

/** Target of a commit: a link, and a menu where there is a choice. Nothing if the reader's own jam is the only one. */
export function CommitTarget() {
  const { user } = useSnapshot(session);
  const chosen = useSnapshot(draft).target as JamTarget | null;
  const target = goesTo(chosen, user?.guestOf);
  const rooms = useRooms(target);
  if (rooms.length === 0) return null;
  const named = rooms.find(({ jamId }) => jamId === target?.jamId) ?? target;
  const place = placeOf(named);
  const item = (id: string, title: string, to: JamTarget | null): MenuItem => ({
    id,
    title,
    checked: to?.jamId === target?.jamId,
    run: () => setDraftTarget(to),
  });
  return (
    <p className={styles.target}>
      <span>to</span>
      <Link to={place.to} className="truncate" title={place.title}>
        {place.words}
      </Link>
      {!user?.guestOf && (
        <LaterMenu
          label="Where it goes"
          items={[
            item('own', 'Your own jam', null),
            ...rooms.map((room) => item(room.jamId, room.name, room)),
          ]}
          trigger={
            <IconButton icon="chevronDown" label="Choose where it goes" size="xxs" variant="bare" />
          }
        />
      )}
    </p>
  );
}
