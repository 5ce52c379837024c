/** Several rings become one: how long it is, what it is called, and what the rifff is then. Pure. */
import { DEFAULT_PLAYBACK_RATE, MAX_LOOP_LENGTH_16THS } from '../../contract/constants.ts';
import type { Loop } from '../../contract/loop.ts';
import type { PlayingSlot, Rifff } from '../../contract/rifff.ts';
import { loopGrid, rifffBars } from '../time/timing.ts';
import { deleteLoop, loopInSlot, playingSlot, withLoop, withSlot } from './draft.ts';

/** A merged loop that would be longer is cut to the rifff's length. */
const MAX_MERGED_SEC = 64;

/** Slots of a rifff that can be merged: those that are used and on. */
export function mergeableSlots(rifff: Rifff): number[] {
  return rifff.state.playback.flatMap(({ slot }, at) => (slot.current?.on ? [at] : []));
}

function leastCommon(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y) [x, y] = [y, x % y];
  return (a / x) * b;
}

/** Whole bars after which all of some slots repeat; the rifff's own length when that would be too long. */
export function mergedBars(rifff: Rifff, slots: readonly number[]): number {
  const { barLength, bps } = rifff.state;
  const bars = slots.reduce((common, index) => {
    const current = playingSlot(rifff, index);
    const loop = loopInSlot(rifff, index);
    if (!current || !loop) return common;
    return leastCommon(common, loopGrid(loop.length16ths, barLength, current.playbackRate).bars);
  }, 1);
  const isLong = (bars * barLength) / (4 * bps) > MAX_MERGED_SEC;
  return isLong || bars * barLength > MAX_LOOP_LENGTH_16THS ? rifffBars(rifff) : bars;
}

/** The category of a merged ring: that of all its parts, or a recording's when they differ. */
export function mergedCategory(rifff: Rifff, slots: readonly number[]): string {
  const kinds = new Set(
    slots.map((at) => playingSlot(rifff, at)?.category ?? loopInSlot(rifff, at)?.category ?? '?'),
  );
  return kinds.size === 1 ? [...kinds][0]! : 'audio';
}

/** The name of a merged ring. */
export function mergedName(rifff: Rifff, slots: readonly number[]): string {
  const names = slots.map((at) => loopInSlot(rifff, at)?.name ?? `Slot ${at + 1}`);
  return names.join(' + ').slice(0, 120);
}

/**
 * Puts a merged loop into the innermost of its slots and takes the others out.
 * @param slots two or more used slots
 * @param gain linear gain at which it sounds as its parts did
 */
export function mergeSlots(
  rifff: Rifff,
  slots: readonly number[],
  loop: Loop,
  gain: number,
): Rifff {
  const used = [...new Set(slots)].filter((at) => playingSlot(rifff, at)).sort((a, b) => a - b);
  const [first, ...others] = used;
  if (first === undefined || others.length === 0) return rifff;
  const current: PlayingSlot = {
    currentLoop: loop._id,
    gain,
    on: true,
    type: 'Looper',
    category: loop.category,
    playbackRate: DEFAULT_PLAYBACK_RATE,
    pitchShiftSettings: { shiftSemitones: 0, timeStretch: false },
  };
  const merged = withLoop(withSlot(rifff, first, current), loop);
  return others.reverse().reduce((left, at) => deleteLoop(left, at), merged);
}
