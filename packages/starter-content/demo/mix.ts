import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StarterLoop } from '../../../src/data/contract/library.ts';
import type { Arrangement } from '../../../src/data/rules/arranging/arrangement.ts';
import { barFrames, slotSpeed } from '../../../src/data/rules/time/timing.ts';
import { loopBands } from '../../../src/dsp/bands.ts';
import { chroma, MIN_TONALITY, matchKey, tonality } from '../../../src/dsp/chroma.ts';
import { Limiter } from '../../../src/dsp/limiter.ts';
import { LIMITER_DELAY_FRAMES } from '../../../src/dsp/limiterDelay.ts';
import { loopLoudness } from '../../../src/dsp/loudness.ts';
import { resampleLoop } from '../../../src/dsp/resample.ts';
import { truePeakDb } from '../../../src/dsp/truePeak.ts';
import { decodeOgg } from '../output/ogg.ts';

const SAMPLE_RATE_HZ = 48_000;
/** The ceiling of the player's limiter, in dBTP, and its master gain as it is at first. */
const CEILING_DBTP = -1;
const MASTER_GAIN_DB = -6;
const BLOCK = 4096;
const BARS = 8;
/** Half a decibel less: below that the work of a limiter is not heard. */
const LOWERED = 10 ** (-0.5 / 20);

/** What a rifff sounds like, measured on its mix. */
export interface MixMeasures {
  /** ITU-R BS.1770-4, at a master gain of 0 dB. */
  readonly lufs: number;
  /** At a master gain of 0 dB. */
  readonly truePeakDb: number;
  /** Share of the time in which the limiter takes more than half a decibel, at 0 dB and at the player's master gain. */
  readonly limitedAtUnity: number;
  readonly limited: number;
  /** Powers of the four bands in dB below the sum of them. */
  readonly bandsDb: readonly number[];
  /** Share of the tonal energy that lies in the declared key; null when the mix has too little of it. */
  readonly keyShare: number | null;
  readonly keyMargin: number | null;
}

/** Decoded loops of a starter folder, kept. */
export function loopReader(folder: string) {
  const kept = new Map<string, Promise<Float32Array[]>>();
  return (loop: StarterLoop): Promise<Float32Array[]> => {
    let channels = kept.get(loop._id);
    if (!channels) {
      channels = readFile(join(folder, loop.file)).then(async (file) => {
        const decoded = await decodeOgg(file);
        return decoded.channels;
      });
      kept.set(loop._id, channels);
    }
    return channels;
  };
}

const atSpeeds = new WeakMap<readonly Float32Array[], Map<number, readonly Float32Array[]>>();

/** A loop at `speed` times its own, its pitch with it; kept, for rooms play the same loops again and again. */
function atSpeed(channels: readonly Float32Array[], speed: number): readonly Float32Array[] {
  if (Math.abs(speed - 1) < 1e-9) return channels;
  const frames = Math.round(channels[0]!.length / speed);
  const made = atSpeeds.get(channels) ?? new Map<number, readonly Float32Array[]>();
  atSpeeds.set(channels, made);
  const known = made.get(frames) ?? resampleLoop(channels, frames);
  made.set(frames, known);
  return known;
}

/**
 * Eight bars of an arrangement at 48 kHz, both channels. Loops are brought to the tempo as the player brings them,
 * with their pitch, and go round by their own frames: at most a frame for each pass from the grid.
 */
export async function renderMix(
  voices: Arrangement,
  key: { bps: number; barLength: number },
  read: (loop: StarterLoop) => Promise<Float32Array[]>,
): Promise<[Float32Array, Float32Array]> {
  const frames = BARS * barFrames(key.barLength, key.bps);
  const mix: [Float32Array, Float32Array] = [new Float32Array(frames), new Float32Array(frames)];
  for (const { loop, gain, isOn, playbackRate } of voices) {
    if (!isOn) continue;
    const speed = slotSpeed(key.bps, loop.bps, playbackRate);
    const channels = atSpeed(await read(loop as StarterLoop), speed);
    mix.forEach((out, side) => {
      const source = channels[Math.min(side, channels.length - 1)]!;
      for (let at = 0; at < frames; at++) out[at]! += gain * source[at % source.length]!;
    });
  }
  return mix;
}

/** Share of frames that the limiter lowers by more than half a decibel. */
function limitedShare(mix: readonly Float32Array[], gainDb: number): number {
  const gain = 10 ** (gainDb / 20);
  const limiter = new Limiter(CEILING_DBTP, 2, SAMPLE_RATE_HZ);
  const frames = mix[0]!.length;
  const input = mix.map((channel) => channel.map((value) => value * gain));
  let changed = 0;
  const out = [new Float32Array(BLOCK), new Float32Array(BLOCK)];
  for (let from = 0; from < frames; from += BLOCK) {
    const count = Math.min(BLOCK, frames - from);
    limiter.process(
      input.map((channel) => channel.subarray(from, from + count)),
      out,
      count,
    );
    for (let at = 0; at < count; at++) {
      const before = from + at - LIMITER_DELAY_FRAMES;
      if (before < 0) continue;
      const isLowered = input.some(
        (channel, side) => Math.abs(out[side]![at]!) < LOWERED * Math.abs(channel[before]!),
      );
      if (isLowered) changed += 1;
    }
  }
  return changed / frames;
}

function bandsDb(mix: readonly Float32Array[]): number[] {
  const bytes = loopBands(mix, SAMPLE_RATE_HZ);
  const size = bytes.length / 4;
  const powers = [0, 1, 2, 3].map((band) =>
    bytes.subarray(band * size, (band + 1) * size).reduce((sum, byte) => sum + byte ** 2, 0),
  );
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => 10 * Math.log10(Math.max(power, 1e-9) / total));
}

/** Measures a mix; `pitched` is the same without drums and percussion, by which the key is judged. */
export function measureMix(
  mix: readonly Float32Array[],
  pitched: readonly Float32Array[],
  key: { root: number; scale: number },
): MixMeasures {
  const shares = chroma(pitched, SAMPLE_RATE_HZ);
  const match = tonality(shares) >= MIN_TONALITY ? matchKey(shares, key.root, key.scale) : null;
  return {
    lufs: loopLoudness(mix, SAMPLE_RATE_HZ),
    truePeakDb: truePeakDb(mix),
    limitedAtUnity: limitedShare(mix, 0),
    limited: limitedShare(mix, MASTER_GAIN_DB),
    bandsDb: bandsDb(mix),
    keyShare: match?.share ?? null,
    keyMargin: match?.margin ?? null,
  };
}
