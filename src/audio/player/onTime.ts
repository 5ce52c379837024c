/** Asks a looper for a frame ahead of now, and for a later one if the page was too slow. */
import { type Boundary, barFrames } from '../../data/rules/time/timing.ts';
import { FADE_FRAMES } from '../looper/curves.ts';
import { boundaryAfter, type Grid } from '../looper/gridClock.ts';
import type { Looper, SlotWish } from '../looper/looper.ts';

/** Time between a command and the frame on which it can sound: nodes are made and posted within it. */
export const LEAD_FRAMES = 960;
const MAX_LEAD_FRAMES = 96_000;

/** Calls `attempt` with longer and longer leads until one is in time, or the longest has been tried. */
function untilOnTime(attempt: (leadFrames: number) => { at: number; isOnTime: boolean }): number {
  for (let lead = LEAD_FRAMES; ; lead *= 2) {
    const { at, isOnTime } = attempt(lead);
    if (isOnTime || lead > MAX_LEAD_FRAMES) return at;
  }
}

/**
 * Starts a looper from silence.
 * @param silentFrames frames of silence before the first sound
 * @param gridAt the grid of a first sound on a context frame
 * @returns the context frame of the first sound
 */
export function startOnTime(
  looper: Looper,
  wishes: readonly SlotWish[],
  gridAt: (atFrame: number) => Grid,
  silentFrames = 0,
): number {
  looper.prepare(wishes);
  return untilOnTime((lead) => {
    const at = looper.earliestFrame(lead) + silentFrames;
    return { at, isOnTime: looper.start(wishes, gridAt(at), at) };
  });
}

/**
 * Starts a looper from silence in the middle of music that goes on elsewhere, or on its first frame where that is
 * still to come.
 * @returns the context frame of the first sound
 */
export function enterOnTime(looper: Looper, wishes: readonly SlotWish[], grid: Grid): number {
  looper.prepare(wishes);
  return untilOnTime((lead) => {
    const at = Math.max(looper.earliestFrame(lead), grid.originFrame);
    return { at, isOnTime: looper.start(wishes, grid, at) };
  });
}

/**
 * Moves what plays to another origin of the same tempo and metre, crossing over by a cut.
 *
 * At a bar the cut lies on the earlier of the two grids' bars: an attack on the bar is heard once and whole, whether
 * the music skips a little or repeats a little.
 *
 * @returns the context frame of the change
 */
export function moveOnTime(
  looper: Looper,
  wishes: readonly SlotWish[],
  grid: Grid,
  boundary: 'now' | 'bar',
): number {
  const { grid: old, fromFrame } = looper.clock.last!;
  const bar = barFrames(old.barLength, old.bps);
  const apart = grid.originFrame - old.originFrame;
  const skipped = Math.min(0, apart - Math.round(apart / bar) * bar);
  looper.prepare(wishes);
  return untilOnTime((lead) => {
    const earliest = Math.max(looper.earliestFrame(lead), fromFrame + FADE_FRAMES);
    const atBar = boundaryAfter(old, earliest - skipped, 'bar') + skipped;
    const at = boundary === 'bar' ? atBar : earliest;
    return { at, isOnTime: looper.schedule(wishes, grid, at) };
  });
}

/**
 * Schedules a change of a looper that plays.
 * @param exactFrame context frame of the change; the next boundary where there is none or it has gone by
 * @param blendFrames frames over which the change is blended
 * @returns the context frame of the change
 */
export function scheduleOnTime(
  looper: Looper,
  wishes: readonly SlotWish[],
  gridAt: (atFrame: number) => Grid,
  when: {
    readonly boundary: Boundary;
    readonly exactFrame?: number | undefined;
    readonly blendFrames?: number;
  },
): number {
  const { grid, fromFrame } = looper.clock.last!;
  const { boundary, exactFrame, blendFrames = 0 } = when;
  looper.prepare(wishes);
  return untilOnTime((lead) => {
    const earliest = Math.max(looper.earliestFrame(lead), fromFrame + FADE_FRAMES);
    const isExact = exactFrame !== undefined && exactFrame >= earliest;
    const at = isExact ? exactFrame : boundaryAfter(grid, earliest, boundary);
    return { at, isOnTime: looper.schedule(wishes, gridAt(at), at, blendFrames) };
  });
}
