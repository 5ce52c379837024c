/** How a file becomes a loop: its place, tempo and length, as a person sets them. Pure; seconds and sixteenths. */
import { CROSSFADE_SEC, MAX_BPS, MIN_BPS, TAKE_LENGTH_MAX_BARS } from '../../contract/constants.ts';
import { clamp } from '../numbers.ts';
import { loopSec } from '../time/timing.ts';

/** Where the loop lies in the file. */
export interface LoopCut {
  /** Quarter notes per second. */
  readonly bps: number;
  readonly length16ths: number;
  /** Where it begins in the file. */
  readonly startSec: number;
  /** Is the whole file the loop? Then its tempo follows from its length, and it begins at the beginning. */
  readonly isWhole: boolean;
}

/** Shortest sound that a loop is made of: a sixteenth at 300 bpm. What a broken file leaves is often less. */
export const MIN_FILE_SEC = 0.05;
/** Bars that a loop cut out of a longer sound has to begin with, and those above which a file is a piece of music. */
const BARS = { first: 8, mostWhole: 16 };

/** Most sixteenths that a loop cut from a file may have. */
function maxCut16ths(barLength: number): number {
  return TAKE_LENGTH_MAX_BARS * barLength;
}

/**
 * Tempo at which so many sixteenths fill a file: a whole number of beats a minute where the file is within 5 ms of
 * it, else exactly what the file lasts.
 */
export function tempoOfWhole(length16ths: number, durationSec: number): number {
  const exact = length16ths / (4 * durationSec);
  const whole = Math.round(exact * 60) / 60;
  const isNear = whole > 0 && Math.abs(loopSec(length16ths, whole) - durationSec) <= CROSSFADE_SEC;
  return clamp(isNear ? whole : exact, MIN_BPS, MAX_BPS);
}

/** A cut within its limits: it begins inside the file and has a tempo and a length that loops may have. */
export function heldCut(cut: LoopCut, durationSec: number, barLength: number): LoopCut {
  const length16ths = Math.round(clamp(cut.length16ths, 1, maxCut16ths(barLength)));
  if (cut.isWhole) {
    const bps = tempoOfWhole(length16ths, durationSec);
    // A file too short or too long for the tempo is a piece of sound rather than a loop of so many bars.
    const isPossible = Math.abs(loopSec(length16ths, bps) - durationSec) <= CROSSFADE_SEC;
    if (isPossible) return { bps, length16ths, startSec: 0, isWhole: true };
  }
  const bps = clamp(cut.bps, MIN_BPS, MAX_BPS);
  const last = Math.max(0, durationSec - CROSSFADE_SEC);
  return { bps, length16ths, startSec: clamp(cut.startSec, 0, last), isWhole: false };
}

/** The cut that a proposal makes. `bars` is what the file holds from `startSec` on. */
export function cutOf(
  proposal: { bpm: number; bars: number; isLoop: boolean; startSec: number },
  durationSec: number,
  barLength: number,
): LoopCut {
  const { bpm, bars, isLoop, startSec } = proposal;
  const isWhole = isLoop && bars <= BARS.mostWhole;
  // A piece of a song is best a power of two of bars: what loops are made of.
  const kept = isWhole ? bars : Math.min(BARS.first, 2 ** Math.floor(Math.log2(Math.max(1, bars))));
  const cut = { bps: bpm / 60, length16ths: kept * barLength, startSec, isWhole };
  return heldCut(cut, durationSec, barLength);
}

/** Twice or half the tempo over the same seconds; a length that cannot be halved in whole beats stays as it is. */
export function atTempo(cut: LoopCut, factor: 2 | 0.5): LoopCut {
  const length16ths = cut.length16ths * factor;
  const keepsLength = Number.isInteger(length16ths / 4) && length16ths >= 4;
  const isSame = keepsLength ? { length16ths } : { isWhole: false };
  return { ...cut, bps: cut.bps * factor, ...isSame };
}

/** Another tempo: the length in bars stays, the file is a loop of its own no more. */
export function withTempo(cut: LoopCut, bps: number): LoopCut {
  return { ...cut, bps, isWhole: false };
}

/** Another length; a whole file takes another tempo by it. */
export function withLength(cut: LoopCut, length16ths: number): LoopCut {
  return { ...cut, length16ths };
}

/** Another beginning: no longer the whole file unless it is the beginning. */
export function withStart(cut: LoopCut, startSec: number): LoopCut {
  return { ...cut, startSec, isWhole: false };
}

/** Seconds of one pass. */
export function cutSec({ length16ths, bps }: LoopCut): number {
  return loopSec(length16ths, bps);
}

/** Whole bars, at least one, from the beginning of the cut to the end of the file. */
export function barsLeft(cut: LoopCut, durationSec: number, barLength: number): number {
  const barSec = barLength / (4 * cut.bps);
  return Math.max(1, Math.floor((durationSec - cut.startSec) / barSec + 0.02));
}
