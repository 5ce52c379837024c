/** What new loops of Ember Street are played through. */
import { sinTurn } from '../../../../synth/math.ts';
import { breathe, level, type Step, withMellow } from '../../../music/steps.ts';
import { breathing, driftingWith, echoed, room, thickened, warmed } from '../../chains.ts';
import type { Chance } from '../../chance.ts';

/** Basses make room for the kick. */
export const settle = (drive: number, depth = 0.45): Step[] => [
  withMellow(drive, 0.5),
  breathe(depth, 2.4),
];

export const low = (c: Chance): Step[] =>
  settle(c.between('drive', 0.25, 0.55), c.between('dip', 0.3, 0.6));

/** A room, with an echo before it in most loops, that breathes with the floor in some. */
export const space = (c: Chance): Step[] => [
  level(0.7),
  ...warmed(c, 0.4, [0.15, 0.35]),
  ...echoed(c, 0.75, [3, 3, 4, 6], [0.26, 0.46], [0.16, 0.36], [2400, 5200], 500),
  room(c, [0.8, 2.2], [0.8, 1.6], [4600, 6600], [0.16, 0.3], [0.005, 0.03]),
  ...breathing(c, 0.35, [0.25, 0.45], 2.6),
];

export const wide = (c: Chance): Step[] => [
  level(0.6),
  ...thickened(c, 0.7, [2, 3, 4], 0.004),
  room(c, [2, 3.4], [1.5, 2.2], 5000, [0.28, 0.45]),
  ...breathing(c, 0.6, [0.35, 0.65], 3.5),
];

export const drifting = driftingWith((p) => 0.25 * sinTurn(p * 4 - 0.25));
