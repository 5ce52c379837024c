/**
 * Patterns that a player needs, whatever the cache drops, and what newly added loops sound like until the vocoder is
 * done: in time, at the pitch that their speed gives them. Such a preview is the pattern of the same plan, resampled
 * instead of stretched, so it lies on the same frames of the grid.
 */
import type { PatternMaker } from '../loading/patternMaker.ts';
import type { PatternPlan } from '../loading/patternPlan.ts';
import type { SlotWish } from '../looper/looper.ts';
import type { Pattern } from '../looper/pattern.ts';
import { inLoadOrder, type SlotPlan, trimOf } from './slotPlans.ts';

/** A pattern under the key that its voice has. */
interface Ready {
  readonly key: string;
  readonly pattern: Pattern;
}

export interface LoadProgress {
  loaded(done: number, total: number): void;
  /** A loop that was added while the music plays can be heard ahead of its own pattern. */
  previewed?(): void;
}

type Plans = readonly (SlotPlan | null)[];

/** The plan that previews another one; null where that is ready as soon (hits are moved in no time). */
function previewPlan(plan: PatternPlan): PatternPlan | null {
  if (plan.shift?.method !== 'tones' || !plan.shift.keepsPitch) return null;
  const { shift: _, ...rest } = plan;
  return { ...rest, key: plan.placeKey };
}

export class HeldPatterns {
  private readonly held = new Map<string, Pattern>();
  private readonly previews = new Map<string, Ready>();
  private readonly failures = new Map<string, string>();
  private readonly maker: PatternMaker;

  constructor(maker: PatternMaker) {
    this.maker = maker;
  }

  has({ key }: PatternPlan): boolean {
    return this.held.has(key);
  }

  /** Why a plan has no pattern, or undefined. */
  failureOf({ key }: PatternPlan): string | undefined {
    return this.failures.get(key);
  }

  /** Is it loaded, or known to fail? */
  knows(plan: PatternPlan): boolean {
    return this.has(plan) || this.failureOf(plan) !== undefined;
  }

  /** Slots of plans that have no pattern because it could not be loaded. */
  failedSlots(plans: Plans): number[] {
    return plans.flatMap((plan, slot) =>
      plan && this.failureOf(plan.pattern) !== undefined ? [slot] : [],
    );
  }

  /** Why the first plan that failed did so, or null. */
  firstFailure(plans: Plans): string | null {
    for (const plan of plans) {
      const failure = plan && this.failureOf(plan.pattern);
      if (failure) return failure;
    }
    return null;
  }

  /**
   * Loads the patterns of plans, in the order in which they are most missed. Failures are kept, not thrown.
   * @param isNew shall a plan be heard ahead of its own pattern?
   * @throws Error 'Buffer loading cancelled for rifff'
   */
  async holdAll(
    plans: Plans,
    signal: AbortSignal,
    progress: LoadProgress,
    isNew: (plan: PatternPlan) => boolean,
  ): Promise<void> {
    const wanted = new Map(plans.flatMap((plan) => (plan ? [[plan.pattern.key, plan]] : [])));
    let done = 0;
    progress.loaded(0, wanted.size);
    await Promise.all(
      inLoadOrder([...wanted.values()]).map(async ({ pattern }) => {
        await this.hold(pattern, signal, isNew(pattern) ? progress.previewed : undefined);
        done += 1;
        progress.loaded(done, wanted.size);
      }),
    );
  }

  /** What a plan can sound like now: as it shall, or its preview. */
  readyFor({ key }: PatternPlan): Ready | undefined {
    const pattern = this.held.get(key);
    return pattern ? { key, pattern } : this.previews.get(key);
  }

  /** What the looper is asked for: the plan or its preview, its slot as it is while that loads, silence if it cannot. */
  wishFor(plan: SlotPlan, level: number): SlotWish {
    const ready = this.readyFor(plan.pattern);
    if (ready) return { ...ready, trim: trimOf(plan, ready.pattern), level, effects: plan.effects };
    return this.failureOf(plan.pattern) === undefined ? 'keep' : null;
  }

  /** Does a voice play a plan, or its preview? */
  isOf(voiceKey: string | undefined, { key }: PatternPlan): boolean {
    return voiceKey !== undefined && (voiceKey === key || voiceKey === this.previews.get(key)?.key);
  }

  keep({ key }: PatternPlan, pattern: Pattern): void {
    this.held.set(key, pattern);
  }

  /**
   * Loads the pattern of a plan. A failure is kept, not thrown.
   * @param previewed makes a preview where that helps, and is told when it is there
   * @throws Error 'Buffer loading cancelled for rifff'
   */
  private async hold(
    plan: PatternPlan,
    signal: AbortSignal,
    previewed?: () => void,
  ): Promise<void> {
    if (this.held.has(plan.key)) return;
    if (previewed) void this.preview(plan, signal, previewed);
    try {
      this.held.set(plan.key, await this.maker.make(plan, signal));
      this.failures.delete(plan.key);
    } catch (error) {
      if (signal.aborted) throw error;
      console.error('A loop could not be loaded', plan.loop?._id, error);
      this.failures.set(plan.key, error instanceof Error ? error.message : String(error));
    }
  }

  private async preview(plan: PatternPlan, signal: AbortSignal, tell: () => void): Promise<void> {
    const preview = previewPlan(plan);
    if (!preview) return;
    try {
      const pattern = await this.maker.make(preview, signal);
      if (signal.aborted || this.held.has(plan.key)) return;
      this.previews.set(plan.key, { key: preview.key, pattern });
      tell();
    } catch {
      // The plan itself meets the same failure and says so.
    }
  }

  /** Lets go of everything that none of the plans needs. */
  forgetAllBut(plans: readonly PatternPlan[]): void {
    const keys = new Set(plans.map((plan) => plan.key));
    for (const map of [this.held, this.failures, this.previews]) {
      for (const key of map.keys()) if (!keys.has(key)) map.delete(key);
    }
    for (const key of this.held.keys()) this.previews.delete(key);
  }
}
