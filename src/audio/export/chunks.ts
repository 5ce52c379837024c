/**
 * A rifff rendered in pieces, before the limiter. Each piece is the engine's own looper begun early enough that
 * everything that rings is there: put together they are what one rendering of the whole would be.
 */

import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { rifffFrames } from '../../data/rules/time/timing.ts';
import { LIMITER_DELAY_FRAMES } from '../../dsp/limiterDelay.ts';
import { throwIfCancelled } from '../loading/cancel.ts';
import type { PatternMaker } from '../loading/patternMaker.ts';
import { gainOfDb } from '../master/master.ts';
import type { Tail } from './Exporter.ts';
import { type Mix, renderSpan, ringFrames, warmUpFrames } from './mixdown.ts';
import type { SoundTags } from './soundTags.ts';

/** Longest piece. */
export const CHUNK_FRAMES = 30 * SAMPLE_RATE_HZ;
/** The same of what rings: each piece is begun seconds early for that, 4.9 of them at 120 bpm. */
const RINGING_CHUNK_FRAMES = 60 * SAMPLE_RATE_HZ;
/** Gain of the master in every export: what the engine starts with, wherever the listener has put it since. */
export const EXPORT_GAIN_DB = -6;

/** Filters have settled after this. */
const SETTLE_FRAMES = SAMPLE_RATE_HZ;

/** Frames before a file that goes round which the limiter hears, so that its gain is the same at both ends. */
export const LEAD_IN_FRAMES = SAMPLE_RATE_HZ;

/** Pieces that are rendered side by side, each on a thread of its own: no more than half of the machine. */
const RENDERINGS = Math.min(4, Math.max(1, Math.floor((navigator.hardwareConcurrency || 2) / 2)));

export interface ChunkPlan {
  readonly turns: number;
  readonly tail: Tail;
  /** Slots that sound; left out: all. */
  readonly slots?: readonly number[];
  /** Frames of a piece; default `CHUNK_FRAMES`, or twice as many of what rings. */
  readonly chunkFrames?: number;
  /** What the file says of itself; left out: nothing. */
  readonly tags?: SoundTags;
  /**
   * Frames before the first one that are rendered too: voices fade in there, within the cross-over of the looper. For
   * a sound that follows another; default 0.
   */
  readonly leadFrames?: number;
  readonly signal?: AbortSignal;
}

/** Frames of an export of a rifff, tail included. Every stem of it is as long. */
export function exportFrames(rifff: Rifff, turns: number, tail: Tail): number {
  return turns * rifffFrames(rifff) + (tail === 'left' ? ringFrames(rifff) : 0);
}

function quieter(context: BaseAudioContext): AudioNode {
  const gain = new GainNode(context, { gain: gainOfDb(EXPORT_GAIN_DB) });
  gain.connect(context.destination);
  return gain;
}

function renderPiece(
  maker: PatternMaker,
  rifff: Rifff,
  plan: ChunkPlan,
  fromFrame: number,
  frames: number,
): Promise<Mix> {
  const { turns, tail, slots, signal } = plan;
  // A file that goes round begins with what still rings of its end; one that does not begins out of silence.
  const isDryStart = tail === 'left' && fromFrame <= 0;
  return renderSpan(maker, rifff, {
    fromFrame,
    frames,
    through: quieter,
    ...(tail === 'left' && { endFrame: turns * rifffFrames(rifff) }),
    // Below 0: what is asked for begins before the voices are whole.
    ...(isDryStart && { warmUpFrames: fromFrame }),
    ...(tail === 'left' && !isDryStart && { warmUpFrames: warmUpOf(rifff, fromFrame) }),
    ...(slots && { slots }),
    ...(signal && { signal }),
  });
}

/** Before the first frame of the rifff nothing sounded: the warm-up must not reach behind it. */
function warmUpOf(rifff: Rifff, fromFrame: number): number {
  return Math.min(fromFrame, warmUpFrames(rifff) || SETTLE_FRAMES);
}

/**
 * The pieces in order, at the level that goes into the limiter. The next ones are rendered while one is worked on.
 * For a file that goes round they begin `LEAD_IN_FRAMES` early and end as much late as the limiter looks ahead; else
 * they begin `leadFrames` early.
 * @throws Error as `renderSpan` does
 */
export async function* renderChunks(
  maker: PatternMaker,
  rifff: Rifff,
  plan: ChunkPlan,
): AsyncGenerator<Mix, void> {
  const isRound = plan.tail === 'folded';
  const start = isRound ? -LEAD_IN_FRAMES : -(plan.leadFrames ?? 0);
  const end = exportFrames(rifff, plan.turns, plan.tail) + (isRound ? LIMITER_DELAY_FRAMES : 0);
  const step = plan.chunkFrames ?? (ringFrames(rifff) > 0 ? RINGING_CHUNK_FRAMES : CHUNK_FRAMES);
  const begin = (from: number): Promise<Mix> => {
    const piece = renderPiece(maker, rifff, plan, from, Math.min(step, end - from));
    // Not awaited yet: the next caller gets the error.
    piece.catch(() => undefined);
    return piece;
  };
  const coming: Promise<Mix>[] = [];
  let next = start;
  const fill = () => {
    while (coming.length < RENDERINGS && next < end) {
      coming.push(begin(next));
      next += step;
    }
  };
  for (fill(); coming.length > 0; ) {
    const piece = await coming.shift()!;
    throwIfCancelled(plan.signal);
    fill();
    yield piece;
  }
}
