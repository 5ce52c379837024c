/** Recording while it is on: lap after lap on one grid, each as long as a take. */
import { type BarGrid, lapEndOf } from '../../../data/rules/recording/takes.ts';
import { barFrames } from '../../../data/rules/time/timing.ts';
import { LAP_BINS, patchRecording, recordMeter } from '../../state/recording.ts';
import type { TakeWish } from './taking.ts';

export interface LapsStart {
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
