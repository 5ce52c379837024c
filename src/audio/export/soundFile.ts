/** Renders, limits and writes one sound, piece by piece. */
import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import { type WavDepth, wavHeader, wavTail } from '../../dsp/wavWrite.ts';
import { throwIfCancelled } from '../loading/cancel.ts';
import { createEncoder } from '../workers/encode/encoder.ts';
import type { EncoderKind } from '../workers/encode/format.ts';
import { studioPool } from '../workers/studioPool.ts';
import type { SoundDesk } from './desk.ts';
import type { SoundFormat } from './Exporter.ts';
import { type ChunkPlan, exportFrames, LEAD_IN_FRAMES, renderChunks } from './renderChunks.ts';

export const WAV_DEPTH: Readonly<Record<SoundFormat, WavDepth | null>> = {
  wav16: 16,
  wav24: 24,
  wavFloat: 'float',
  flac: null,
  ogg: null,
};

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
  await take(wavHeader(format, frames));
  for await (const { bytes, rendered } of ahead(masteredPieces(desk, plan, depth))) {
    if (bytes && bytes.length > 0) await take(bytes);
    progress(rendered);
  }
  const tail = wavTail(format, frames);
  if (tail.length > 0) await take(tail);
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
  try {
    for await (const { channels, rendered } of soundPieces(desk, plan)) {
      await take(await encoder.write(channels, 'given'));
      progress(rendered);
    }
    await take(await encoder.end());
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
