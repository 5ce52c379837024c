/** Asks a looper for a frame ahead of now, and for a later one when the page was held up meanwhile. */
import type { Boundary } from '../../data/rules/time/timing.ts';
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
