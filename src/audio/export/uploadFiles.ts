/**
 * The files that go up to a server: of a loop that was made on this device Ogg Vorbis and FLAC, each decoded again, as
 * a listener's browser will, and compared with what went in.
 */
import type { Loop } from '../../data/contract/loop.ts';
import { loopFrames } from '../../data/rules/time/timing.ts';
import { highestPeak } from '../../dsp/levels.ts';
import { seamDb } from '../../dsp/seam.ts';
import { encodeWav } from '../../dsp/wavWrite.ts';
import { channelsOf } from '../loading/audioBuffer.ts';
import { decodeBytes } from '../loading/decodeBytes.ts';
import { getPcm } from '../loading/pcmStore.ts';
import type { LoopFiles, SoundSamples, StudioCodec } from '../studio/Studio.ts';
import { encodeFlac, encodeOgg } from '../workers/encode/encoder.ts';
import { type EncoderKind, OGG_QUALITY } from '../workers/encode/format.ts';

/** What a codec may add to the seam of a loop, in dB over its steady state. */
export const MAX_SEAM_DB = 6;
/** A lossy codec moves peaks; more than this is another sound. */
const MAX_PEAK_CHANGE_DB = 3;
/** Peaks below this are not compared: −60 dB. */
const QUIET = 0.001;
/** Half a step of 24 bits, and rounding of the decoder. */
const FLAC_TOLERANCE = 2 ** -23;

const worstSeam = (channels: readonly Float32Array[]) => Math.max(...channels.map(seamDb));

/** Decodes a file at `sampleRate`, as playing it does. @throws Error when it does not know it */
export async function decodeFile(file: Blob, sampleRate: number): Promise<AudioBuffer> {
  return decodeBytes(await file.arrayBuffer(), sampleRate);
}

function peakFault(sound: SoundSamples, decoded: readonly Float32Array[]): string | null {
  const [before, after] = [highestPeak(sound.channels), highestPeak(decoded)];
  const changeDb = 20 * Math.log10(Math.max(after, QUIET) / Math.max(before, QUIET));
  if (Math.abs(changeDb) <= MAX_PEAK_CHANGE_DB) return null;
  return `its peak moved by ${changeDb.toFixed(1)} dB`;
}

/** By how many dB the codec made the seam worse than it may; 0 where it did not. */
function seamExcessDb(sound: SoundSamples, decoded: readonly Float32Array[]): number {
  if (highestPeak(decoded) <= QUIET) return 0;
  // A sound that clicks by itself, or has no steady state, is no fault of the codec.
  const allowed = Math.max(MAX_SEAM_DB, worstSeam(sound.channels) + 1);
  return Math.max(0, worstSeam(decoded) - allowed);
}

function losslessFault(sound: SoundSamples, decoded: readonly Float32Array[]): string | null {
  for (const [c, channel] of sound.channels.entries()) {
    for (let at = 0; at < channel.length; at++) {
      const sample = Number.isFinite(channel[at]) ? channel[at]! : 0;
      const wanted = Math.max(-1, Math.min(1, sample));
      if (Math.abs(decoded[c]![at]! - wanted) > FLAC_TOLERANCE) return `frame ${at} is another`;
    }
  }
  return null;
}

interface Verdict {
  /** What makes it the file of another sound, or null when nothing does. */
  readonly fault: string | null;
  /** By how many dB its seam is worse than it may be; 0 when it is not. */
  readonly seamExcessDb: number;
}

/** Compares an encoded file, decoded again, with the sound that it was made of. */
export async function checkEncoded(
  kind: EncoderKind,
  file: Blob,
  sound: SoundSamples,
): Promise<Verdict> {
  const buffer = await decodeFile(file, sound.sampleRate);
  const frames = sound.channels[0]!.length;
  const faulty = (fault: string): Verdict => ({ fault, seamExcessDb: 0 });
  if (buffer.numberOfChannels !== sound.channels.length) {
    return faulty(`it has ${buffer.numberOfChannels} channels`);
  }
  if (buffer.length !== frames)
    return faulty(`it has ${buffer.length} frames instead of ${frames}`);
  const decoded = channelsOf(buffer);
  if (kind === 'flac') return { fault: losslessFault(sound, decoded), seamExcessDb: 0 };
  return { fault: peakFault(sound, decoded), seamExcessDb: seamExcessDb(sound, decoded) };
}

/** Tried one after the other until the decoded file passes. */
const OGG_QUALITIES = [OGG_QUALITY, 8, 10];

/**
 * The first quality whose seam is unheard, else the one whose seam is best: a very pure tone has so smooth a steady
 * state that what any quality does to its ends shows beside it, and a loop that could never be sent would be worse.
 */
async function checkedOgg(sound: SoundSamples): Promise<Blob> {
  let fault: string | null = null;
  let best: { file: Blob; excessDb: number } | null = null;
  for (const quality of OGG_QUALITIES) {
    const file = await encodeOgg(sound, quality);
    const verdict = await checkEncoded('ogg', file, sound);
    fault = verdict.fault ?? fault;
    if (verdict.fault !== null) continue;
    if (verdict.seamExcessDb === 0) return file;
    if (!best || verdict.seamExcessDb < best.excessDb) {
      best = { file, excessDb: verdict.seamExcessDb };
    }
  }
  if (best) return best.file;
  throw new Error(`The Ogg Vorbis of this loop is not right: ${fault}`);
}

async function checkedFlac(sound: SoundSamples): Promise<Blob> {
  const file = await encodeFlac(sound);
  const { fault } = await checkEncoded('flac', file, sound);
  if (fault !== null) throw new Error(`The FLAC of this loop is not right: ${fault}`);
  return file;
}

/** Ogg Vorbis and FLAC of one pass, each decoded again and compared. @throws Error when one is not right */
export async function encodeSound(sound: SoundSamples): Promise<LoopFiles> {
  const ogg = await checkedOgg(sound);
  return { ogg, flac: await checkedFlac(sound), frames: sound.channels[0]!.length };
}

/**
 * Encodes a loop whose sound this device has.
 * @throws Error when it has none, or when a file does not decode to what went in
 */
export async function encodeLoop(loop: Loop): Promise<LoopFiles> {
  const sound = await getPcm(loop._id);
  if (!sound) throw new Error(`This device has no sound of the loop ${loop._id}`);
  const frames = loopFrames(loop.length16ths, loop.bps, sound.sampleRate);
  if (sound.channels[0]?.length !== frames) {
    throw new RangeError(`The sound of the loop ${loop._id} is not ${frames} frames long`);
  }
  return encodeSound(sound);
}

/** What brings loops in from elsewhere. */
export const studioCodec: StudioCodec = {
  async decode(file, { sampleRate, frames }) {
    const channels = channelsOf(await decodeFile(file, sampleRate));
    return { sampleRate, channels: channels.map((channel) => channel.subarray(0, frames)) };
  },
  async encode(sound, wantsMaster) {
    const ogg = await checkedOgg(sound);
    return wantsMaster ? { ogg, flac: await checkedFlac(sound) } : { ogg };
  },
};

/**
 * One file without loss of a loop whose sound this device has, for the other devices of the account.
 * @returns FLAC; WAV where that cannot be made rightly
 * @throws Error when this device has no sound of it
 */
export async function encodeTake(loop: Loop): Promise<Blob> {
  const sound = await getPcm(loop._id);
  if (!sound) throw new Error(`This device has no sound of the loop ${loop._id}`);
  try {
    return await checkedFlac(sound);
  } catch (cause) {
    console.warn('A take is kept as WAV', cause);
    return new Blob([encodeWav(sound.channels, sound.sampleRate, 'float')], { type: 'audio/wav' });
  }
}
