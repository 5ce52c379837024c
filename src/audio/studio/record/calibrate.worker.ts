/** Looks for bursts of noise in what came back, off the main thread. */
import { type FoundDelay, findDelay } from '../../../dsp/mls.ts';

export interface CalibrateRequest {
  readonly probe: Float32Array<ArrayBuffer>;
  /** One recording for each burst, beginning where it was played. */
  readonly recordings: readonly Float32Array<ArrayBuffer>[];
  readonly maxLagFrames: number;
}

export type CalibrateAnswer =
  | { readonly found: readonly FoundDelay[] }
  | { readonly error: string };

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<CalibrateRequest>) => void) | null;
  postMessage(answer: CalibrateAnswer): void;
};

scope.onmessage = ({ data: { probe, recordings, maxLagFrames } }) => {
  try {
    scope.postMessage({ found: recordings.map((one) => findDelay(one, probe, maxLagFrames)) });
  } catch (error) {
    scope.postMessage({ error: String(error) });
  }
};
