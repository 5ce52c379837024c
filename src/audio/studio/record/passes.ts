/** A recording: pass after pass on one grid, each as long as a take. */

import { SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import {
  type BarGrid,
  lastBars,
  passEndOf,
  startBarOf,
} from '../../../data/rules/recording/takes.ts';
import { barFrames } from '../../../data/rules/time/timing.ts';
import { LIMITER_DELAY_FRAMES } from '../../../dsp/limiterDelay.ts';
import { outputLatencySec } from '../../engine/heardClock.ts';
import { PASS_BINS, patchRecording, recordMeter } from '../../state/recording.ts';
import { frameNow, type PlayClock } from '../play/playClock.ts';
import type { FrameRing } from './capture.ts';
import type { RecordPlace } from './Recorder.ts';
import type { TakeWish } from './takeCutter.ts';

interface PassesStart {
  readonly grid: BarGrid;
  /** Bar of the grid on which the first pass begins. */
  readonly startBar: number;
  readonly bars: number;
  readonly latencyFrames: number;
}

export class Passes {
  readonly grid: BarGrid;
  private readonly start: PassesStart;
  private readonly ask: (span: Pick<TakeWish, 'startFrame' | 'startBar' | 'bars'>) => void;
  /** Passes whose take was asked for. */
  private asked = 0;
  private shownPass = -1;

  constructor(start: PassesStart, ask: Passes['ask']) {
    this.start = start;
    this.grid = start.grid;
    this.ask = ask;
    this.clearMeter();
  }

  private get barFrames(): number {
    return barFrames(this.grid.barLength, this.grid.bps);
  }

  private get passFrames(): number {
    return this.start.bars * this.barFrames;
  }

  /** Context frame of the first frame of a pass. */
  frameOf(pass: number): number {
    const { grid, startBar } = this.start;
    return grid.originFrame + startBar * this.barFrames + pass * this.passFrames;
  }

  private askPass(pass: number, bars: number): void {
    const startBar = this.start.startBar + pass * this.start.bars;
    this.ask({ startFrame: this.frameOf(pass), startBar, bars });
  }

  /** Advances to a frame of the music that is heard. */
  advance(heardFrame: number): void {
    const pass = Math.floor((heardFrame - this.frameOf(0)) / this.passFrames);
    while (this.asked < pass) {
      this.askPass(this.asked, this.start.bars);
      this.asked += 1;
    }
    const inside = heardFrame - this.frameOf(Math.max(0, pass));
    patchRecording({
      phase: pass < 0 ? 'waiting' : 'recording',
      passBar: Math.max(-1, Math.floor(inside / this.barFrames)),
      passes: this.asked,
    });
  }

  /** Draws a block into the meter of the current pass. */
  meter(firstFrame: number, frames: number, peak: number): void {
    const inside = firstFrame - this.start.latencyFrames - this.frameOf(0);
    const end = inside + frames;
    if (end <= 0) return;
    const pass = Math.floor(end / this.passFrames);
    if (pass !== this.shownPass) this.clearMeter();
    this.shownPass = pass;
    const share = (end - pass * this.passFrames) / this.passFrames;
    const from = Math.max(0, share - frames / this.passFrames);
    const last = Math.min(PASS_BINS - 1, Math.floor(share * PASS_BINS));
    for (let bin = Math.floor(from * PASS_BINS); bin <= last; bin++) {
      recordMeter.pass[bin] = Math.max(recordMeter.pass[bin]!, peak);
    }
    recordMeter.passShare = share;
  }

  private clearMeter(): void {
    recordMeter.pass.fill(0);
    recordMeter.passShare = 0;
  }

  /**
   * Ends at a press: asks for the current pass if it is nearly whole, or, when nothing was kept yet, for the whole
   * bars of it that were played.
   */
  stop(heardFrame: number): void {
    this.advance(heardFrame);
    const pass = this.asked;
    const { bars, isWhole } = passEndOf(this.grid, this.frameOf(pass), heardFrame, this.start.bars);
    if (isWhole || (pass === 0 && bars > 0)) this.askPass(pass, bars);
    this.clearMeter();
  }

  /** Ends because no more sound comes: asks for the part of the current pass that came in. */
  breakOff(heardFrame: number): void {
    this.advance(heardFrame);
    if (heardFrame > this.frameOf(this.asked)) this.askPass(this.asked, this.start.bars);
    this.clearMeter();
  }
}

type LastBars = Pick<TakeWish, 'grid' | 'startFrame' | 'startBar' | 'bars'>;

export const isSameGrid = (a: BarGrid, b: BarGrid): boolean =>
  a.originFrame === b.originFrame && a.bps === b.bps && a.barLength === b.barLength;

/** Frame of the music that leaves the loudspeaker now. A way out that no device has is not believed. */
export function musicFrameHeard(context: AudioContext): number {
  const wayOut = Math.round(outputLatencySec(context) * SAMPLE_RATE_HZ);
  return frameNow(context) - wayOut - LIMITER_DELAY_FRAMES;
}

/** The first bar that begins on a frame or after it. */
export function barAfter(grid: BarGrid, frame: number): number {
  return Math.max(0, Math.ceil((frame - grid.originFrame) / barFrames(grid.barLength, grid.bps)));
}

/** The bar that a press means while music plays: the one that has just begun if its sound is in the capture. */
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
 * @param heldFrame first frame of the music whose sound is in the capture
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
  // Bars of another tempo in the capture are not of this music.
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
