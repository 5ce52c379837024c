/** What new loops of Slow Tide are played through. */
import { sinTurn } from '../../../../synth/math.ts';
import { crackle } from '../../../instruments/effects.ts';
import {
  level,
  type Step,
  withChorus,
  withEq,
  withMellow,
  withUnder,
} from '../../../music/steps.ts';
import { breathing, driftingWith, echoed, room, thickened, warmed } from '../../chains.ts';
import type { Chance } from '../../chance.ts';

export const low = (c: Chance): Step[] => [
  withMellow(c.between('drive', 0.4, 0.9), c.between('grit', 0.3, 0.8)),
];

/** Tape: warm, dull above, with a slow wobble in some loops, dust in others. */
export const tape = (c: Chance): Step[] => [
  level(0.7),
  ...warmed(c, 0.6, [0.2, 0.8]),
  ...(c.is('wobble', 0.35) ? [withChorus(c.one('turns', [7, 9, 11]), 0.0022, 0.5)] : []),
  ...(c.is('dull', 0.5) ? [withEq({ kind: 'lp', hz: c.between('top', 5200, 8500) })] : []),
  ...(c.is('dust', 0.2)
    ? [withUnder((s) => crackle(s.frames, 5, s.rng.fork('dust')), c.between('dust', 0.02, 0.05))]
    : []),
];

export const space = (c: Chance): Step[] => [
  ...tape(c),
  ...echoed(c, 0.7, [3, 3, 4, 6], [0.26, 0.46], [0.16, 0.34], [2400, 3900], 480),
  room(c, [1.2, 2.4], [0.9, 1.7], [3600, 5600], [0.18, 0.3], [0.01, 0.035]),
];

export const wide = (c: Chance): Step[] => [
  level(0.6),
  ...thickened(c, 0.6, [3, 5, 11], 0.0035),
  room(c, [2, 3.4], [1.5, 2.2], 4400, [0.28, 0.44], 0.03),
  ...breathing(c, 0.35, [0.3, 0.55], 5, 4, 8),
];

export const drifting = driftingWith((p) => 0.2 * sinTurn(p * 4 - 0.25));

/** A filter that speaks in eighths and triplets by turns. */
export const talking = (c: Chance, bars: number) => {
  const rates = [c.one('rate one', [1, 2]), c.one('rate two', [2, 3])];
  return (p: number) => 1.1 + 1.3 * sinTurn(p * bars * 4 * rates[Math.floor(p * 8) % 2]! - 0.25);
};
