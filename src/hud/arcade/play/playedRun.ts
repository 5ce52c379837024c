/**
 * A run in time: it starts with a count-in, is played by the player or by recorded moves, and ends by time or by the
 * player. It does not depend on the page or the sound; both give it times and receive its events.
 */
import type { ArcadeMode, Mission, Move } from '../../../data/contract/arcade.ts';
import { type CueId, cues } from '../../../data/rules/arcade/cues.ts';
import type { FieldIndex } from '../../../data/rules/arcade/field.ts';
import type { ArcadeState } from '../../../data/rules/arcade/game.ts';
import { Run, type Wish, type WishFault } from '../../../data/rules/arcade/run.ts';
import { RunClock } from '../../../data/rules/arcade/runClock.ts';

/** Waiting for the sound, counting in, playing, or over. */
export type PlayPhase = 'waiting' | 'count' | 'play' | 'over';

/** Beats of a count-in. */
export const COUNT_BEATS = 4;
/** Longest wait for the sound, in ms. */
const SOUND_WAIT_MS = 2500;
/** A replay flies to the next rifff this long before it takes a loop there, and ends this long after its last move. */
const AHEAD_MS = 2500;
const AFTER_MS = 6000;

export interface PlayedRunOptions {
  readonly mission: Mission;
  readonly index: FieldIndex;
  readonly mode: ArcadeMode;
  readonly script?: readonly Move[] | undefined;
  /** Seconds of the grid that are heard at a moment of the page's clock, null while nothing is. */
  heardSec(ms: number): number | null;
  /** Is sound still to come? */
  isSoundComing(): boolean;
  /** Something that the page shows has changed. */
  onChange(): void;
  /** An event for the sound; the state already includes it. */
  onCue(ids: readonly CueId[]): void;
  /** The replay takes a loop from this rifff next. */
  onGo(rifffId: string): void;
  /** Called once. */
  onEnd(): void;
}

export class PlayedRun {
  readonly run: Run;
  phase: PlayPhase = 'waiting';
  /** Are the last ten seconds running? */
  isHurry = false;
  /** Time of the run at the last tick in ms; below 0 in the count-in. */
  timeMs = Number.NEGATIVE_INFINITY;
  private readonly options: PlayedRunOptions;
  private readonly clock: RunClock;
  private firstMs = Number.NaN;
  private scriptAt = 0;
  private goneFor = -1;

  constructor(options: PlayedRunOptions) {
    this.options = options;
    this.clock = new RunClock(options.mission);
    this.run = new Run(options.mission, options.index, options.mode);
  }

  get state(): ArcadeState {
    return this.run.state;
  }

  /** Is it a replay? */
  get isScript(): boolean {
    return this.options.script !== undefined;
  }

  get durationMs(): number {
    return this.options.mission.durationMs[this.options.mode];
  }

  /** Time that is left, in ms; all of it before the run begins. */
  get leftMs(): number {
    return Math.min(this.durationMs, Math.max(0, this.durationMs - this.timeMs));
  }

  /** Goes on to a moment of the page's clock. */
  tick(nowMs: number): void {
    if (this.phase === 'over') return;
    if (this.phase === 'waiting' && !this.begin(nowMs)) return;
    this.timeMs = this.clock.at(nowMs, this.heardSec(nowMs));
    if (this.phase === 'count') {
      if (this.timeMs < 0) return;
      this.phase = 'play';
      this.options.onChange();
    }
    this.follow();
    if (!this.isHurry && this.options.mode === 'mission' && this.leftMs <= 10_000) {
      this.isHurry = true;
      this.options.onCue(['hurry']);
      this.options.onChange();
    }
    if (this.isOver()) this.end();
  }

  /**
   * Makes a move of the player's.
   *
   * @param atMs moment of the page's clock at which the hand moved, a little before `nowMs`
   * @returns why nothing came of it, or null
   */
  wish(wish: Wish, atMs: number, nowMs: number): WishFault | null {
    if (this.options.script) return 'over';
    this.tick(nowMs);
    if (this.phase !== 'play') return 'over';
    const fault = this.run.wish(wish, this.timeMs - Math.max(0, nowMs - atMs));
    if (fault === null) this.tell();
    if (this.isOver()) this.end();
    return fault;
  }

  /** Null in the explorer mode: there the time of a placing does not count, so the run does not wait for a beat. */
  private heardSec(nowMs: number): number | null {
    return this.options.mode === 'mission' ? this.options.heardSec(nowMs) : null;
  }

  /** @returns whether it has begun */
  private begin(nowMs: number): boolean {
    if (Number.isNaN(this.firstMs)) this.firstMs = nowMs;
    const heard = this.heardSec(nowMs);
    const isMission = this.options.mode === 'mission';
    const waits = isMission && heard === null && this.options.isSoundComing();
    if (waits && nowMs - this.firstMs < SOUND_WAIT_MS) return false;
    this.clock.begin(nowMs, heard, isMission ? COUNT_BEATS : 0);
    this.phase = 'count';
    this.options.onChange();
    return true;
  }

  /** Makes the moves of a run before whose time has come, and says where it goes. */
  private follow(): void {
    const { script } = this.options;
    if (!script) return;
    for (let move = script[this.scriptAt]; move && move.t <= this.timeMs; ) {
      this.scriptAt += 1;
      // A replay skips moves that the rules refuse.
      if (this.run.make(move) === null) this.tell();
      move = script[this.scriptAt];
    }
    const next = script.findIndex((move, at) => at >= this.scriptAt && move.do === 'grab');
    const grab = script[next];
    if (grab?.do !== 'grab' || this.goneFor === next) return;
    // After one is placed the way to the next may begin.
    const isFree = this.state.hand === null && this.state.last !== null;
    if (grab.t - this.timeMs > AHEAD_MS && !isFree) return;
    this.goneFor = next;
    this.options.onGo(grab.rifff);
  }

  private tell(): void {
    const { last } = cues(this.state, this.options.index, this.state.t);
    this.options.onCue(last?.cues ?? []);
    this.options.onChange();
  }

  private isOver(): boolean {
    if (this.phase !== 'play') return false;
    const { script } = this.options;
    const last = script?.at(-1)?.t ?? 0;
    const isShown = script !== undefined && this.timeMs > last + AFTER_MS;
    return this.state.isOver || isShown || this.timeMs >= this.durationMs;
  }

  private end(): void {
    if (this.phase === 'over') return;
    this.phase = 'over';
    // The player who is done has heard of it by the move.
    if (!this.state.isOver) this.options.onCue(['over']);
    this.options.onChange();
    this.options.onEnd();
  }
}
