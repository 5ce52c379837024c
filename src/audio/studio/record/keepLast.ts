/** Which of the last bars a take is made of when somebody wants to keep what has been played already. */
import { type BarGrid, lastBars } from '../../../data/rules/takes.ts';
import { barFrames } from '../../../data/rules/timing.ts';
import type { PlayClock } from '../play/playClock.ts';
import type { RecordPlace } from './Recorder.ts';
import type { TakeWish } from './taking.ts';

export type LastBars = Pick<TakeWish, 'grid' | 'startFrame' | 'startBar' | 'bars'>;

export const isSameGrid = (a: BarGrid, b: BarGrid): boolean =>
  a.originFrame === b.originFrame && a.bps === b.bps && a.barLength === b.barLength;

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
