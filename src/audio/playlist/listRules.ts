/** What follows what in a list, whatever happens to it while it is heard. */

import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import type { PlaylistEntry } from '../../data/rules/playlist/entry.ts';
import { barFrames } from '../../data/rules/time/timing.ts';

type Entries = readonly PlaylistEntry[];

/** An entry that is heard or waited for, and where it stands: it may have been taken out of the list. */
export interface Stand {
  readonly entry: PlaylistEntry;
  /** −1 where the list lacks it. */
  readonly index: number;
  /** Index of what follows it; the length of the list for nothing. */
  readonly next: number;
}

/** The entry at an index, which is in the list. */
export const standAt = (entries: Entries, index: number): Stand => ({
  entry: entries[index]!,
  index,
  next: index + 1,
});

/**
 * Where an entry stands in a changed list. One that was taken out is followed by what followed it before, as far as
 * that is still there.
 */
export function standIn(before: Entries, { entry, next }: Stand, after: Entries): Stand {
  const index = after.findIndex(({ id }) => id === entry.id);
  if (index >= 0) return { entry, index, next: index + 1 };
  for (const { id } of before.slice(next)) {
    const follows = after.findIndex((one) => one.id === id);
    if (follows >= 0) return { entry, index: -1, next: follows };
  }
  return { entry, index: -1, next: after.length };
}

/** The first index from `from` on that is not known to fail; −1 for none. */
export function firstPlayable(
  entries: Entries,
  from: number,
  hasFailed: (entry: PlaylistEntry) => boolean,
): number {
  for (let index = Math.max(0, from); index < entries.length; index++) {
    if (!hasFailed(entries[index]!)) return index;
  }
  return -1;
}

/** Do two documents of an entry sound the same, as long, and end alike? */
export function isSameEntry(a: PlaylistEntry, b: PlaylistEntry): boolean {
  const isSameSound = a.track ? a.track.url === b.track?.url : a.rifff!._id === b.rifff?._id;
  const isSameLength = a.durationFrames === b.durationFrames && a.fadeOutFrames === b.fadeOutFrames;
  return a.id === b.id && isSameSound && isSameLength;
}

/** The frame of an entry to go to for a place in seconds: of a rifff that of the bar before. */
export function seekFrame({ rifff, durationFrames }: PlaylistEntry, seconds: number): number {
  const wished = Number.isFinite(seconds) ? Math.round(seconds * SAMPLE_RATE_HZ) : 0;
  const frame = Math.max(0, Math.min(durationFrames - 1, wished));
  if (!rifff) return frame;
  const bar = barFrames(rifff.state.barLength, rifff.state.bps);
  return Math.floor(frame / bar) * bar;
}
