/** Measures a loop off the main thread: what every loop document stores about its sound. */
import { encodeBytes } from '../../data/contract/loopData.ts';
import { loopBands } from '../../dsp/bands.ts';
import { loopLoudness } from '../../dsp/loudness.ts';
import { loopPeaks } from '../../dsp/peaks.ts';
import { storedChroma } from '../../dsp/storedChroma.ts';

export interface AnalyseRequest {
  readonly channels: readonly Float32Array<ArrayBuffer>[];
  readonly sampleRate: number;
}

export interface LoopAnalysis {
  /** Base64, as `LoopSchema` has them. */
  readonly peaks: string;
  readonly bands: string;
  /** Shares of the twelve pitch classes. */
  readonly chroma: number[];
  /** Left out for silence. */
  readonly loudnessLufs?: number;
}

export type AnalyseAnswer = { readonly analysis: LoopAnalysis } | { readonly error: string };

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<AnalyseRequest>) => void) | null;
  postMessage(answer: AnalyseAnswer): void;
};

scope.onmessage = ({ data: { channels, sampleRate } }) => {
  try {
    const loudnessLufs = loopLoudness(channels, sampleRate);
    scope.postMessage({
      analysis: {
        peaks: encodeBytes(loopPeaks(channels)),
        bands: encodeBytes(loopBands(channels, sampleRate)),
        chroma: storedChroma(channels, sampleRate),
        ...(Number.isFinite(loudnessLufs) && { loudnessLufs: Math.max(-120, loudnessLufs) }),
      },
    });
  } catch (error) {
    scope.postMessage({ error: String(error) });
  }
};
