/** The voices of a field that are wanted now or soon: fetched once, dropped when no longer wanted. */
import { type PatternMaker, patternBytes } from '../loading/patternMaker.ts';
import type { PatternPlan } from '../loading/patternPlan.ts';
import type { Pattern } from '../looper/pattern.ts';
import type { FieldVoice } from './fieldPlans.ts';

/** A voice, loading or loaded. */
interface Held {
  readonly abort: AbortController;
  pattern: Pattern | null;
  hasFailed: boolean;
}

export class FieldLoads {
  private readonly maker: PatternMaker;
  private readonly held = new Map<string, Held>();

  constructor(maker: PatternMaker) {
    this.maker = maker;
  }

  /**
   * Fetches wanted voices that are missing, and drops the rest.
   *
   * @param now voices of audible rifffs
   * @param next voices of the next ones
   */
  want(now: Iterable<FieldVoice>, next: Iterable<FieldVoice>): void {
    const needed = new Set<string>();
    for (const { pattern } of now) {
      needed.add(pattern.key);
      this.hold(pattern, 'playing');
    }
    for (const { pattern } of next) {
      needed.add(pattern.key);
      this.hold(pattern, 'next');
    }
    for (const [key, { abort }] of this.held) {
      if (needed.has(key)) continue;
      abort.abort();
      this.held.delete(key);
    }
  }

  /** Fetches a voice once; one that is here stays among what the cache drops last. */
  private hold(plan: PatternPlan, priority: 'playing' | 'next'): void {
    const known = this.held.get(plan.key);
    if (known) {
      if (known.pattern) this.maker.peek(plan);
      return;
    }
    const held: Held = { abort: new AbortController(), pattern: null, hasFailed: false };
    this.held.set(plan.key, held);
    this.maker.make(plan, held.abort.signal, priority).then(
      (pattern) => {
        held.pattern = pattern;
      },
      (error: unknown) => {
        if (held.abort.signal.aborted) return;
        console.info('A loop of the field could not be loaded', plan.loop._id, error);
        held.hasFailed = true;
      },
    );
  }

  /** The pattern of a voice, once it is here. */
  patternOf({ key }: PatternPlan): Pattern | null {
    return this.held.get(key)?.pattern ?? null;
  }

  /** Could a voice that is wanted not be fetched? */
  hasFailed({ key }: PatternPlan): boolean {
    return this.held.get(key)?.hasFailed ?? false;
  }

  /** Is something loading? */
  get isFetching(): boolean {
    return [...this.held.values()].some(({ pattern, hasFailed }) => !pattern && !hasFailed);
  }

  /** Bytes of samples that are held. */
  get bytes(): number {
    let bytes = 0;
    for (const { pattern } of this.held.values()) if (pattern) bytes += patternBytes(pattern);
    return bytes;
  }

  /** Lets go of everything. */
  clear(): void {
    for (const { abort } of this.held.values()) abort.abort();
    this.held.clear();
  }
}
