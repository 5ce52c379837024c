import type { Loop } from '../../../src/data/contract/loop.ts';
import { loopBands } from '../../../src/dsp/bands.ts';
import {
  type KeyMatch,
  MIN_TONALITY,
  matchKey,
  type TonalContent,
  tonalContent,
  tonality,
} from '../../../src/dsp/chroma.ts';
import { targetLufs } from '../../../src/dsp/levels.ts';
import { loopLoudness } from '../../../src/dsp/loudness.ts';
import { loopPeaks } from '../../../src/dsp/peaks.ts';
import { seamDb } from '../../../src/dsp/seam.ts';
import { type SpectralShape, spectralShape } from '../../../src/dsp/spectralShape.ts';
import { truePeakDb } from '../../../src/dsp/truePeak.ts';

export interface LoopMeasures {
  /** Integrated loudness of the loop going round, LUFS, and what it lies above its category's target, LU. */
  readonly loudnessLufs: number;
  readonly overTargetLu: number;
  readonly truePeakDb: number;
  /** Worst channel: bend over the seam against the largest elsewhere, dB. */
  readonly seamDb: number;
  readonly frames: number;
  /** Frames that tempo and length ask for. */
  readonly expectedFrames: number;
  /** Largest mean of a channel, as a magnitude of full scale. */
  readonly dc: number;
  readonly chroma: Float32Array;
  /** Undefined where pitch means nothing: drums, percussion, effects without a steady pitch. */
  readonly key: KeyMatch | undefined;
  readonly peaks: Uint8Array;
  readonly bands: Uint8Array;
  readonly shape: SpectralShape;
}

const UNPITCHED = ['drums', 'perc'];
/** An effect has a key when this much of its energy is tones, and they stand on semitones. */
const FX_MIN_TONALITY = 0.3;
const FX_MIN_TUNED = 0.6;

function isPitched(category: string, { shares, tuned }: TonalContent): boolean {
  if (UNPITCHED.includes(category)) return false;
  if (category !== 'fx') return tonality(shares) >= MIN_TONALITY;
  return tonality(shares) >= FX_MIN_TONALITY && tuned >= FX_MIN_TUNED;
}

/** Frames of one pass of a loop: round(length16ths / (4 · bps) · sampleRate). */
export function expectedFrames(loop: Pick<Loop, 'length16ths' | 'bps' | 'sampleRate'>): number {
  return Math.round((loop.length16ths / (4 * loop.bps)) * loop.sampleRate);
}

function dcOf(channel: Float32Array): number {
  return Math.abs(channel.reduce((sum, value) => sum + value, 0) / Math.max(1, channel.length));
}

/** Measures what a loop's document promises against its sound (decoded, at the document's rate). */
export function measureLoop(
  loop: Pick<Loop, 'category' | 'length16ths' | 'bps' | 'sampleRate' | 'root' | 'scale'>,
  channels: readonly Float32Array[],
): LoopMeasures {
  const { sampleRate, category, root, scale } = loop;
  const loudnessLufs = loopLoudness(channels, sampleRate);
  const tones = tonalContent(channels, sampleRate);
  const hasKey = root !== undefined && scale !== undefined && isPitched(category, tones);
  return {
    loudnessLufs,
    overTargetLu: loudnessLufs - targetLufs(category),
    truePeakDb: truePeakDb(channels),
    seamDb: Math.max(...channels.map(seamDb)),
    frames: channels[0]?.length ?? 0,
    expectedFrames: expectedFrames(loop),
    dc: Math.max(...channels.map(dcOf)),
    chroma: tones.shares,
    key: hasKey ? matchKey(tones.shares, root, scale) : undefined,
    peaks: loopPeaks(channels),
    bands: loopBands(channels, sampleRate),
    shape: spectralShape(channels, sampleRate, loop.length16ths),
  };
}
