/**
 * Where takes begin and end on the grid, what they are called, and how many are kept. Frames are of the audio context
 * at 48 kHz; a grid is given by the frame of its first bar, its metre and its tempo. Nothing here knows of latency:
 * frames are those of the music, and the code that cuts takes adds the latency.
 */
import {
  SAMPLE_RATE_HZ,
  TAKE_LENGTH_MAX_BARS,
  TAKE_LENGTH_MIN_BARS,
} from '../../contract/constants.ts';
import { wholeBars } from '../numbers.ts';
import { barFrames } from '../time/timing.ts';

/** A grid of bars; bar 0 begins on `originFrame`. */
export interface BarGrid {
  readonly originFrame: number;
  /** Quarter notes per second. */
  readonly bps: number;
  /** Sixteenths in a bar. */
  readonly barLength: number;
}

/** A stretch of whole bars on a grid. */
export interface BarSpan {
  /** Context frame of its first frame. */
  readonly startFrame: number;
  /** Bar of the grid that it begins with; never negative. */
  readonly startBar: number;
  readonly bars: number;
}

/** A take length held to whole bars from 1 to 64; anything that is not a number reads as 1. */
export function clampTakeBars(bars: number): number {
  return wholeBars(bars, TAKE_LENGTH_MIN_BARS, TAKE_LENGTH_MAX_BARS);
}

/** Frames in a quarter note of a grid, at most a bar. */
function beatFrames({ barLength, bps }: BarGrid): number {
  return (barFrames(barLength, bps) * Math.min(4, barLength)) / barLength;
}

/**
 * The bar on which recording begins when it is asked for at a frame: the bar that has just begun if it is less than
 * a quarter note old and its sound is in the capture, else the next one.
 *
 * @param heardFrame frame of the music that was heard at the press
 * @param firstHeldFrame first frame of the music whose sound is in the capture; Infinity when there is none yet
 */
export function startBarOf(grid: BarGrid, heardFrame: number, firstHeldFrame: number): number {
  const bar = barFrames(grid.barLength, grid.bps);
  const inside = heardFrame - grid.originFrame;
  if (inside <= 0) return 0;
  const now = Math.floor(inside / bar);
  const isLate = inside - now * bar < beatFrames(grid);
  const isHeld = grid.originFrame + now * bar >= firstHeldFrame;
  return isLate && isHeld ? now : now + 1;
}

/** What stopping leaves of the pass under way. */
interface PassEnd {
  /** Whole bars of it that were played; a press up to half a beat early counts its bar. */
  readonly bars: number;
  /** Is it as long as a take? */
  readonly isWhole: boolean;
}

/**
 * How much of a pass of `takeBars` bars that began on `passFrame` was played when it is stopped.
 * @param heardFrame frame of the music that was heard at the press
 */
export function passEndOf(
  grid: BarGrid,
  passFrame: number,
  heardFrame: number,
  takeBars: number,
): PassEnd {
  const bar = barFrames(grid.barLength, grid.bps);
  const played = Math.floor((heardFrame - passFrame + beatFrames(grid) / 2) / bar);
  const bars = Math.min(takeBars, Math.max(0, played));
  return { bars, isWhole: bars === takeBars };
}

/**
 * The last whole bars that were played before a frame, as many as the capture holds, up to `takeBars`.
 * @param heardFrame frame of the music that was heard at the press
 * @param firstHeldFrame first frame of the music whose recorded sound is at hand
 * @returns null when there is not one whole bar
 */
export function lastBars(
  grid: BarGrid,
  heardFrame: number,
  firstHeldFrame: number,
  takeBars: number,
): BarSpan | null {
  const bar = barFrames(grid.barLength, grid.bps);
  const end = Math.floor((heardFrame - grid.originFrame + beatFrames(grid) / 2) / bar);
  const held = Math.ceil((firstHeldFrame - grid.originFrame) / bar);
  const bars = Math.min(takeBars, end - Math.max(0, held));
  if (bars < 1) return null;
  const startBar = end - bars;
  return { startBar, bars, startFrame: grid.originFrame + startBar * bar };
}

/** The default name of a take. */
export function takeName(number: number, rifffName: string): string {
  return rifffName ? `Take ${number} on ${rifffName}` : `Take ${number}`;
}

/** Number of the next take: one more than the highest so far. */
export function nextTakeNumber(takes: readonly { readonly number: number }[]): number {
  return takes.reduce((highest, { number }) => Math.max(highest, number), 0) + 1;
}

/** Which take is selected after one at `gone` has left a list of `count`; −1 when none is left. */
export function selectionAfter(selected: number, gone: number, count: number): number {
  if (count <= 1) return -1;
  const kept = selected > gone ? selected - 1 : selected;
  return Math.min(kept, count - 2);
}

/** What is kept at the most. What is full ends recording after its pass. */
export const MOST_KEPT = {
  /** More are too many to look after. */
  takes: 64,
  /** Sound in all takes, in seconds: 345 MB on the device if all are of two channels. */
  sec: 900,
  /** Sound in takes that only the page has, in seconds: 115 MB of memory. */
  memorySec: 300,
};

/** What a take or a pass weighs. */
export interface TakeSize {
  readonly bars: number;
  /** Sixteenths in a bar. */
  readonly barLength: number;
  /** Quarter notes per second. */
  readonly bps: number;
}

/** Bytes of a second in two channels of 32-bit samples, and those that are left for all else that the device keeps. */
const BYTES = { perSec: SAMPLE_RATE_HZ * 2 * 4, spare: 16e6 };
/** A pass is on the device twice for a moment: in the pieces in which it came in, and as a take. */
const COPIES = 2;

/** What is full. */
export type FullOf = 'takes' | 'sound' | 'device' | 'memory';

export const secondsOf = ({ bars, barLength, bps }: TakeSize): number =>
  (bars * barLength) / (4 * bps);

/**
 * Is there room for one more pass?
 * @param takes the takes that are kept, and those still coming in; `isKept` says whether the device has one
 * @param freeBytes what the browser says that the device has left, or null when it does not say
 * @returns what is full, or null; a first take always fits
 */
export function fullOf(
  takes: readonly (TakeSize & { readonly isKept: boolean })[],
  pass: TakeSize,
  freeBytes: number | null,
): FullOf | null {
  if (takes.length === 0) return null;
  if (takes.length >= MOST_KEPT.takes) return 'takes';
  const passSec = secondsOf(pass);
  const sum = (sizes: readonly TakeSize[]) => sizes.reduce((sec, take) => sec + secondsOf(take), 0);
  if (sum(takes) + passSec > MOST_KEPT.sec) return 'sound';
  const inMemory = takes.filter(({ isKept }) => !isKept);
  if (inMemory.length > 0) return sum(inMemory) + passSec > MOST_KEPT.memorySec ? 'memory' : null;
  const needed = COPIES * passSec * BYTES.perSec + BYTES.spare;
  return freeBytes !== null && freeBytes < needed ? 'device' : null;
}
