import { copy, type Stereo } from '../../synth/buffer.ts';
import { eq, saturate, width } from './chain.ts';
import { normalise, sum } from './mix.ts';

/**
 * A bass through its amplifier: warmth on all of it, and grit above 300 Hz beside it, so that the line is still
 * there on a small speaker. The low end stays in the middle.
 */
export function mellow(bus: Stereo, drive: number, grit: number): Stereo {
  const bite = saturate(normalise(copy(bus), 0.9), 2.2, 0.25);
  const upper = eq(bite, { kind: 'hp', hz: 320 }, { kind: 'lp', hz: 3200 });
  return width(sum([saturate(normalise(bus, 0.8), drive), 1], [upper, grit]), 0.8, 200);
}
