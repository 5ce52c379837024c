/**
 * Limits and writes one sound of any length piece by piece, so that ten minutes take no more memory than half a minute.
 */

import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import { type WavDepth, wavHeader, wavTail } from '../../dsp/wavWrite.ts';
import { throwIfCancelled } from '../loading/cancel.ts';
import { createEncoder } from '../workers/encode/encoder.ts';
import type { EncoderKind } from '../workers/encode/format.ts';
import { studioPool } from '../workers/studioPool.ts';
import { type ChunkPlan, exportFrames, LEAD_IN_FRAMES, renderChunks } from './chunks.ts';
import type { SoundDesk } from './desk.ts';
import type { SoundFormat } from './Exporter.ts';
import type { Mix } from './mixdown.ts';
import { type SoundTags, wavTags, withFlacTags, withOggTags } from './soundTags.ts';

/** A sound that is about to be written. */
export interface SoundStream {
  /** Frames of the file. */
  readonly frames: number;
  /** Does it go round? Then its pieces begin `LEAD_IN_FRAMES` early and end as much late as the limiter looks ahead. */
  readonly isRound: boolean;
  /** Its pieces in order, at the level that goes into the limiter. */
  pieces(): AsyncGenerator<Mix, void>;
  readonly tags?: SoundTags | undefined;
  readonly signal: AbortSignal;
}

function streamOf(desk: SoundDesk, plan: ChunkPlan): SoundStream {
  const { signal } = desk;
  return {
    frames: exportFrames(desk.rifff, plan.turns, plan.tail),
    isRound: plan.tail === 'folded',
    pieces: () => renderChunks(desk.maker, desk.rifff, { ...plan, signal }),
    tags: plan.tags,
    signal,
  };
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
async function* masteredPieces({ isRound, pieces, signal }: SoundStream, depth: WavDepth | null) {
  const lease = await studioPool.lease({ priority: 'next', signal });
  try {
    await lease.run('openMaster', { depth, leadIn: isRound ? LEAD_IN_FRAMES : 0 });
    for await (const { channels, frames } of pieces()) {
      const transfer = channels.map(({ buffer }) => buffer);
      yield { ...(await lease.run('limit', channels, { transfer })), rendered: frames };
      throwIfCancelled(signal);
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
    // Not awaited yet: the next caller gets the error.
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

async function* limitedPieces(stream: SoundStream) {
  for await (const { channels, rendered } of ahead(masteredPieces(stream, null))) {
    yield { channels, rendered };
  }
}

/** The limited samples of a sound in order: two channels a piece, altogether exactly the frames of the export. */
export const soundPieces = (desk: SoundDesk, plan: ChunkPlan) =>
  limitedPieces(streamOf(desk, plan));

async function writeWav(
  stream: SoundStream,
  depth: WavDepth,
  take: Take,
  progress: (frames: number) => void,
): Promise<void> {
  const { frames } = stream;
  const format = { sampleRate: SAMPLE_RATE_HZ, channels: 2, depth };
  const tags = stream.tags ? wavTags(stream.tags) : new Uint8Array();
  const header = wavHeader(format, frames);
  const view = new DataView(header.buffer);
  const bytes = view.getUint32(RIFF_SIZE_AT, true) + tags.length;
  const isRoom = bytes <= 0xffff_ffff;
  if (isRoom) view.setUint32(RIFF_SIZE_AT, bytes, true);
  await take(header);
  for await (const { bytes, rendered } of ahead(masteredPieces(stream, depth))) {
    if (bytes && bytes.length > 0) await take(bytes);
    progress(rendered);
  }
  const tail = wavTail(format, frames);
  if (tail.length > 0) await take(tail);
  if (isRoom && tags.length > 0) await take(tags);
}

async function writeEncoded(
  stream: SoundStream,
  kind: EncoderKind,
  take: Take,
  progress: (frames: number) => void,
): Promise<void> {
  const { frames, tags } = stream;
  const format = { sampleRate: SAMPLE_RATE_HZ, channels: 2, frames };
  const encoder = await createEncoder(kind, format);
  const withTags = kind === 'flac' ? withFlacTags : withOggTags;
  let isBegun = tags === undefined;
  const takeTagged = (bytes: Uint8Array<ArrayBuffer>) => {
    if (isBegun || bytes.length === 0) return take(bytes);
    isBegun = true;
    return take(withTags(bytes, tags!));
  };
  try {
    for await (const { channels, rendered } of limitedPieces(stream)) {
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
export async function writeStream(
  stream: SoundStream,
  format: SoundFormat,
  take: Take,
  progress: (frames: number) => void,
): Promise<void> {
  const depth = WAV_DEPTH[format];
  if (depth !== null) return writeWav(stream, depth, take, progress);
  return writeEncoded(stream, format === 'flac' ? 'flac' : 'ogg', take, progress);
}

/** The same of a rifff. */
export function writeSound(
  desk: SoundDesk,
  plan: ChunkPlan,
  format: SoundFormat,
  take: Take,
  progress: (frames: number) => void,
): Promise<void> {
  return writeStream(streamOf(desk, plan), format, take, progress);
}
