/** Which bars are recorded: the first of a recording, and the last ones when what was played already is kept. */
import { SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import { type BarGrid, lastBars, startBarOf } from '../../../data/rules/recording/takes.ts';
import { barFrames } from '../../../data/rules/time/timing.ts';
import { LIMITER_DELAY_FRAMES } from '../../../dsp/limiter.ts';
import { frameNow, type PlayClock } from '../play/playClock.ts';
import type { FrameRing } from './frameRing.ts';
import type { RecordPlace } from './Recorder.ts';
import type { TakeWish } from './taking.ts';

export type LastBars = Pick<TakeWish, 'grid' | 'startFrame' | 'startBar' | 'bars'>;

export const isSameGrid = (a: BarGrid, b: BarGrid): boolean =>
  a.originFrame === b.originFrame && a.bps === b.bps && a.barLength === b.barLength;

/** Frame of the music that comes out of the loudspeaker now. */
export function musicFrameHeard(context: AudioContext): number {
  const { outputLatency, baseLatency } = context;
  const wayOut = Math.round((outputLatency || baseLatency || 0) * SAMPLE_RATE_HZ);
  return frameNow(context) - wayOut - LIMITER_DELAY_FRAMES;
}

/** The first bar that begins on a frame or after it. */
export function barAfter(grid: BarGrid, frame: number): number {
  return Math.max(0, Math.ceil((frame - grid.originFrame) / barFrames(grid.barLength, grid.bps)));
}

/** The bar that a press means while music plays: the one that has just begun if its sound is on the tape. */
export function barOfPress(
  ring: FrameRing,
  grid: BarGrid,
  pressFrame: number,
  latencyFrames: number,
): number {
  const heldFrom = ring.endFrame === 0 ? Number.POSITIVE_INFINITY : ring.fromFrame;
  return startBarOf(grid, pressFrame, heldFrom - latencyFrames);
}

/**
 * The last whole bars of the music.
 * @param heldFrame first frame of the music whose sound is on the tape
 */
export function lastOnGrid(
  clock: PlayClock,
  grid: BarGrid,
  heardFrame: number,
  heldFrame: number,
  maxBars: number,
): LastBars | null {
  const bar = barFrames(grid.barLength, grid.bps);
  const span = lastBars(grid, heardFrame, heldFrame, maxBars);
  if (!span) return null;
  // Bars of another tempo that still lie on the tape are not of this music.
  const isOfGrid = (n: number) => {
    const other = clock.gridAt(span.startFrame + n * bar);
    return other !== null && isSameGrid(other, grid);
  };
  let skipped = 0;
  while (skipped < span.bars && !isOfGrid(skipped)) skipped += 1;
  if (skipped === span.bars) return null;
  return {
    grid,
    startFrame: span.startFrame + skipped * bar,
    startBar: span.startBar + skipped,
    bars: span.bars - skipped,
  };
}

/** Without any music: whole bars at the draft's tempo that end now. Frames are less the latency. */
export function lastFree(
  { bps, barLength }: RecordPlace,
  fromFrame: number,
  endFrame: number,
  maxBars: number,
): LastBars | null {
  const bar = barFrames(barLength, bps);
  const bars = Math.min(maxBars, Math.floor((endFrame - fromFrame) / bar));
  if (bars < 1) return null;
  const startFrame = endFrame - bars * bar;
  return { grid: { originFrame: startFrame, bps, barLength }, startFrame, startBar: 0, bars };
}
