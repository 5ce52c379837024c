/** Changes of a draft brought over to a newer rifff than the one that it goes on from. Pure. */
import { MAX_LOOPS_PER_RIFFF } from '../../contract/constants.ts';
import type { PlayingSlot, Rifff } from '../../contract/rifff.ts';
import { sortSlots, usedSlots, withLoop, withSlot } from './draft.ts';

/** What became of the changes. */
export interface CarriedOver {
  readonly rifff: Rifff;
  /** Changes that the newer rifff has now too. */
  readonly kept: number;
  /** Changes that gave way, because the newer rifff changed the same, or has no free slot. */
  readonly dropped: number;
}

interface Held {
  readonly index: number;
  readonly current: PlayingSlot;
}

/** Used slots by their loop; the second slot with the same loop has a key of its own. */
function byLoop(rifff: Rifff): Map<string, Held> {
  const held = new Map<string, Held>();
  rifff.state.playback.forEach(({ slot: { current } }, index) => {
    if (!current) return;
    let key = current.currentLoop;
    while (held.has(key)) key += '+';
    held.set(key, { index, current });
  });
  return held;
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Tempo, metre and key: each with how it is read and written. */
const WHOLE = [
  {
    read: ({ state }: Rifff) => state.bps,
    write: (to: Rifff, from: Rifff): Rifff => ({
      ...to,
      state: { ...to.state, bps: from.state.bps },
    }),
  },
  {
    read: ({ state }: Rifff) => state.barLength,
    write: (to: Rifff, from: Rifff): Rifff => ({
      ...to,
      state: { ...to.state, barLength: from.state.barLength },
    }),
  },
  {
    read: ({ root, scale }: Rifff) => `${root} ${scale}`,
    write: (to: Rifff, from: Rifff): Rifff => ({ ...to, root: from.root, scale: from.scale }),
  },
];

/**
 * Brings the changes between `base` and `mine` over to `newer`: each where `newer` left the same as it was in `base`. A
 * slot is found again by its loop, wherever it stands. The order of the slots is that of `newer`.
 *
 * @param base the rifff that `mine` goes on from
 * @param newer another rifff that came meanwhile, as a whole document
 */
export function carryOver(base: Rifff, mine: Rifff, newer: Rifff): CarriedOver {
  const [before, wanted, there] = [byLoop(base), byLoop(mine), byLoop(newer)];
  const isUntouched = (key: string) => isSame(there.get(key)?.current, before.get(key)?.current);
  let rifff = newer;
  let kept = 0;
  let dropped = 0;
  const put = (index: number, current: PlayingSlot | null) => {
    const loop = mine.loops.find(({ _id }) => _id === current?.currentLoop);
    const next = withSlot(rifff, index, current);
    rifff = loop ? withLoop(next, loop) : next;
    kept += 1;
  };

  const added = [...wanted].filter(([key]) => !before.has(key));
  for (const [key, { index, current }] of before) {
    const now = wanted.get(key)?.current;
    if (isSame(now, current)) continue;
    // Another loop in its place is a swap.
    const at = now ? -1 : added.findIndex(([, one]) => one.index === index);
    const [swap] = at < 0 ? [] : added.splice(at, 1);
    const place = there.get(key);
    if (isSame(place?.current, now) && !swap) kept += 1;
    else if (place && isUntouched(key)) put(place.index, now ?? swap?.[1].current ?? null);
    else dropped += 1;
  }
  rifff = sortSlots(rifff);
  for (const [key, { current }] of added) {
    const count = usedSlots(rifff);
    if (isSame(there.get(key)?.current, current)) kept += 1;
    else if (count < MAX_LOOPS_PER_RIFFF) put(count, current);
    else dropped += 1;
  }
  for (const { read, write } of WHOLE) {
    if (read(mine) === read(base)) continue;
    if (read(newer) !== read(base) && read(newer) !== read(mine)) dropped += 1;
    else {
      rifff = write(rifff, mine);
      kept += 1;
    }
  }
  return { rifff, kept, dropped };
}

/** What was kept, in one line. @param title of the newer rifff */
export function carriedText({ kept, dropped }: Omit<CarriedOver, 'rifff'>, title: string): string {
  const changes = (count: number) => (count === 1 ? 'one change' : `${count} changes`);
  if (kept === 0 && dropped === 0) return `You go on from ${title}`;
  if (kept === 0)
    return `You go on from ${title}, which changed the same: nothing of yours is left`;
  const rest = dropped > 0 ? `; ${changes(dropped)} gave way` : '';
  return `You go on from ${title} with ${changes(kept)} of yours${rest}`;
}
