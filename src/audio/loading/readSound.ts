/**
 * From a file to its samples: WAV and AIFF by our own readers, Ogg, FLAC, MP3 and M4A by the browser. A file is looked
 * into before anything is decoded, so that an hour of music in a small file takes no memory.
 */
import { MAX_SOUND_SEC } from '../../data/contract/constants.ts';
import { MESSAGES } from '../../data/contract/messages.ts';
import {
  checkFormat,
  type DecodedAudio,
  SoundFileError,
  type SoundFileFault,
} from '../../dsp/soundFile.ts';
import { playPool } from '../workers/playPool.ts';
import { type JobOptions, WorkerLimitError } from '../workers/workerPool.ts';
import { channelsOf } from './audioBuffer.ts';
import { throwIfCancelled, unlessCancelled } from './cancel.ts';
import { DECODING, decodeBytes } from './decodeBytes.ts';
import { withTrack } from './soundTrack.ts';

/** Bits of a sample where the coding has none of its own: those of what is decoded. */
const DECODED_BITS = 32;

interface Probe {
  readonly sampleRate: number;
  readonly channels: number;
  readonly durationSec: number;
}

/** What a file says of itself, without decoding it. @throws SoundFileError */
function probeFile(file: Blob): Promise<Probe> {
  return withTrack(file, async (_, track) => ({
    sampleRate: track.sampleRate,
    channels: track.numberOfChannels,
    durationSec: await track.computeDuration(),
  }));
}

async function decodeWhole(
  file: Blob,
  sampleRate: number,
  signal?: AbortSignal,
): Promise<DecodedAudio> {
  const buffer = await decodeBytes(await file.arrayBuffer(), sampleRate, { signal });
  const channels = channelsOf(buffer);
  const { length } = buffer;
  return { sampleRate, bitDepth: DECODED_BITS, channels, length, totalFrames: length };
}

/** Decodes packet by packet with WebCodecs: what lies beyond five minutes is never decoded. */
function decodePackets(file: Blob, probe: Probe, signal?: AbortSignal): Promise<DecodedAudio> {
  const { sampleRate, durationSec } = probe;
  const totalFrames = Math.max(1, Math.round(durationSec * sampleRate));
  const length = Math.min(totalFrames, MAX_SOUND_SEC * sampleRate);
  return withTrack(file, async ({ AudioSampleSink }, track) => {
    const channels = Array.from({ length: probe.channels }, () => new Float32Array(length));
    for await (const sample of new AudioSampleSink(track).samples(0, MAX_SOUND_SEC)) {
      const from = Math.round(sample.timestamp * sampleRate);
      const part = new Float32Array(sample.numberOfFrames);
      for (const [planeIndex, channel] of channels.entries()) {
        sample.copyTo(part, { planeIndex, format: 'f32-planar' });
        const skip = Math.max(0, -from);
        const kept = part.subarray(skip, Math.max(skip, length - from));
        if (from + skip < length) channel.set(kept, from + skip);
      }
      sample.close();
      if (signal?.aborted) break;
    }
    throwIfCancelled(signal);
    return { sampleRate, bitDepth: DECODED_BITS, channels, length, totalFrames };
  });
}

/**
 * Decodes a file that the browser knows: by `decodeAudioData` at the file's own rate, or packet by packet when it is
 * longer than five minutes, when that takes more than 10 s or when it fails.
 * @throws SoundFileError; Error 'Buffer loading cancelled for rifff' when `signal` aborts
 */
async function decodeByBrowser(file: Blob, signal?: AbortSignal): Promise<DecodedAudio> {
  throwIfCancelled(signal);
  const probe = await unlessCancelled(probeFile(file), signal);
  checkFormat(probe);
  if (probe.durationSec <= MAX_SOUND_SEC) {
    try {
      return await unlessCancelled(decodeWhole(file, probe.sampleRate, signal), signal);
    } catch (cause) {
      throwIfCancelled(signal);
      console.warn('The browser did not decode the file at once, trying it in packets', cause);
    }
  }
  return unlessCancelled(decodePackets(file, probe, signal), signal);
}

/** Bytes of a file that are looked at: five minutes of anything that we take fit. */
const MAX_FILE_BYTES = 512 * 2 ** 20;

export interface ReadOptions extends JobOptions {
  /** Other workers than the page's. */
  readonly pool?: typeof playPool;
}

const FORMAT_MESSAGES: readonly string[] = [
  MESSAGES.notAWav,
  MESSAGES.notPcmWav,
  MESSAGES.notAnAiff,
];

type Format = 'wav' | 'aiff' | 'browser';

/** By its first bytes; where they say nothing, by its name, so that a wrong file is refused in the right words. */
async function formatOf(file: Blob, name: string): Promise<Format> {
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const magic = String.fromCharCode(...head.subarray(0, 4));
  if (magic === 'RIFF') return 'wav';
  if (magic === 'FORM') return 'aiff';
  const isKnown = /^(OggS|fLaC|ID3|....ftyp)/s.test(String.fromCharCode(...head));
  if (isKnown || (head[0] === 0xff && (head[1]! & 0xe0) === 0xe0)) return 'browser';
  if (/\.wave?$/i.test(name)) return 'wav';
  return /\.(aif|aiff|aifc)$/i.test(name) ? 'aiff' : 'browser';
}

/** A refusal that has come from a worker is an error of its class again. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof Error && 'fault' in error)) return error;
  return new SoundFileError(error.fault as SoundFileFault, error.message);
}

async function readPlain(
  format: 'wav' | 'aiff',
  file: Blob,
  { pool = playPool, ...options }: ReadOptions,
): Promise<DecodedAudio> {
  const bytes = new Uint8Array(await file.slice(0, MAX_FILE_BYTES).arrayBuffer());
  try {
    return await pool.run(format, bytes, { ...DECODING, ...options });
  } catch (error) {
    if (!(error instanceof WorkerLimitError)) throw asRefusal(error);
    console.warn(`${error.message}, the browser tries`);
    return decodeByBrowser(file, options.signal);
  }
}

/**
 * Reads a sound file of any kind that we take. What is no such file is refused, with the words of the specification
 * in the console for WAV and AIFF.
 * @throws SoundFileError; Error 'Buffer loading cancelled for rifff' when the signal aborts
 */
export async function readSound(
  file: Blob,
  name: string,
  options: ReadOptions = {},
): Promise<DecodedAudio> {
  throwIfCancelled(options.signal);
  const format = await formatOf(file, name);
  try {
    if (format !== 'browser') return await readPlain(format, file, options);
    if (file.size > MAX_FILE_BYTES) {
      throw new SoundFileError('unreadable', 'The file is larger than 512 MB');
    }
    return await decodeByBrowser(file, options.signal);
  } catch (error) {
    if (error instanceof SoundFileError && FORMAT_MESSAGES.includes(error.message)) {
      console.error(error.message);
    }
    throw error;
  }
}
