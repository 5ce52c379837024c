/** What the look is seen with: chosen in the address, heard as a list of rifffs. */
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { transport } from '../../../../audio/state/transport.ts';
import type { StarterRifff } from '../../../../data/contract/library.ts';
import type { Rifff } from '../../../../data/contract/rifff.ts';
import {
  readSeenWith,
  type SeenWith,
  writeSeenWith,
} from '../../../../data/rules/stage/seenWith.ts';
import { type Listening, useListening } from '../../../parts/listening/useListening.ts';
import type { StageRoomState } from '../../../parts/looks/roomVisit.ts';
import type { SeenList } from './SeenList.ts';
import { useRoomSeen } from './useRoomSeen.ts';
import { useShareSeen } from './useShareSeen.ts';

export interface Seen extends SeenList {
  readonly choice: SeenWith;
  choose(choice: SeenWith): void;
  /** The room that is chosen, once it is known. */
  readonly room: StageRoomState | null;
}

/**
 * What the address says, and what can be heard there. Where that is nothing, the rifffs of the house stand in.
 *
 * @param house its rifffs
 */
export function useSeen(house: readonly StarterRifff[]): Seen {
  const [query, setQuery] = useSearchParams();
  const choice = useMemo(() => readSeenWith(query), [query]);
  const ofRifff = choice.kind === 'rifff' ? choice.id : null;
  const isOfHouse = house.some(({ id }) => id === ofRifff);
  const share = useShareSeen(isOfHouse ? null : ofRifff);
  const room = useRoomSeen(
    choice.kind === 'room' ? choice.jamId : null,
    choice.kind === 'room' ? choice.rifffId : null,
  );
  const others = useCallback(
    ({ _id }: Rifff) => house.map(({ rifff }) => rifff).filter((one) => one._id !== _id),
    [house],
  );
  const ofHouse: SeenList = {
    list: house,
    shownId: isOfHouse ? ofRifff : null,
    beforeOf: others,
    trouble: '',
    isLoading: false,
  };
  const chosen = choice.kind === 'room' ? room : ofRifff !== null && !isOfHouse ? share : ofHouse;
  // While another one is on its way, what was seen stays.
  const seen = useRef<SeenList>({ ...ofHouse, list: [] });
  if (chosen.list.length > 0) seen.current = chosen;
  else if (!chosen.isLoading) seen.current = ofHouse;
  return {
    ...seen.current,
    trouble: chosen.trouble,
    isLoading: chosen.isLoading,
    retry: chosen.retry,
    room: room.room,
    choice,
    choose: (next) =>
      setQuery((before) => writeSeenWith(before, next), {
        replace: true,
        preventScrollReset: true,
      }),
  };
}

/** Listens to what is seen: what comes next comes in with the next bar. @param seen with at least one rifff */
export function useHeard({ list, shownId, choice }: Seen): Listening {
  const own = useListening(list);
  const newest = useRef(own);
  newest.current = own;
  const isListed = list.some(({ id }) => id === shownId);
  const ofHouse = choice.kind === 'rifff' ? list[0]!.id : null;
  const meant = isListed ? shownId : ofHouse;
  useEffect(() => {
    const { choose, show, isPlaying, shown, pendingId } = newest.current;
    const isHeard = pendingId === meant || (isPlaying && shown.id === meant);
    // Any of the house will do, so what is heard of it stays.
    if (meant === null || isHeard || (!isListed && isPlaying)) return;
    if (transport.status === 'playing') choose(meant);
    else if (isListed) show(meant);
  }, [meant, isListed]);
  return own;
}
