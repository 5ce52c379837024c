/**
 * Keeps the looper equal to a declared rifff: compares, loads what is missing, schedules what differs.
 * The sounding slots are never touched by anything that is still loading.
 */
import type { Loop } from '../data/contract/loop.ts';
import type { Rifff } from '../data/contract/rifff.ts';
import { type Boundary, barFrames } from '../data/rules/time/timing.ts';
import { differsInLevels, HeardRifff } from './heardRifff.ts';
import { HeldPatterns } from './heldPatterns.ts';
import type { PatternMaker } from './loading/patternMaker.ts';
import type { PatternPlan } from './loading/patternPlan.ts';
import { FADE_FRAMES } from './looper/curves.ts';
import { boundaryAfter, type Grid, isSameBeat, retimeGrid } from './looper/gridClock.ts';
import type { Looper, SlotWish } from './looper/looper.ts';
import {
  AUDITION_SLOT,
  gridOf,
  inLoadOrder,
  isRegrouped,
  planAudition,
  planSlots,
  type SlotPlan,
  slotMoves,
} from './slotPlans.ts';

/** Time between a command and the frame on which it can sound: nodes are made and posted within it. */
export const LEAD_FRAMES = 960;
const MAX_LEAD_FRAMES = 96_000;

export interface LoadProgress {
  loaded(done: number, total: number): void;
  /** A loop that was added while the music plays can be heard ahead of its own pattern. */
  previewed?(): void;
}

export class RifffPlayer {
  current: Rifff | null = null;
  private waiting: HeardRifff | null = null;
  /** Edit of which nothing is heard until all of it can be. */
  private coming: Rifff | null = null;
  isPlaying = false;
  /** Musical position at which the music rests while it does not play, in bars. */
  restBars = 0;
  /** Bars of silence before the first sound of the next start, which then falls on a bar. */
  countInBars = 0;
  solo = -1;
  private plans: (SlotPlan | null)[] = planSlots(null).plans;
  private missing: number[] = [];
  private readonly gains: number[] = new Array<number>(AUDITION_SLOT + 1).fill(1);
  private readonly patterns: HeldPatterns;
  private auditionLoop: Loop | null = null;
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

  /** Is every pattern of a rifff loaded (or known to fail)? */
  isReady(rifff: Rifff): boolean {
    return planSlots(rifff).plans.every(
      (plan) => plan === null || this.patterns.knows(plan.pattern),
    );
  }

  /** Is at least one loop of the current rifff ready to sound? */
  get canSound(): boolean {
    return this.plans.some((plan) => plan !== null && this.patterns.has(plan.pattern));
  }

  /** Slots that stay silent because their loop could not be loaded. */
  get failedSlots(): number[] {
    const failed = this.plans.flatMap((plan, slot) =>
      plan && slot !== AUDITION_SLOT && this.patterns.failureOf(plan.pattern) !== undefined
        ? [slot]
        : [],
    );
    return [...new Set([...this.missing, ...failed])].sort((a, b) => a - b);
  }

  /** Why the first failed slot failed, or null. */
  get failure(): string | null {
    for (const plan of this.plans) {
      const failure = plan && this.patterns.failureOf(plan.pattern);
      if (failure) return failure;
    }
    return null;
  }

  /**
   * Loads every pattern of a rifff. Failures are kept for `failedSlots`, not thrown.
   * @throws Error 'Buffer loading cancelled for rifff'
   */
  async load(rifff: Rifff, signal: AbortSignal, progress: LoadProgress): Promise<void> {
    const { plans } = planSlots(rifff);
    if (this.auditionLoop) plans[AUDITION_SLOT] = planAudition(this.auditionLoop, rifff);
    const wanted = new Map(plans.flatMap((plan) => (plan ? [[plan.pattern.key, plan]] : [])));
    let done = 0;
    progress.loaded(0, wanted.size);
    await Promise.all(
      inLoadOrder([...wanted.values()]).map(async (plan) => {
        const { pattern } = plan;
        const isNew = this.isPlaying && !this.isSounding(pattern);
        await this.patterns.hold(pattern, signal, isNew ? progress.previewed : undefined);
        done += 1;
        progress.loaded(done, wanted.size);
      }),
    );
  }

  /** Does a voice play the loop of a plan already, however fast and high? */
  private isSounding({ loop }: PatternPlan): boolean {
    return this.looper.voices.some((voice) => voice?.key.startsWith(`${loop._id}|`));
  }

  /**
   * Takes up a new document of the current rifff: gains, mutes, effects and removals sound at once, rings that stand
   * for others when `join` finds them loaded.
   */
  edit(rifff: Rifff): void {
    const isHeld = this.isPlaying && this.current !== null && isRegrouped(this.current, rifff);
    this.coming = isHeld ? rifff : null;
    if (isHeld) return;
    const before = this.plans;
    const isStructural = this.adopt(rifff);
    if (!this.isPlaying) return;
    if (isStructural) this.rearrange(before);
    this.applyLevels();
  }

  /** Takes up another rifff for `join` or `start`; nothing sounds different yet. */
  replace(rifff: Rifff | null): void {
    const { current, plans, missing, gains, solo } = this;
    if (this.isPlaying && current && !this.heard) {
      this.waiting = new HeardRifff({ rifff: current, plans, missing, gains, solo }, this.looper);
    }
    this.coming = null;
    this.adopt(rifff);
    this.solo = -1;
    if (!this.isPlaying) this.restBars = 0;
  }

  /** Takes up the edit that was held back, if all of it is loaded. @returns whether none is held back now */
  private admit(): boolean {
    const { coming, solo } = this;
    if (!coming) return true;
    if (!this.isReady(coming)) return false;
    const alone = this.plans[solo]?.pattern.loop._id;
    this.replace(coming);
    this.solo = this.plans.findIndex((plan) => plan && plan.pattern.loop._id === alone);
    return true;
  }

  /** What still sounds while another rifff waits for its boundary, or null. */
  private get heard(): HeardRifff | null {
    const isOver = !this.isPlaying || this.looper.pendingFrame === null;
    if (this.waiting && isOver) this.waiting = null;
    return this.waiting;
  }

  /** Does a document differ in nothing but levels from the one that is heard? */
  isTouchOf(rifff: Rifff): boolean {
    const before = this.heard?.rifff ?? this.current;
    return before !== null && differsInLevels(rifff, before);
  }

  /** Takes up levels and mutes of the rifff that is heard; what waits for its boundary is not touched. */
  touch(rifff: Rifff): void {
    if (this.heard) this.heard.touch(rifff);
    else this.edit(rifff);
  }

  /** Takes back a change that waits for its boundary. @returns whether there was one */
  stay(): boolean {
    const { heard } = this;
    if (!heard) return false;
    this.looper.cancelChange();
    this.waiting = null;
    this.current = heard.rifff;
    this.plans = heard.plans;
    this.missing = heard.missing;
    this.gains.splice(0, heard.gains.length, ...heard.gains);
    this.solo = heard.solo;
    this.applyLevels();
    return true;
  }

  /** @returns whether the slots hold other patterns than before */
  private adopt(rifff: Rifff | null): boolean {
    const before = this.plans;
    const { plans, missing } = planSlots(rifff);
    this.current = rifff;
    this.missing = missing;
    this.plans = plans;
    if (this.auditionLoop) this.plans[AUDITION_SLOT] = planAudition(this.auditionLoop, rifff);
    const keyOf = (plan: SlotPlan | null | undefined) => plan?.pattern.key;
    const isStructural = plans.some((plan, slot) => keyOf(plan) !== keyOf(before[slot]));
    plans.forEach((plan, slot) => {
      if (plan && (isStructural || plan.gain !== before[slot]?.gain)) this.gains[slot] = plan.gain;
    });
    return isStructural;
  }

  /** Moves sounding voices to the slots that the document now has them in, and lets removed ones go. */
  private rearrange(before: readonly (SlotPlan | null)[]): void {
    this.looper.cancelChange();
    const isOf = (at: number, slot: number) =>
      this.patterns.isOf(this.looper.voices[at]?.key, this.plans[slot]!.pattern);
    const from = slotMoves(
      this.plans.map((plan) => plan !== null),
      this.looper.voices.map((voice) => voice !== null),
      isOf,
    );
    const solo = this.solo < 0 ? -1 : from.indexOf(this.solo);
    if (before[this.solo]) this.solo = solo;
    this.looper.rearrange(from);
  }

  /** Level that a slot shall have: its gain if it is on and not silenced by a solo. */
  private levelOf(slot: number): number {
    const plan = this.plans[slot];
    if (!plan) return 0;
    if (slot === AUDITION_SLOT) return 1;
    const isHeard = plan.isOn && (this.solo < 0 || this.solo === slot);
    return isHeard ? this.gains[slot]! : 0;
  }

  /** Ramps every slot to its level. */
  applyLevels(): void {
    if (!this.isPlaying) return;
    this.plans.forEach((plan, slot) => {
      if (!plan) return;
      this.looper.setLevel(slot, this.levelOf(slot));
      this.looper.setEffects(slot, plan.effects);
    });
  }

  /** Linear gain of a slot ahead of the document. */
  setGain(slot: number, gain: number): void {
    if (slot < 0 || slot >= AUDITION_SLOT || !Number.isFinite(gain)) return;
    const level = Math.max(0, gain);
    if (this.heard) return void this.heard.setGain(slot, level);
    this.gains[slot] = level;
    if (this.isPlaying) this.looper.setLevel(slot, this.levelOf(slot));
  }

  setSolo(slot: number): void {
    if (this.heard) return void this.heard.setSolo(slot);
    this.solo = slot;
    this.applyLevels();
  }

  private wishes(): SlotWish[] {
    return this.plans.map((plan, slot) => plan && this.patterns.wishFor(plan, this.levelOf(slot)));
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
    return this.scheduleAt(wishes, boundary, (at) =>
      isSame
        ? gridOf(current, last.grid.originFrame)
        : retimeGrid(last.grid, at, gridOf(current, 0)),
    );
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
   * @returns the context frame from which it sounds
   */
  crossTo(boundary: Boundary, blendBars = 0, exactFrame?: number): number {
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
    return this.scheduleAt(
      wishes,
      boundary,
      (at) => gridOf(current, isRelated ? last.grid.originFrame : at),
      { exactFrame, blendFrames: blendBars * barFrames(barLength, bps) },
    );
  }

  private scheduleAt(
    wishes: readonly SlotWish[],
    boundary: Boundary,
    gridAt: (atFrame: number) => Grid,
    { exactFrame, blendFrames = 0 }: { exactFrame?: number | undefined; blendFrames?: number } = {},
  ): number {
    const { looper } = this;
    const { grid, fromFrame } = looper.clock.last!;
    for (let lead = LEAD_FRAMES; ; lead *= 2) {
      const earliest = Math.max(looper.earliestFrame(lead), fromFrame + FADE_FRAMES);
      const isExact = exactFrame !== undefined && exactFrame >= earliest;
      const at = isExact ? exactFrame : boundaryAfter(grid, earliest, boundary);
      if (looper.schedule(wishes, gridAt(at), at, blendFrames) || lead > MAX_LEAD_FRAMES) return at;
    }
  }

  /** Starts from where the music rests. @returns the context frame of the first sound */
  start(): number {
    const { looper } = this;
    for (let lead = LEAD_FRAMES; ; lead *= 2) {
      if (!this.current) throw new Error('No rifff to play');
      const { barLength, bps } = this.current.state;
      const bar = barFrames(barLength, bps);
      const at = looper.earliestFrame(lead) + this.countInBars * bar;
      const restBars = this.countInBars > 0 ? Math.floor(this.restBars) : this.restBars;
      const grid = gridOf(this.current, at - Math.round(restBars * bar));
      if (looper.start(this.wishes(), grid, at) || lead > MAX_LEAD_FRAMES) {
        this.isPlaying = true;
        return at;
      }
    }
  }

  /** Silences the rifff and rests at a position in bars. */
  halt(restBars: number): void {
    this.restBars = restBars;
    this.isPlaying = false;
    this.looper.halt();
    if (this.coming) this.edit(this.coming);
  }

  /** Schedules silence from an exact frame. */
  endAt(atFrame: number): void {
    const { last } = this.looper.clock;
    if (last)
      this.looper.schedule(
        this.plans.map(() => null),
        last.grid,
        atFrame,
      );
  }

  /**
   * Loads a loop to be tried out beside the rifff; `join` then sounds it. Null lets it go at once.
   * @throws Error with one of the loading messages
   */
  async setAudition(loop: Loop | null, signal?: AbortSignal): Promise<void> {
    this.auditionLoop = loop;
    const plan = loop && planAudition(loop, this.current);
    if (plan) this.patterns.keep(plan.pattern, await this.maker.make(plan.pattern, signal));
    if (this.auditionLoop !== loop) return;
    this.plans[AUDITION_SLOT] = plan;
    if (!plan && this.isPlaying) this.rearrange(this.plans);
  }

  /** Lets go of patterns that neither the current rifff, the audition nor `next` needs. */
  forgetUnused(next: Rifff | null): void {
    const plans = [next, this.coming].reduce(
      (all, rifff) => all.concat(planSlots(rifff).plans),
      this.plans,
    );
    this.patterns.forgetAllBut(plans.flatMap((plan) => (plan ? [plan.pattern] : [])));
  }
}
