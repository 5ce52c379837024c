/** How an onset envelope agrees with itself later on: its autocorrelation. */
import { ONSET_RATE_HZ } from './onsets.ts';

/** The envelope smoothed over a few hops and freed from its mean. */
function prepare(onsets: Float32Array): Float32Array {
  const out = new Float32Array(onsets.length);
  let mean = 0;
  for (let i = 0; i < out.length; i++) {
    const near = (onsets[i - 1] ?? 0) + 2 * onsets[i]! + (onsets[i + 1] ?? 0);
    out[i] = near / 4;
    mean += out[i]! / out.length;
  }
  for (let i = 0; i < out.length; i++) out[i]! -= mean;
  return out;
}

/** How a sound agrees with itself later on, −1 to 1. Each lag is reckoned once. */
export class Agreement {
  private readonly values: Float32Array;
  private readonly power: number;
  private readonly known = new Map<number, number>();

  constructor(onsets: Float32Array) {
    this.values = prepare(onsets);
    this.power = this.values.reduce((sum, x) => sum + x * x, 0) / Math.max(1, this.values.length);
  }

  private whole(lag: number): number {
    const known = this.known.get(lag);
    if (known !== undefined) return known;
    const { values } = this;
    const count = values.length - lag;
    let sum = 0;
    for (let i = 0; i < count; i++) sum += values[i]! * values[i + lag]!;
    const result = count > 0 && this.power > 0 ? sum / count / this.power : 0;
    this.known.set(lag, result);
    return result;
  }

  /** Agreement at a lag in seconds; 0 where the sound is hardly longer than the lag. */
  at(lagSec: number): number {
    const lag = lagSec * ONSET_RATE_HZ;
    if (lag < 2 || lag > this.values.length * 0.8) return 0;
    const low = Math.floor(lag);
    return this.whole(low) + (lag - low) * (this.whole(low + 1) - this.whole(low));
  }
}
