/** What an encoder made is decoded again, as a listener's browser will, and compared with what went in. */
import { seamDb } from '../../dsp/seam.ts';
import type { SoundSamples } from '../Studio.ts';
import type { EncoderKind } from './format.ts';

/** What a codec may add to the seam of a loop, in dB over its steady state. */
export const MAX_SEAM_DB = 6;
/** A lossy codec moves peaks; more than this is another sound. */
const MAX_PEAK_CHANGE_DB = 3;
/** Peaks below this are not compared: −60 dB. */
const QUIET = 0.001;
/** Half a step of 24 bits, and rounding of the decoder. */
const FLAC_TOLERANCE = 2 ** -23;

const peakOf = (channels: readonly Float32Array[]) =>
  channels.reduce(
    (peak, channel) => channel.reduce((most, x) => Math.max(most, Math.abs(x)), peak),
    0,
  );

const worstSeam = (channels: readonly Float32Array[]) => Math.max(...channels.map(seamDb));

function channelsOf(buffer: AudioBuffer): Float32Array<ArrayBuffer>[] {
  return Array.from({ length: buffer.numberOfChannels }, (_, c) => buffer.getChannelData(c));
}

/** Decodes a file at `sampleRate` with the browser's own decoder. @throws Error when it does not know it */
export async function decodeFile(file: Blob, sampleRate: number): Promise<AudioBuffer> {
  const context = new OfflineAudioContext(1, 1, sampleRate);
  return context.decodeAudioData(await file.arrayBuffer());
}

function lossyFault(sound: SoundSamples, decoded: readonly Float32Array[]): string | null {
  const [before, after] = [peakOf(sound.channels), peakOf(decoded)];
  const changeDb = 20 * Math.log10(Math.max(after, QUIET) / Math.max(before, QUIET));
  if (Math.abs(changeDb) > MAX_PEAK_CHANGE_DB) return `its peak moved by ${changeDb.toFixed(1)} dB`;
  const seam = worstSeam(decoded);
  // A sound that clicks by itself, or has no steady state, is no fault of the codec.
  const allowed = Math.max(MAX_SEAM_DB, worstSeam(sound.channels) + 1);
  if (after > QUIET && seam > allowed) return `its seam reads ${seam.toFixed(1)} dB`;
  return null;
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

/** What is wrong with an encoded file beside the sound that it was made of, or null when nothing is. */
export async function encodedFault(
  kind: EncoderKind,
  file: Blob,
  sound: SoundSamples,
): Promise<string | null> {
  const buffer = await decodeFile(file, sound.sampleRate);
  const frames = sound.channels[0]!.length;
  if (buffer.numberOfChannels !== sound.channels.length) {
    return `it has ${buffer.numberOfChannels} channels`;
  }
  if (buffer.length !== frames) return `it has ${buffer.length} frames instead of ${frames}`;
  const decoded = channelsOf(buffer);
  return kind === 'flac' ? losslessFault(sound, decoded) : lossyFault(sound, decoded);
}
