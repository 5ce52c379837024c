/**
 * Renders, limits and writes one sound of any length piece by piece, so that ten minutes take no more memory than half a
 * minute. Each piece is the engine's own looper begun early enough that everything that rings is there: put together
 * they are what one rendering of the whole would be.
 */

import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { rifffFrames } from '../../data/rules/time/timing.ts';
import { LIMITER_DELAY_FRAMES } from '../../dsp/limiter.ts';
import { type WavDepth, wavHeader, wavTail } from '../../dsp/wavWrite.ts';
import { throwIfCancelled } from '../loading/cancel.ts';
import type { PatternMaker } from '../loading/patternMaker.ts';
import { gainOfDb } from '../master/master.ts';
import { createEncoder } from '../workers/encode/encoder.ts';
import type { EncoderKind } from '../workers/encode/format.ts';
import { studioPool } from '../workers/studioPool.ts';
import type { SoundDesk } from './desk.ts';
import type { SoundFormat, Tail } from './Exporter.ts';
import { type Mix, renderSpan, ringFrames, warmUpFrames } from './mixdown.ts';
import { type SoundTags, wavTags, withFlacTags, withOggTags } from './soundTags.ts';

/** Longest piece. */
export const CHUNK_FRAMES = 30 * SAMPLE_RATE_HZ;
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
  /** Frames of a piece; default `CHUNK_FRAMES`. */
  readonly chunkFrames?: number;
  /** What the file says of itself; left out: nothing. */
  readonly tags?: SoundTags;
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
  const isDryStart = tail === 'left' && fromFrame === 0;
  return renderSpan(maker, rifff, {
    fromFrame,
    frames,
    through: quieter,
    ...(tail === 'left' && { endFrame: turns * rifffFrames(rifff) }),
    ...(isDryStart && { warmUpFrames: 0 }),
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
 * For a file that goes round they begin `LEAD_IN_FRAMES` early and end as much late as the limiter looks ahead.
 * @throws Error as `renderSpan` does
 */
export async function* renderChunks(
  maker: PatternMaker,
  rifff: Rifff,
  plan: ChunkPlan,
): AsyncGenerator<Mix, void> {
  const isRound = plan.tail === 'folded';
  const start = isRound ? -LEAD_IN_FRAMES : 0;
  const end = exportFrames(rifff, plan.turns, plan.tail) + (isRound ? LIMITER_DELAY_FRAMES : 0);
  const step = plan.chunkFrames ?? CHUNK_FRAMES;
  const begin = (from: number): Promise<Mix> => {
    const piece = renderPiece(maker, rifff, plan, from, Math.min(step, end - from));
    // Nobody waits for it yet; whoever asks for it next is told.
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

const WAV_DEPTH: Readonly<Record<SoundFormat, WavDepth | null>> = {
  wav16: 16,
  wav24: 24,
  wavFloat: 'float',
  flac: null,
  ogg: null,
};

/** Where a WAV file says how much follows. */
const RIFF_SIZE_AT = 4;

type Take = (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;

/** The limited pieces of a sound in order. `depth` asks for bytes instead of samples. */
async function* masteredPieces(desk: SoundDesk, plan: ChunkPlan, depth: WavDepth | null) {
  const lease = await studioPool.lease({ priority: 'next', signal: desk.signal });
  try {
    const isRound = plan.tail === 'folded';
    await lease.run('openMaster', { depth, leadIn: isRound ? LEAD_IN_FRAMES : 0 });
    const chunks = renderChunks(desk.maker, desk.rifff, { ...plan, signal: desk.signal });
    for await (const { channels, frames } of chunks) {
      const transfer = channels.map(({ buffer }) => buffer);
      yield { ...(await lease.run('limit', channels, { transfer })), rendered: frames };
      throwIfCancelled(desk.signal);
    }
    if (!isRound) yield { ...(await lease.run('endMaster', undefined)), rendered: 0 };
  } finally {
    lease.end();
  }
}

/**
 * Asks for the next one before this one is worked on: while one piece is written, the one after it is limited, and
 * the one after that is rendered. One is held, no more.
 */
async function* ahead<T>(pieces: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  const ask = () => {
    const next = pieces.next();
    // Nobody waits for it yet; whoever asks for it next is told.
    next.catch(() => undefined);
    return next;
  };
  try {
    for (let coming = ask(); ; ) {
      const { done, value } = await coming;
      if (done) return;
      coming = ask();
      yield value;
    }
  } finally {
    await pieces.return();
  }
}

/** The limited samples of a sound in order: two channels a piece, altogether exactly the frames of the export. */
export async function* soundPieces(desk: SoundDesk, plan: ChunkPlan) {
  for await (const { channels, rendered } of ahead(masteredPieces(desk, plan, null))) {
    yield { channels, rendered };
  }
}

async function writeWav(
  desk: SoundDesk,
  plan: ChunkPlan,
  depth: WavDepth,
  take: Take,
  progress: (frames: number) => void,
): Promise<void> {
  const frames = exportFrames(desk.rifff, plan.turns, plan.tail);
  const format = { sampleRate: SAMPLE_RATE_HZ, channels: 2, depth };
  const tags = plan.tags ? wavTags(plan.tags) : new Uint8Array();
  const header = wavHeader(format, frames);
  const view = new DataView(header.buffer);
  const bytes = view.getUint32(RIFF_SIZE_AT, true) + tags.length;
  const isRoom = bytes <= 0xffff_ffff;
  if (isRoom) view.setUint32(RIFF_SIZE_AT, bytes, true);
  await take(header);
  for await (const { bytes, rendered } of ahead(masteredPieces(desk, plan, depth))) {
    if (bytes && bytes.length > 0) await take(bytes);
    progress(rendered);
  }
  const tail = wavTail(format, frames);
  if (tail.length > 0) await take(tail);
  if (isRoom && tags.length > 0) await take(tags);
}

async function writeEncoded(
  desk: SoundDesk,
  plan: ChunkPlan,
  kind: EncoderKind,
  take: Take,
  progress: (frames: number) => void,
): Promise<void> {
  const frames = exportFrames(desk.rifff, plan.turns, plan.tail);
  const format = { sampleRate: SAMPLE_RATE_HZ, channels: 2, frames };
  const encoder = await createEncoder(kind, format);
  const withTags = kind === 'flac' ? withFlacTags : withOggTags;
  let isBegun = plan.tags === undefined;
  const takeTagged = (bytes: Uint8Array<ArrayBuffer>) => {
    if (isBegun || bytes.length === 0) return take(bytes);
    isBegun = true;
    return take(withTags(bytes, plan.tags!));
  };
  try {
    for await (const { channels, rendered } of soundPieces(desk, plan)) {
      await takeTagged(await encoder.write(channels, 'given'));
      progress(rendered);
    }
    await takeTagged(await encoder.end());
  } finally {
    encoder.cancel();
  }
}

/**
 * Makes one sound and hands its bytes over in order.
 * @param progress told of every piece that is done, in frames
 * @throws Error as rendering and encoding do; RangeError when a WAV file cannot hold so much
 */
export async function writeSound(
  desk: SoundDesk,
  plan: ChunkPlan,
  format: SoundFormat,
  take: Take,
  progress: (frames: number) => void,
): Promise<void> {
  const depth = WAV_DEPTH[format];
  if (depth !== null) return writeWav(desk, plan, depth, take, progress);
  return writeEncoded(desk, plan, format === 'flac' ? 'flac' : 'ogg', take, progress);
}
