/** How a slot's loop becomes a pattern on the grid: pure arithmetic of the model's rules 8 to 10. */
import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import type { Loop } from '../../data/contract/loop.ts';
import type { PlayingSlot } from '../../data/contract/rifff.ts';
import {
  barFrames,
  type LoopGrid,
  loopFrames,
  loopGrid,
  passStartFrame,
  slotLoopBps,
} from '../../data/rules/timing.ts';

/** Patterns longer than this are played as single passes instead of one buffer. */
export const MAX_PATTERN_SEC = 64;

export interface PatternPlan {
  /** Equal keys sound the same: loop, tempo that it is taken to have, lie on the grid. */
  readonly key: string;
  readonly loop: Loop;
  /** Quarter notes per second that the loop is taken to have. */
  readonly loopBps: number;
  readonly grid: LoopGrid;
  readonly framesPerBar: number;
  /** Frames of the whole pattern. */
  readonly frames: number;
  /** The one or two whole lengths that passes have, longest first. */
  readonly passLengths: readonly number[];
  readonly kind: 'loop' | 'passes';
}

/** The lengths of the passes of a pattern, longest first: they differ by one frame at most. */
export function passLengths(grid: LoopGrid, framesPerBar: number): number[] {
  const exact = (grid.bars * framesPerBar) / grid.passes;
  const lengths = new Set<number>();
  for (let i = 0; i < grid.passes && lengths.size < (Number.isInteger(exact) ? 1 : 2); i++) {
    lengths.add(passStartFrame(grid, i + 1, framesPerBar) - passStartFrame(grid, i, framesPerBar));
  }
  return [...lengths].sort((a, b) => b - a);
}

/**
 * The plan of a slot. The corrected tempo of a slot takes more or fewer frames of the file; speed then is
 * what makes one pass last length16ths / playbackRate sixteenths of the rifff.
 *
 * @param barLength sixteenths in a bar of the rifff
 * @param bps tempo of the rifff in quarter notes per second
 */
export function planPattern(
  loop: Loop,
  slot: PlayingSlot,
  barLength: number,
  bps: number,
): PatternPlan {
  const grid = loopGrid(loop.length16ths, barLength, slot.playbackRate);
  const framesPerBar = barFrames(barLength, bps);
  const frames = grid.bars * framesPerBar;
  const loopBps = slotLoopBps(slot, loop);
  return {
    key: `${loop._id}|${loopBps}|${grid.passes}/${grid.bars}|${framesPerBar}`,
    loop,
    loopBps,
    grid,
    framesPerBar,
    frames,
    passLengths: passLengths(grid, framesPerBar),
    kind: frames > MAX_PATTERN_SEC * SAMPLE_RATE_HZ && grid.passes > 1 ? 'passes' : 'loop',
  };
}

/**
 * Frames of the file that are one pass: what the loop declares, if that agrees with its musical length to a
 * frame, else round(seconds · sampleRate).
 */
export function sourceFrames(loop: Loop, loopBps: number, sampleRate: number): number {
  const ideal = loopFrames(loop.length16ths, loopBps, sampleRate);
  const isDeclared = loop.frames !== undefined && sampleRate === loop.sampleRate;
  return isDeclared && Math.abs(loop.frames! - ideal) <= 1 ? loop.frames! : Math.max(1, ideal);
}
