/** What every loop document stores about its sound. */
import { encodeBytes } from '../../data/contract/bytes.ts';
import { loopBands } from '../../dsp/bands.ts';
import { loopLoudness } from '../../dsp/loudness.ts';
import { loopPeaks } from '../../dsp/peaks.ts';
import { storedChroma } from '../../dsp/storedChroma.ts';

export interface LoopAnalysis {
  /** Base64, as `LoopSchema` has them. */
  readonly peaks: string;
  readonly bands: string;
  /** Shares of the twelve pitch classes. */
  readonly chroma: number[];
  /** Left out for silence. */
  readonly loudnessLufs?: number;
}

/** Peaks, band envelopes, chroma and loudness of one pass of a loop. @param sampleRate Hz */
export function measureLoop({
  channels,
  sampleRate,
}: {
  readonly channels: readonly Float32Array<ArrayBuffer>[];
  readonly sampleRate: number;
}): LoopAnalysis {
  const loudnessLufs = loopLoudness(channels, sampleRate);
  return {
    peaks: encodeBytes(loopPeaks(channels)),
    bands: encodeBytes(loopBands(channels, sampleRate)),
    chroma: storedChroma(channels, sampleRate),
    ...(Number.isFinite(loudnessLufs) && { loudnessLufs: Math.max(-120, loudnessLufs) }),
  };
}
