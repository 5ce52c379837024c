/** What each codec does to a loop: its length, its seam, its sound, and how long encoding takes. */
import { decodeFile } from '../../../src/audio/export/uploadFiles.ts';
import type { SoundSamples } from '../../../src/audio/studio/Studio.ts';
import { encodeFlac, encodeOgg } from '../../../src/audio/workers/encode/encoder.ts';
import { seamDb } from '../../../src/dsp/seam.ts';

const RATE = 48_000;
/** Four bars at 120 bpm, and lengths that fit no block of a codec. */
const LENGTHS = [8 * RATE, 100_003, 491_782];

/** A chord of whole periods, so that the loop itself has no seam. */
function chord(frames: number): SoundSamples {
  const make = (c: number) =>
    Float32Array.from({ length: frames }, (_, n) => {
      const turn = (2 * Math.PI * n) / frames;
      const periods = (hz: number) => Math.round((hz * frames) / RATE);
      const low = 0.35 * Math.sin(turn * periods(220 * (c + 1)));
      return low + 0.2 * Math.sin(turn * periods(1320)) + 0.1 * Math.sin(turn * periods(6000) + c);
    });
  return { channels: [make(0), make(1)], sampleRate: RATE };
}

function snrDb(wanted: Float32Array, got: Float32Array): number {
  let signal = 0;
  let noise = 0;
  for (let at = 0; at < wanted.length; at++) {
    signal += wanted[at]! ** 2;
    noise += (wanted[at]! - (got[at] ?? 0)) ** 2;
  }
  return 10 * Math.log10(signal / noise);
}

/** The figures of one codec, the worst of all lengths and channels. */
export interface CodecFigures {
  name: string;
  /** Frames more or fewer than went in. */
  framesOff: number;
  seamDb: number;
  snrDb: number;
  /** Kilobits a second of the first length. */
  kbps: number;
  /** Seconds of sound encoded in a second. */
  timesRealTime: number;
}

const CODECS = { 'Ogg Vorbis': encodeOgg, FLAC: encodeFlac } as const;

async function measure(
  name: string,
  encode: (sound: SoundSamples) => Promise<Blob>,
): Promise<CodecFigures> {
  const worst = { framesOff: 0, seamDb: Number.NEGATIVE_INFINITY, snrDb: Number.POSITIVE_INFINITY };
  let kbps = 0;
  let seconds = 0;
  let spentMs = 0;
  // The first file loads the encoder.
  await encode(chord(RATE));
  for (const frames of LENGTHS) {
    const sound = chord(frames);
    const began = performance.now();
    const file = await encode(sound);
    spentMs += performance.now() - began;
    seconds += frames / RATE;
    kbps ||= (file.size * 8) / (frames / RATE) / 1000;
    const decoded = await decodeFile(file, RATE);
    worst.framesOff = Math.max(worst.framesOff, Math.abs(decoded.length - frames));
    sound.channels.forEach((channel, c) => {
      const got = decoded.getChannelData(c);
      worst.seamDb = Math.max(worst.seamDb, seamDb(got));
      worst.snrDb = Math.min(worst.snrDb, snrDb(channel, got));
    });
  }
  return { name, ...worst, kbps, timesRealTime: seconds / (spentMs / 1000) };
}

/** Every codec that loops are uploaded or exported in. */
export async function codecs(): Promise<CodecFigures[]> {
  const figures: CodecFigures[] = [];
  for (const [name, encode] of Object.entries(CODECS)) figures.push(await measure(name, encode));
  return figures;
}
