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
  slotSpeed,
} from '../../data/rules/time/timing.ts';
import type { ShiftMethod } from '../workers/renderPass.ts';

/** Speeds and shifts nearer to none than this are none. */
const TINY = 1e-6;
/** Furthest that pitch is moved. */
const MAX_SEMITONES = 24;
/** Categories that are hits: they keep their attacks by being moved whole. */
const HITS: ReadonlySet<string> = new Set(['drums', 'perc']);

/** Patterns longer than this are played as single passes instead of one buffer. */
export const MAX_PATTERN_SEC = 64;

export interface PatternPlan {
  /** Equal keys sound the same: loop, tempo that it is taken to have, lie on the grid. */
  readonly key: string;
  /** The key without pitch: where and how fast the loop lies on the grid. */
  readonly placeKey: string;
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
  /** Left out where the pitch follows the speed and nothing else. */
  readonly shift?: PatternShift;
}

/** A change of pitch, or of speed without pitch. */
export interface PatternShift {
  readonly method: ShiftMethod;
  readonly keepsPitch: boolean;
  readonly semitones: number;
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
 * @param semitones how far the pitch is moved, the match of the key included
 */
export function planPattern(
  loop: Loop,
  slot: PlayingSlot,
  barLength: number,
  bps: number,
  semitones = slot.pitchShiftSettings.shiftSemitones,
): PatternPlan {
  const grid = loopGrid(loop.length16ths, barLength, slot.playbackRate);
  const framesPerBar = barFrames(barLength, bps);
  const frames = grid.bars * framesPerBar;
  const loopBps = slotLoopBps(slot, loop);
  const shift = shiftOf(loop, slot, bps, semitones);
  const place = `${loop._id}|${loopBps}|${grid.passes}/${grid.bars}|${framesPerBar}`;
  return {
    key: shift ? `${place}|${shift.method}|${shift.keepsPitch}|${shift.semitones}` : place,
    placeKey: place,
    ...(shift && { shift }),
    loop,
    loopBps,
    grid,
    framesPerBar,
    frames,
    passLengths: passLengths(grid, framesPerBar),
    kind: frames > MAX_PATTERN_SEC * SAMPLE_RATE_HZ && grid.passes > 1 ? 'passes' : 'loop',
  };
}

function shiftOf(
  loop: Loop,
  slot: PlayingSlot,
  bps: number,
  wanted: number,
): PatternShift | undefined {
  const semitones = Math.min(MAX_SEMITONES, Math.max(-MAX_SEMITONES, wanted));
  const speed = slotSpeed(bps, slotLoopBps(slot, loop), slot.playbackRate);
  const keepsPitch = slot.pitchShiftSettings.timeStretch && Math.abs(speed - 1) > TINY;
  if (!keepsPitch && Math.abs(semitones) < TINY) return undefined;
  const method = HITS.has(slot.category ?? loop.category) ? 'slices' : 'tones';
  return { method, keepsPitch, semitones };
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
