/** Recording while it is on: lap after lap on one grid, each as long as a take. */

import { SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import {
  type BarGrid,
  lapEndOf,
  lastBars,
  startBarOf,
} from '../../../data/rules/recording/takes.ts';
import { barFrames } from '../../../data/rules/time/timing.ts';
import { LIMITER_DELAY_FRAMES } from '../../../dsp/limiter.ts';
import { LAP_BINS, patchRecording, recordMeter } from '../../state/recording.ts';
import { frameNow, type PlayClock } from '../play/playClock.ts';
import type { RecordPlace } from './Recorder.ts';
import type { TakeWish } from './taking.ts';
import type { FrameRing } from './tape.ts';

interface LapsStart {
  readonly grid: BarGrid;
  /** Bar of the grid on which the first lap begins. */
  readonly startBar: number;
  readonly bars: number;
  readonly latencyFrames: number;
}

export class Laps {
  readonly grid: BarGrid;
  private readonly start: LapsStart;
  private readonly ask: (span: Pick<TakeWish, 'startFrame' | 'startBar' | 'bars'>) => void;
  /** Laps that a take was asked for of. */
  private asked = 0;
  private shownLap = -1;

  constructor(start: LapsStart, ask: Laps['ask']) {
    this.start = start;
    this.grid = start.grid;
    this.ask = ask;
    this.clearMeter();
  }

  private get barFrames(): number {
    return barFrames(this.grid.barLength, this.grid.bps);
  }

  private get lapFrames(): number {
    return this.start.bars * this.barFrames;
  }

  /** Context frame of the first frame of a lap. */
  frameOf(lap: number): number {
    const { grid, startBar } = this.start;
    return grid.originFrame + startBar * this.barFrames + lap * this.lapFrames;
  }

  private askLap(lap: number, bars: number): void {
    const startBar = this.start.startBar + lap * this.start.bars;
    this.ask({ startFrame: this.frameOf(lap), startBar, bars });
  }

  /** Brings the laps to a frame of the music that is heard. */
  advance(heardFrame: number): void {
    const lap = Math.floor((heardFrame - this.frameOf(0)) / this.lapFrames);
    while (this.asked < lap) {
      this.askLap(this.asked, this.start.bars);
      this.asked += 1;
    }
    const inside = heardFrame - this.frameOf(Math.max(0, lap));
    patchRecording({
      phase: lap < 0 ? 'waiting' : 'recording',
      lapBar: Math.max(-1, Math.floor(inside / this.barFrames)),
      laps: this.asked,
    });
  }

  /** Draws a block that came in into the meter of the lap under way. */
  meter(firstFrame: number, frames: number, peak: number): void {
    const inside = firstFrame - this.start.latencyFrames - this.frameOf(0);
    const end = inside + frames;
    if (end <= 0) return;
    const lap = Math.floor(end / this.lapFrames);
    if (lap !== this.shownLap) this.clearMeter();
    this.shownLap = lap;
    const share = (end - lap * this.lapFrames) / this.lapFrames;
    const from = Math.max(0, share - frames / this.lapFrames);
    const last = Math.min(LAP_BINS - 1, Math.floor(share * LAP_BINS));
    for (let bin = Math.floor(from * LAP_BINS); bin <= last; bin++) {
      recordMeter.lap[bin] = Math.max(recordMeter.lap[bin]!, peak);
    }
    recordMeter.lapShare = share;
  }

  private clearMeter(): void {
    recordMeter.lap.fill(0);
    recordMeter.lapShare = 0;
  }

  /**
   * Ends at a press: asks for the lap under way if it is all but whole, or, when nothing was kept yet, for the whole
   * bars of it that were played.
   */
  stop(heardFrame: number): void {
    this.advance(heardFrame);
    const lap = this.asked;
    const { bars, isWhole } = lapEndOf(this.grid, this.frameOf(lap), heardFrame, this.start.bars);
    if (isWhole || (lap === 0 && bars > 0)) this.askLap(lap, bars);
    this.clearMeter();
  }

  /** Ends because no more sound comes: asks for whatever there is of the lap under way. */
  breakOff(heardFrame: number): void {
    this.advance(heardFrame);
    if (heardFrame > this.frameOf(this.asked)) this.askLap(this.asked, this.start.bars);
    this.clearMeter();
  }
}

type LastBars = Pick<TakeWish, 'grid' | 'startFrame' | 'startBar' | 'bars'>;

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
