/**
 * Musical time of rifffs and loops, exact to the frame. Source: the product's model rules 8 to 11.
 * Tempo is in quarter notes per second (`bps`), lengths in sixteenths, frames at 48 kHz unless said.
 */
import {
  MAX_PLAYBACK_RATE,
  MIN_PLAYBACK_RATE,
  PLAYBACK_RATE_STEP,
  RIFFF_BARS,
  RIFFF_MAX_SEC,
  SAMPLE_RATE_HZ,
} from '../../contract/constants.ts';
import type { Loop } from '../../contract/loop.ts';
import type { PlayingSlot, Rifff } from '../../contract/rifff.ts';

/** Seconds of one pass of a loop at its own tempo. */
export function loopSec(length16ths: number, bps: number): number {
  return length16ths / (4 * bps);
}

/** Frames of one pass in the file: round(seconds · sampleRate). */
export function loopFrames(length16ths: number, bps: number, sampleRate: number): number {
  return Math.round(loopSec(length16ths, bps) * sampleRate);
}

/** Whole frames in a bar of the grid; everybody shares its error of a few parts per million. */
export function barFrames(barLength: number, bps: number): number {
  return Math.max(1, Math.round((SAMPLE_RATE_HZ * barLength) / (4 * bps)));
}

/** A playback rate held to 0.5–2 in steps of 0.25; anything that is not a number reads as 1. */
export function clampPlaybackRate(rate: number): number {
  if (!Number.isFinite(rate)) return 1;
  const stepped = Math.round(rate / PLAYBACK_RATE_STEP) * PLAYBACK_RATE_STEP;
  return Math.min(MAX_PLAYBACK_RATE, Math.max(MIN_PLAYBACK_RATE, stepped));
}

/** How much faster than its own tempo a slot plays its loop. */
export function slotSpeed(rifffBps: number, loopBps: number, playbackRate: number): number {
  return (rifffBps / loopBps) * clampPlaybackRate(playbackRate);
}

function gcd(a: number, b: number): number {
  let x = a;
  let y = b;
  while (y) [x, y] = [y, x % y];
  return x;
}

/** How a loop lies on the grid: `passes` whole passes fill exactly `bars` whole bars, the fewest possible. */
export interface LoopGrid {
  readonly passes: number;
  readonly bars: number;
}

/**
 * The grid of a loop in a rifff. A pass lasts length16ths / playbackRate sixteenths of the rifff, whatever
 * the tempos; with the rate as q/4 that is 4·length16ths / (q·barLength) bars, brought to lowest terms.
 *
 * @param length16ths whole sixteenths of the loop, 1 or more
 * @param barLength whole sixteenths in a bar of the rifff, 1 or more
 * @param playbackRate 0.5 to 2 in steps of 0.25 (held to that)
 */
export function loopGrid(length16ths: number, barLength: number, playbackRate: number): LoopGrid {
  const quarters = Math.round(clampPlaybackRate(playbackRate) / PLAYBACK_RATE_STEP);
  const num = quarters * barLength;
  const den = 4 * length16ths;
  const common = gcd(num, den);
  return { passes: num / common, bars: den / common };
}

/** First frame of pass `index` inside a pattern of `grid.bars` bars; whole, and exact at every pattern start. */
export function passStartFrame(grid: LoopGrid, index: number, framesPerBar: number): number {
  const pattern = Math.floor(index / grid.passes);
  const inside = index - pattern * grid.passes;
  const patternFrames = grid.bars * framesPerBar;
  return pattern * patternFrames + Math.round((inside * patternFrames) / grid.passes);
}

/** Most frames that any pass of the grid lasts; render one pass to this and cut the shorter ones. */
export function passFrames(grid: LoopGrid, framesPerBar: number): number {
  return Math.ceil((grid.bars * framesPerBar) / grid.passes);
}

/** Quarter notes per second that a slot takes its loop to have: the corrected tempo, else the loop's. */
export function slotLoopBps(slot: PlayingSlot, loop: Loop): number {
  return slot.loopBps ?? loop.bps;
}

/**
 * Whole bars that a rifff lasts: eight, halved while that is 60 s or more, or the longest used slot rounded
 * up to bars if that is longer. Mutes do not change it.
 */
export function rifffBars(rifff: Pick<Rifff, 'state' | 'loops'>): number {
  const { barLength, bps, playback } = rifff.state;
  const barSec = barLength / (4 * bps);
  let bars = RIFFF_BARS;
  while (bars > 1 && bars * barSec >= RIFFF_MAX_SEC) bars /= 2;
  for (const { slot } of playback) {
    const loop = slot.current && rifff.loops.find((one) => one._id === slot.current?.currentLoop);
    if (!slot.current || !loop) continue;
    const pass16ths = loop.length16ths / clampPlaybackRate(slot.current.playbackRate);
    bars = Math.max(bars, Math.ceil(pass16ths / barLength - 1e-9));
  }
  return bars;
}

/** Frames that a rifff lasts on the grid. */
export function rifffFrames(rifff: Rifff): number {
  return rifffBars(rifff) * barFrames(rifff.state.barLength, rifff.state.bps);
}

/** Where a frame of the grid stands in the rifff. */
export interface Position {
  /** 0 to 1 over the rifff. */
  readonly phase: number;
  /** Bar counted from 0. */
  readonly bar: number;
  /** Quarter-note beat in the bar, from 0; a bar of 7 sixteenths has a short last beat. */
  readonly beat: number;
  /** Sixteenth in the bar, from 0. */
  readonly sixteenth: number;
}

/** Position of a grid frame (0 is the origin; negative frames count back from it). */
export function positionAt(frame: number, barLength: number, bps: number, bars: number): Position {
  const perBar = barFrames(barLength, bps);
  const total = perBar * bars;
  const inside = ((frame % total) + total) % total;
  const bar = Math.floor(inside / perBar);
  const sixteenth = Math.min(
    barLength - 1,
    Math.floor(((inside - bar * perBar) * barLength) / perBar),
  );
  return { phase: inside / total, bar, beat: Math.floor(sixteenth / 4), sixteenth };
}

/** Boundaries at which a change may sound. */
export type Boundary = 'now' | 'beat' | 'bar' | 'rifff';

/**
 * First boundary at or after a grid frame. Beats are quarter notes rounded to whole frames inside each bar.
 *
 * @param frame whole grid frame
 * @returns whole grid frame, `frame` itself for `now`
 */
export function nextBoundaryFrame(
  frame: number,
  boundary: Boundary,
  barLength: number,
  bps: number,
  bars: number,
): number {
  if (boundary === 'now') return frame;
  const perBar = barFrames(barLength, bps);
  const unit = boundary === 'rifff' ? perBar * bars : perBar;
  const whole = Math.ceil(frame / unit) * unit;
  if (boundary !== 'beat') return whole;
  const bar = Math.floor(frame / perBar);
  for (let sixteenth = 0; sixteenth < barLength; sixteenth += 4) {
    const at = bar * perBar + Math.round((sixteenth * perBar) / barLength);
    if (at >= frame) return at;
  }
  return (bar + 1) * perBar;
}
