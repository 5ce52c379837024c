/**
 * Lets the looper sound what the player's state says: loads what is missing, schedules what differs. What plays, what
 * comes next and what is held back is decided in `playerState.ts`; here is only what follows from it.
 */
import type { Loop } from '../../data/contract/loop.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { type Boundary, barFrames } from '../../data/rules/time/timing.ts';
import type { PatternMaker } from '../loading/patternMaker.ts';
import type { PatternPlan } from '../loading/patternPlan.ts';
import { isSameBeat, retimeGrid } from '../looper/gridClock.ts';
import type { Looper, SlotWish } from '../looper/looper.ts';
import { HeldPatterns, type LoadProgress } from './heldPatterns.ts';
import { enterOnTime, moveOnTime, scheduleOnTime, startOnTime } from './onTime.ts';
import {
  declared,
  type Ending,
  FIRST_STATE,
  isStructural,
  isTouchOf,
  levelOf,
  type PlayerEvent,
  type PlayerState,
  type Setting,
  step,
} from './playerState.ts';
import {
  AUDITION_SLOT,
  gridOf,
  planAudition,
  planSlots,
  type SlotPlan,
  slotMoves,
} from './slotPlans.ts';

export class Player {
  private state: PlayerState = FIRST_STATE;
  private readonly patterns: HeldPatterns;
  private readonly maker: PatternMaker;
  private attached: Looper | null = null;

  constructor(maker: PatternMaker) {
    this.maker = maker;
    this.patterns = new HeldPatterns(maker);
  }

  /** Gives it something to sound on; before that it loads and compares, but does not play. */
  attach(looper: Looper): void {
    this.attached = looper;
  }

  private get looper(): Looper {
    if (!this.attached) throw new Error('The audio context has not been started');
    return this.attached;
  }

  /** An event of the state, after the boundaries that have gone by. */
  private send(event: PlayerEvent): void {
    this.settle();
    this.state = step(this.state, event);
  }

  /** What waited for a boundary that has gone by is what plays. */
  private settle(): void {
    if (this.state.next && this.looper.pendingFrame === null) {
      this.state = step(this.state, { type: 'reached' });
    }
  }

  private get declared(): Setting {
    return declared(this.state);
  }

  /** The rifff that was declared last: it is heard, waits for its boundary or is ready to play. */
  get current(): Rifff | null {
    return this.declared.rifff;
  }

  get isPlaying(): boolean {
    return this.state.phase === 'playing';
  }

  /** Musical position at which the music rests while it does not play, in bars. */
  get restBars(): number {
    return this.state.restBars;
  }

  /** Slot that alone sounds, or −1. */
  get solo(): number {
    return this.declared.solo;
  }

  /** How the rifff that plays ends, or null while that is open. */
  get ending(): Ending | null {
    return this.state.ending;
  }

  /** Is every pattern of a rifff loaded (or known to fail)? */
  isReady(rifff: Rifff): boolean {
    return planSlots(rifff).plans.every((plan) => !plan || this.patterns.knows(plan.pattern));
  }

  /** Is at least one loop of the current rifff ready to sound? */
  get canSound(): boolean {
    return this.declared.plans.some((plan) => plan !== null && this.patterns.has(plan.pattern));
  }

  /** Slots that stay silent because their loop could not be loaded. */
  get failedSlots(): number[] {
    const { plans, missing } = this.declared;
    const failed = this.patterns.failedSlots(plans.slice(0, AUDITION_SLOT));
    return [...new Set([...missing, ...failed])].sort((a, b) => a - b);
  }

  /** Why the first failed slot failed, or null. */
  get failure(): string | null {
    return this.patterns.firstFailure(this.declared.plans);
  }

  /**
   * Loads every pattern of a rifff. Failures are kept for `failedSlots`, not thrown.
   * @throws Error 'Buffer loading cancelled for rifff'
   */
  load(rifff: Rifff, signal: AbortSignal, progress: LoadProgress): Promise<void> {
    const { plans } = planSlots(rifff);
    const { audition } = this.state;
    if (audition) plans[AUDITION_SLOT] = planAudition(audition, rifff);
    const isNew = ({ loop }: PatternPlan) =>
      this.isPlaying && !this.looper.voices.some((voice) => voice?.key.startsWith(`${loop._id}|`));
    return this.patterns.holdAll(plans, signal, progress, isNew);
  }

  /**
   * Takes up a new document of the current rifff: gains, mutes, effects and removals sound at once, rings that stand
   * for others when `join` finds them loaded.
   */
  edit(rifff: Rifff): void {
    const before = this.declared;
    this.send({ type: 'edit', rifff });
    if (!this.isPlaying || this.state.held) return;
    if (isStructural(before, this.declared)) this.rearrange(before.plans);
    this.applyLevels();
  }

  /** Takes up another rifff for `join`, `crossTo` or `start`; nothing sounds different yet. */
  replace(rifff: Rifff | null): void {
    this.send({ type: 'replace', rifff });
  }

  /** Takes up the edit that was held back, if all of it is loaded. @returns whether none is held back now */
  private admit(): boolean {
    const { held } = this.state;
    if (held && !this.isReady(held)) return false;
    if (held) this.send({ type: 'admit' });
    return true;
  }

  /** Does a document differ in nothing but levels from the one that is heard? */
  isTouchOf(rifff: Rifff): boolean {
    this.settle();
    return isTouchOf(this.state, rifff);
  }

  /** Takes up levels and mutes of the rifff that is heard; what waits for its boundary is not touched. */
  touch(rifff: Rifff): void {
    this.settle();
    if (this.state.next) {
      this.send({ type: 'touch', rifff });
      this.applyHeardLevels();
    } else this.edit(rifff);
  }

  /** Takes back a change that waits for its boundary. @returns whether there was one */
  stay(): boolean {
    this.settle();
    if (!this.state.next) return false;
    this.looper.cancelChange();
    this.state = step(this.state, { type: 'stay' });
    this.applyLevels();
    return true;
  }

  /** Moves sounding voices to the slots that the document now has them in, and lets removed ones go. */
  private rearrange(before: Setting['plans']): void {
    const { looper } = this;
    looper.cancelChange();
    const { plans, solo } = this.declared;
    const from = slotMoves(
      plans.map((plan) => plan !== null),
      looper.voices.map((voice) => voice !== null),
      (at, slot) => this.patterns.isOf(looper.voices[at]?.key, plans[slot]!.pattern),
    );
    if (before[solo]) this.send({ type: 'soloMoves', slot: from.indexOf(solo) });
    looper.rearrange(from);
  }

  /** Ramps every slot of what was declared last to its level. */
  private applyLevels(): void {
    if (!this.isPlaying) return;
    const { plans } = this.declared;
    plans.forEach((plan, slot) => {
      if (!plan) return;
      this.looper.setLevel(slot, levelOf(this.declared, slot));
      this.looper.setEffects(slot, plan.effects);
    });
  }

  /** Ramps the slots that are still heard; what waits for its boundary keeps its own. */
  private applyHeardLevels(): void {
    const { plays } = this.state;
    plays.plans.forEach((plan, slot) => {
      if (!plan || slot === AUDITION_SLOT) return;
      this.looper.setSoundingLevel(slot, levelOf(plays, slot));
      this.looper.setSoundingEffects(slot, plan.effects);
    });
  }

  /** Linear gain of a slot that is heard, ahead of the document. */
  setGain(slot: number, gain: number): void {
    if (slot < 0 || slot >= AUDITION_SLOT || !Number.isFinite(gain)) return;
    this.send({ type: 'gain', slot, gain: Math.max(0, gain) });
    if (this.state.next) this.applyHeardLevels();
    else if (this.isPlaying) this.looper.setLevel(slot, levelOf(this.declared, slot));
  }

  /** Only this slot of what is heard sounds; −1 for all. */
  setSolo(slot: number): void {
    this.send({ type: 'solo', slot });
    if (this.state.next) this.applyHeardLevels();
    else this.applyLevels();
  }

  private wishes(): SlotWish[] {
    const setting = this.declared;
    return setting.plans.map(
      (plan, slot) => plan && this.patterns.wishFor(plan, levelOf(setting, slot)),
    );
  }

  /**
   * Schedules whatever of the current rifff is ready and not sounding yet. A change of tempo or metre waits
   * until all of it is ready.
   * @returns the context frame from which it sounds, or null when there is nothing to do or not all is ready
   */
  join(boundary: Boundary): number | null {
    if (!this.isPlaying || !this.admit()) return null;
    const { current, looper } = this;
    if (!current) return null;
    looper.cancelChange();
    const last = looper.clock.last;
    if (!last) return null;
    const wishes = this.wishes();
    const isSame = isSameBeat(last.grid, gridOf(current, last.grid.originFrame));
    if (!isSame && wishes.includes('keep')) return null;
    if (isSame && last.grid.bars === gridOf(current, 0).bars && this.isDone(wishes)) return null;
    const gridAt = (at: number) =>
      isSame
        ? gridOf(current, last.grid.originFrame)
        : retimeGrid(last.grid, at, gridOf(current, 0));
    return scheduleOnTime(looper, wishes, gridAt, { boundary });
  }

  private isDone(wishes: readonly SlotWish[]): boolean {
    return wishes.every((wish, slot) => {
      const voice = this.looper.voices[slot] ?? null;
      return wish === 'keep' || (wish === null ? voice === null : voice?.key === wish.key);
    });
  }

  /**
   * Crosses over to the current rifff, which must be loaded, from the one that sounds. Where both have a loop
   * in common and the same tempo and metre the beat goes on; else the new one begins at its top.
   * @param exactFrame context frame, else the next boundary
   * @param blendBars bars of the new rifff over which the two are blended from there on; 0 cuts
   * @param originFrame context frame of its first bar, where others already play it; it is not cut to its top then
   * @returns the context frame from which it sounds
   */
  crossTo(
    boundary: Boundary,
    blendBars = 0,
    exactFrame?: number,
    originFrame?: number | null,
  ): number {
    const { current, looper } = this;
    looper.cancelChange();
    const last = looper.clock.last;
    if (!current || !last) throw new Error('Nothing to cross over to');
    const wishes = this.wishes();
    const keys = new Set(looper.voices.map((voice) => voice?.key));
    const isRelated =
      isSameBeat(last.grid, gridOf(current, last.grid.originFrame)) &&
      wishes.some((wish) => wish && wish !== 'keep' && keys.has(wish.key));
    const { barLength, bps } = current.state;
    const gridAt = (at: number) =>
      gridOf(current, originFrame ?? (isRelated ? last.grid.originFrame : at));
    const blendFrames = blendBars * barFrames(barLength, bps);
    return scheduleOnTime(looper, wishes, gridAt, { boundary, exactFrame, blendFrames });
  }

  /**
   * Starts from where the music rests.
   * @param countInBars bars of silence before the first sound, which then falls on a bar
   * @param originFrame context frame of its first bar, where others already play it: it enters in their phase
   * @returns the context frame of the first sound
   */
  start(countInBars = 0, originFrame: number | null = null): number {
    const { looper, current, restBars } = this;
    if (!current) throw new Error('No rifff to play');
    if (originFrame !== null) {
      const from = enterOnTime(looper, this.wishes(), gridOf(current, originFrame));
      this.send({ type: 'start' });
      return from;
    }
    const { barLength, bps } = current.state;
    const bar = barFrames(barLength, bps);
    const from = Math.round((countInBars > 0 ? Math.floor(restBars) : restBars) * bar);
    const gridAt = (at: number) => gridOf(current, at - from);
    const at = startOnTime(looper, this.wishes(), gridAt, countInBars * bar);
    this.send({ type: 'start' });
    return at;
  }

  /** Does something wait for its frame, so that nothing else can be moved? */
  get isWaiting(): boolean {
    const { ending, held } = this.state;
    return ending !== null || held !== null || this.attached?.pendingFrame != null;
  }

  /**
   * Moves the music that plays to another origin, by a cut at once or at the next bar.
   * @param originFrame context frame of the rifff's first bar
   * @returns the context frame of the cut, or null while something else waits for its frame or is not loaded
   */
  moveTo(originFrame: number, boundary: 'now' | 'bar'): number | null {
    const { current, looper } = this;
    const old = this.isPlaying && !this.isWaiting ? looper.clock.last?.grid : null;
    if (!current || !old) return null;
    const wishes = this.wishes();
    const isSame = isSameBeat(old, gridOf(current, old.originFrame));
    if (!isSame || wishes.includes('keep')) return null;
    return moveOnTime(looper, wishes, gridOf(current, originFrame), boundary);
  }

  /** Silences the rifff and rests at a position in bars. */
  halt(restBars: number): void {
    this.looper.halt();
    this.rest(restBars);
  }

  /** Rests at a position in bars; nothing sounds already. */
  rest(restBars: number): void {
    this.state = step(this.state, { type: 'halt', restBars });
  }

  /** Says how the rifff ends; silence is scheduled here, the next of a list by `crossTo`. */
  end(ending: Ending | null): void {
    this.send({ type: 'ends', ending });
    const { last } = this.looper.clock;
    if (ending?.by !== 'silence' || !last) return;
    const nothing = this.declared.plans.map(() => null);
    this.looper.schedule(nothing, last.grid, ending.atFrame);
  }

  /** The rifff continues. @returns whether the next of a list was about to take over */
  goOn(): boolean {
    const { ending } = this.state;
    if (!ending) return false;
    if (ending.by === 'silence') this.looper.cancelChange();
    this.send({ type: 'ends', ending: null });
    return ending.by === 'next' && this.stay();
  }

  /**
   * Loads a loop to be tried out beside the rifff; `join` then sounds it. Null lets it go at once.
   * @throws Error with one of the loading messages
   */
  async setAudition(loop: Loop | null, signal?: AbortSignal): Promise<void> {
    const plan: SlotPlan | null = loop && planAudition(loop, this.current);
    this.send({ type: 'audition', loop, plan: this.declared.plans[AUDITION_SLOT] ?? null });
    if (plan) this.patterns.keep(plan.pattern, await this.maker.make(plan.pattern, signal));
    if (this.state.audition !== loop) return;
    this.send({ type: 'audition', loop, plan });
    if (!plan && this.isPlaying) this.rearrange(this.declared.plans);
  }

  /** Lets go of patterns that neither the current rifff, the audition nor `next` needs. */
  forgetUnused(next: Rifff | null): void {
    const plans = [next, this.state.held].flatMap((rifff) => planSlots(rifff).plans);
    const needed = [...this.declared.plans, ...plans];
    this.patterns.forgetAllBut(needed.flatMap((plan) => (plan ? [plan.pattern] : [])));
  }
}
