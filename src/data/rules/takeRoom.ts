/** How many takes are kept. Nothing here deletes any: what is full ends recording after the lap that filled it. */
import { SAMPLE_RATE_HZ } from '../contract/constants.ts';

/** Most takes that are kept: more are too many to look after. */
export const MAX_TAKES = 64;
/** Most sound in all takes, in seconds: 345 MB on the device if all are of two channels. */
export const MAX_TAKES_SEC = 900;
/** Most sound in takes that only the page has, in seconds: 115 MB of memory. */
export const MAX_MEMORY_SEC = 300;

/** Two channels of 32-bit samples. */
const BYTES_PER_SEC = SAMPLE_RATE_HZ * 2 * 4;
/** A lap is on the device twice for a moment: in the pieces in which it came in, and as a take. */
const COPIES = 2;
/** What is left for everything else that the device keeps. */
const SPARE_BYTES = 16e6;

/** What a take or a lap weighs. */
export interface TakeSize {
  readonly bars: number;
  /** Sixteenths in a bar. */
  readonly barLength: number;
  /** Quarter notes per second. */
  readonly bps: number;
}

/** What is full. */
export type FullOf = 'takes' | 'sound' | 'device' | 'memory';

export const secondsOf = ({ bars, barLength, bps }: TakeSize): number =>
  (bars * barLength) / (4 * bps);

/**
 * Is there room for one more lap?
 * @param takes the takes that are kept, and those on their way; `isKept` says whether the device has one
 * @param freeBytes what the browser says that the device has left, or null when it does not say
 * @returns what is full, or null; a first take always fits
 */
export function fullOf(
  takes: readonly (TakeSize & { readonly isKept: boolean })[],
  lap: TakeSize,
  freeBytes: number | null,
): FullOf | null {
  if (takes.length === 0) return null;
  if (takes.length >= MAX_TAKES) return 'takes';
  const lapSec = secondsOf(lap);
  const sum = (sizes: readonly TakeSize[]) => sizes.reduce((sec, take) => sec + secondsOf(take), 0);
  if (sum(takes) + lapSec > MAX_TAKES_SEC) return 'sound';
  const inMemory = takes.filter(({ isKept }) => !isKept);
  if (inMemory.length > 0) return sum(inMemory) + lapSec > MAX_MEMORY_SEC ? 'memory' : null;
  const needed = COPIES * lapSec * BYTES_PER_SEC + SPARE_BYTES;
  return freeBytes !== null && freeBytes < needed ? 'device' : null;
}
