import type { LoopGrid } from '../../data/rules/time/timing.ts';

/**
 * What a voice plays, at rate 1 and 48 kHz, in one of two forms.
 * `loop`: one buffer that holds the whole pattern (the fewest whole bars that hold whole passes).
 * `passes`: the pattern would be too long for memory, so single passes are kept, one buffer for each of the
 * two lengths that rounding gives, and started one after the other.
 */
export type Pattern = LoopPattern | PassesPattern;

interface PatternBase {
  /** Frames after which everything repeats. */
  readonly frames: number;
  /** Integrated loudness of the loop, measured when its document has none. */
  readonly loudnessLufs?: number | undefined;
}

interface LoopPattern extends PatternBase {
  readonly kind: 'loop';
  readonly buffer: AudioBuffer;
}

export interface PassesPattern extends PatternBase {
  readonly kind: 'passes';
  readonly grid: LoopGrid;
  readonly framesPerBar: number;
  /** Buffer of a pass of the longer and of the shorter length. */
  readonly passes: ReadonlyMap<number, AudioBuffer>;
}
