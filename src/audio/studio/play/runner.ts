/**
 * Schedules what an instrument plays ahead on the audio clock. The engine's ticks only look ahead; frames are exact
 * whatever it does. When the grid changes under what is scheduled, that is taken back and laid anew.
 */
import { FADE_FRAMES } from '../../looper/curves.ts';
import { boundaryAfter, type Grid, isSameBeat } from '../../looper/gridClock.ts';
import { LEAD_FRAMES } from '../../player/onTime.ts';
import type { StudioHost } from '../host.ts';
import { frameNow, type PlayClock, SAFE_FRAMES } from './playClock.ts';

/** How far ahead is scheduled. A hidden page is woken once a second. */
const AHEAD_SEC = { visible: 0.4, hidden: 2.5 };
/** The grid is asked for in pieces of this: a change of it lies on a beat, on both grids. */
const BLOCK_FRAMES = 512;
/** A change this long ago is the one that a stop was meant for. */
const JUST_NOW_FRAMES = 12_000;

/** What is scheduled and can be taken back until it begins. */
export interface Scheduled {
  readonly frame: number;
  cancel(): void;
}

interface Score {
  /** Schedules everything that begins in `[from, to)` on a grid. Frames of the context. */
  lay(grid: Grid, from: number, to: number): Scheduled[];
  /** The rifff that it played with has stopped, or the page asked it to: nothing is scheduled any more. */
  ended(): void;
}

export class Runner {
  private readonly context: AudioContext;
  private readonly clock: PlayClock;
  private readonly score: Score;
  private readonly host: Pick<StudioHost, 'onTick'>;
  private endTicks: (() => void) | null = null;
  private cursor = 0;
  private laid: { item: Scheduled; grid: Grid }[] = [];
  private wasWithRifff = false;
  private endFrame = Number.POSITIVE_INFINITY;

  constructor(
    context: AudioContext,
    clock: PlayClock,
    host: Pick<StudioHost, 'onTick'>,
    score: Score,
  ) {
    this.context = context;
    this.clock = clock;
    this.host = host;
    this.score = score;
  }

  get isRunning(): boolean {
    return this.endTicks !== null;
  }

  start(): void {
    if (this.isRunning) return;
    this.cursor = frameNow(this.context) + 128;
    this.endFrame = Number.POSITIVE_INFINITY;
    this.wasWithRifff = this.clock.isWithRifff;
    this.endTicks = this.host.onTick(this.tick);
    this.tick();
  }

  stop(): void {
    if (!this.isRunning) return;
    this.endTicks?.();
    this.endTicks = null;
    this.cancelFrom(frameNow(this.context) + 128);
    this.laid = [];
    this.score.ended();
  }

  /** Stops on the frame on which what was added begins, else on the next beat. */
  stopOnBeat(): void {
    if (!this.isRunning) return;
    const from = frameNow(this.context) + LEAD_FRAMES + FADE_FRAMES;
    const grid = this.clock.gridAt(from);
    // Where the change is known, a beat chosen anew could be the one after it: that one would sound twice.
    const { changeFrame } = this.clock;
    const isKnown = changeFrame !== null && changeFrame > from - JUST_NOW_FRAMES;
    this.endFrame = isKnown ? changeFrame : grid ? boundaryAfter(grid, from, 'beat') : from;
    this.cancelFrom(this.endFrame);
  }

  /** What is to be played has changed: everything that has not begun is laid anew. */
  relay(): void {
    if (!this.isRunning) return;
    const from = frameNow(this.context) + SAFE_FRAMES;
    this.cancelFrom(from);
    this.cursor = Math.min(this.cursor, from);
    this.tick();
  }

  private cancelFrom(frame: number): void {
    this.laid = this.laid.filter(({ item }) => {
      if (item.frame < frame) return true;
      item.cancel();
      return false;
    });
  }

  private readonly tick = (): void => {
    const { isWithRifff } = this.clock;
    if (this.wasWithRifff && !isWithRifff) {
      this.stop();
      return;
    }
    if (isWithRifff && !this.wasWithRifff) this.clock.follow();
    this.wasWithRifff = isWithRifff;
    const now = frameNow(this.context);
    if (now >= this.endFrame) {
      this.stop();
      return;
    }
    this.laid = this.laid.filter(({ item }) => item.frame >= now);
    this.takeBackStrays(now + SAFE_FRAMES);
    this.cursor = Math.max(this.cursor, now);
    const aheadSec = AHEAD_SEC[document.visibilityState];
    const ahead = Math.round(aheadSec * this.context.sampleRate);
    const end = Math.min(now + ahead, this.endFrame);
    while (this.cursor < end) {
      const to = Math.min(this.cursor + BLOCK_FRAMES, this.endFrame);
      const grid = this.clock.gridAt(this.cursor);
      if (grid) {
        for (const item of this.score.lay(grid, this.cursor, to)) this.laid.push({ item, grid });
      }
      this.cursor = to;
    }
  };

  /** The grid has changed under what is scheduled: takes back everything from the first stray on. */
  private takeBackStrays(safe: number): void {
    const stray = this.laid.find(({ item, grid }) => {
      if (item.frame < safe) return false;
      const now = this.clock.gridAt(item.frame);
      return !now || !isSameBeat(now, grid);
    });
    if (!stray) return;
    this.cancelFrom(safe);
    this.cursor = Math.min(this.cursor, safe);
  }
}
