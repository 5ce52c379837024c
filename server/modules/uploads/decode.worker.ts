/**
 * Decodes one file and measures it, in a thread that can be ended at any time: decoders run on hostile bytes here.
 * The samples never leave the thread.
 */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { FLACDecoder } from '@wasm-audio-decoders/flac';
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import { encodeBytes } from '../../../src/data/contract/loopData.ts';
import { loopBands } from '../../../src/dsp/bands.ts';
import { loopLoudness } from '../../../src/dsp/loudness.ts';
import { type OggPage, oggFault, readOggPages } from '../../../src/dsp/oggPages.ts';
import { loopPeaks } from '../../../src/dsp/peaks.ts';
import { storedChroma } from '../../../src/dsp/storedChroma.ts';
import type { DecodeAnswer, DecodeJob, SoundFacts } from './sound.ts';

/** Bytes given to a decoder at once: packets of a byte each may stand for thousands of frames. */
const CHUNK_BYTES = 4096;
const MIN_LUFS = -120;

interface Decoded {
  readonly channelData: Float32Array[];
  readonly samplesDecoded: number;
  readonly sampleRate: number;
  readonly errors: readonly unknown[];
}

interface Decoder {
  readonly ready: Promise<void>;
  decode(bytes: Uint8Array): Promise<Decoded>;
  flush(): Promise<Decoded>;
}

/** A fault of the file, in words for the one who sent it. */
class SoundFault extends Error {}

/** Collects what is decoded of the stretch that is measured, and counts the rest. */
class Collector {
  readonly channels: Float32Array[];
  frames = 0;
  private readonly from: number;
  private readonly length: number;

  constructor(channels: number, from: number, length: number) {
    this.from = from;
    this.length = length;
    this.channels = Array.from({ length: channels }, () => new Float32Array(length));
  }

  add({ channelData, samplesDecoded }: Decoded): void {
    const at = this.frames - this.from;
    this.channels.forEach((kept, c) => {
      const decoded = channelData[c];
      if (!decoded || samplesDecoded <= 0) return;
      const skipped = Math.max(0, -at);
      const taken = decoded.subarray(skipped, Math.max(skipped, this.length - at));
      if (taken.length > 0 && at + skipped < this.length) kept.set(taken, at + skipped);
    });
    this.frames += samplesDecoded;
  }
}

/** Sound that is no number would spoil every measure: it counts as silence. */
function silenceHoles(channels: readonly Float32Array[]): void {
  for (const channel of channels) {
    for (let at = 0; at < channel.length; at++) {
      if (!Number.isFinite(channel[at])) channel[at] = 0;
    }
  }
}

/** Pages of an Ogg file that is whole. @throws SoundFault */
function wholeOgg(bytes: Uint8Array, maxFrames: number): OggPage[] {
  const pages = readOggPages(bytes);
  const fault = oggFault(pages);
  if (fault || !pages) throw new SoundFault(fault ?? 'it cannot be read');
  if (pages.at(-1)!.granule > BigInt(maxFrames)) throw new SoundFault('it is too long');
  return pages;
}

/** The bits of STREAMINFO that say how many frames there are, 0 when they do not (RFC 9639, section 8.2). */
const flacFrames = (bytes: Buffer) => (bytes[21]! & 15) * 2 ** 32 + bytes.readUInt32BE(22);

async function decodeAll(job: DecodeJob, bytes: Buffer, into: Collector): Promise<void> {
  const decoder: Decoder = job.kind === 'ogg' ? new OggVorbisDecoder() : new FLACDecoder();
  await decoder.ready;
  const take = (decoded: Decoded) => {
    if (decoded.errors.length > 0 || decoded.samplesDecoded < 0) {
      throw new SoundFault('a part of it is damaged');
    }
    if (decoded.samplesDecoded === 0) return;
    if (decoded.sampleRate !== job.sampleRate || decoded.channelData.length !== job.channels) {
      throw new SoundFault('it changes its form on the way');
    }
    into.add(decoded);
    if (into.frames > job.maxFrames) throw new SoundFault('it is longer than it may be');
  };
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    take(await decoder.decode(bytes.subarray(at, at + CHUNK_BYTES)));
  }
  take(await decoder.flush());
}

async function decodeFile(job: DecodeJob): Promise<SoundFacts> {
  const bytes = await readFile(job.path);
  const measured = job.measure ?? { from: 0, frames: 0 };
  const collector = new Collector(job.channels, measured.from, measured.frames);
  const pages = job.kind === 'ogg' ? wholeOgg(bytes, job.maxFrames) : null;
  await decodeAll(job, bytes, collector);
  const { frames, channels } = collector;
  const said = pages ? Number(pages.at(-1)!.granule) : flacFrames(bytes);
  if (frames === 0) throw new SoundFault('it holds no sound');
  if ((pages || said > 0) && said !== frames) {
    throw new SoundFault(`it says that it has ${said} frames and has ${frames}`);
  }
  const { kind, sampleRate } = job;
  const facts = { kind, sampleRate, channels: job.channels, frames };
  if (!job.measure || frames + 1 < measured.from + measured.frames) return facts;
  silenceHoles(channels);
  const loudness = loopLoudness(channels, sampleRate);
  return {
    ...facts,
    analysis: {
      peaks: encodeBytes(loopPeaks(channels)),
      bands: encodeBytes(loopBands(channels, sampleRate)),
      chroma: storedChroma(channels, sampleRate),
      ...(Number.isFinite(loudness) && { loudnessLufs: Math.max(MIN_LUFS, loudness) }),
    },
  };
}

const answer = (found: DecodeAnswer) => parentPort?.postMessage(found);
decodeFile(workerData as DecodeJob).then(
  (facts) => answer({ facts }),
  (error: unknown) =>
    answer({
      fault: error instanceof SoundFault ? error.message : 'it cannot be decoded',
      detail: String(error),
    }),
);
