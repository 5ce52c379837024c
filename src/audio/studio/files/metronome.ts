/** A metronome laid over a loop, so that tempo, length and beginning can be judged by ear. */
import { SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';

const CLICK_SEC = 0.04;
const BAR_HZ = 1600;
const BEAT_HZ = 1067;
const LEVEL = 0.35;

/**
 * A loop with clicks on its quarter notes, the first of each bar higher. The loop itself is turned down a little.
 * @param channels 48 kHz, one or two, equally long: one pass
 */
export function withMetronome(
  channels: readonly Float32Array[],
  length16ths: number,
  barLength: number,
): Float32Array<ArrayBuffer>[] {
  const frames = channels[0]!.length;
  const clickFrames = Math.round(CLICK_SEC * SAMPLE_RATE_HZ);
  return channels.map((channel) => {
    const out = Float32Array.from(channel, (sample) => 0.7 * sample);
    for (let bar = 0; bar < length16ths; bar += barLength) {
      for (let at = bar; at < Math.min(length16ths, bar + barLength); at += 4) {
        const hz = at === bar ? BAR_HZ : BEAT_HZ;
        const start = Math.round((at * frames) / length16ths);
        for (let n = 0; n < clickFrames && start + n < frames; n++) {
          const decay = Math.exp((-7 * n) / clickFrames) * Math.min(1, n / 24);
          out[start + n]! += LEVEL * decay * Math.sin((2 * Math.PI * hz * n) / SAMPLE_RATE_HZ);
        }
      }
    }
    return out;
  });
}
