import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { StarterRifff } from '../../../../data/contract/library.ts';
import type { Rifff } from '../../../../data/contract/rifff.ts';
import { useEngine } from '../../../EngineContext.tsx';
import { type FollowedJam, followJam } from '../../../parts/looks/roomFeed.ts';
import type { StageRoomState } from '../../../parts/looks/roomVisit.ts';
import { StageFollower } from '../../../parts/looks/stageFollower.ts';
import { useReader } from '../../../parts/shares/useReader.ts';
import type { SeenList } from './SeenList.ts';

/** A room as it is followed. */
interface Followed {
  readonly room: StageRoomState | null;
  /** Rifff that is loaded, so that it may come with the next bar. */
  readonly shownId: string | null;
  readonly isOnline: boolean;
  readonly hasEnded: boolean;
}

const NOTHING_YET: Followed = { room: null, shownId: null, isOnline: true, hasEnded: false };
const NO_LIST: readonly StarterRifff[] = [];

function troubleOf({ room, isOnline, hasEnded }: Followed, rifffId: string | null): string {
  if (hasEnded) return 'There is no such room (any more), or you may not hear it.';
  if (!isOnline && !room) return 'The room could not be reached. It is tried again.';
  if (!isOnline) return 'No connection to the room. It goes on with what it has.';
  if (!room) return '';
  if (room.rifffs.length === 0)
    return 'Nothing was played in this room yet. Its first rifff comes by itself.';
  const isThere = rifffId === null || room.rifffs.some(({ _id }) => _id === rifffId);
  return isThere ? '' : 'The rifff of this address is not in the room (any more).';
}

/**
 * The newest rifff of a room as they come, as a stage shows it, or one of its rifffs that stays.
 *
 * @param jamId null for no room
 * @param rifffId null follows the newest
 */
export function useRoomSeen(
  jamId: string | null,
  rifffId: string | null,
): SeenList & { readonly room: StageRoomState | null } {
  const engine = useEngine();
  const reader = useReader();
  const [followed, setFollowed] = useState(NOTHING_YET);
  const [present, setPresent] = useState<{ jam: FollowedJam; follower: StageFollower } | null>(
    null,
  );
  const first = useRef(rifffId);
  first.current = rifffId;
  useEffect(() => {
    if (jamId === null) return;
    const change = (part: Partial<Followed>) => setFollowed((before) => ({ ...before, ...part }));
    // What is loaded is shown, and the page brings it in with its own list.
    const sound = {
      preload: (next: Rifff, signal?: AbortSignal) => engine.preload(next, signal),
      setRifff: async () => {},
    };
    const follower = new StageFollower(sound, 0, ({ _id }) => change({ shownId: _id }));
    follower.order({ rifffId: first.current });
    const jam = followJam(jamId, first.current, {
      room(room) {
        change({ room });
        follower.take(room.rifffs);
      },
      online: (isOnline) => change({ isOnline }),
      ended() {
        follower.stop();
        change({ hasEnded: true });
      },
    });
    setPresent({ jam, follower });
    return () => {
      jam.stop();
      follower.stop();
      setPresent(null);
      setFollowed(NOTHING_YET);
    };
  }, [engine, jamId]);
  useEffect(() => {
    present?.jam.choose(rifffId);
    present?.follower.order({ rifffId });
  }, [present, rifffId]);

  const { room, shownId, hasEnded } = followed;
  const all = room?.rifffs;
  // A personal jam has the id of its owner.
  const title = room && room.jamId === reader ? 'your own jam' : (room?.name ?? '');
  const list = useMemo(
    () => (all && !hasEnded ? all.map((rifff) => ({ id: rifff._id, title, rifff })) : NO_LIST),
    [all, title, hasEnded],
  );
  const trouble = jamId === null ? '' : troubleOf(followed, rifffId);
  return {
    room,
    list,
    shownId,
    beforeOf: useCallback(
      ({ _id, created }: Rifff) =>
        (all ?? []).filter((one) => one._id !== _id && one.created <= created),
      [all],
    ),
    trouble,
    isLoading: jamId !== null && room === null && trouble === '',
  };
}
