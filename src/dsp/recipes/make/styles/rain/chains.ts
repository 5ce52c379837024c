/** What new loops of Glass Rain are played through. */
import { sinTurn } from '../../../../synth/math.ts';
import { duck } from '../../../fx/dynamics.ts';
import { gate } from '../../../instruments/effects.ts';
import { frameOf } from '../../../music/session.ts';
import { echo, level, type Step, withMellow } from '../../../music/steps.ts';
import { breathing, driftingWith, echoed, room, thickened, warmed } from '../../chains.ts';
import type { Chance } from '../../chance.ts';

/** The bass gives way where the kick of a two-step falls. */
export const giveWay =
  (depth: number): Step =>
  (x, s) => {
    const hits: number[] = [];
    for (let bar = 0; bar < s.steps; bar += 16) hits.push(frameOf(s, bar), frameOf(s, bar + 10));
    return duck(x, hits, depth, s.sixteenth * 2);
  };

export const low = (c: Chance): Step[] => [
  withMellow(c.between('drive', 0.5, 0.8), c.between('grit', 0.25, 0.6)),
  giveWay(c.between('way', 0.25, 0.42)),
];

export const space = (c: Chance): Step[] => [
  level(0.7),
  ...warmed(c, 0.35, [0.2, 0.35]),
  ...echoed(c, 0.8, [3, 3, 6, 6, 4], [0.3, 0.46], [0.2, 0.34], [3200, 6000], 520),
  room(c, [1.3, 2.6], [1.1, 1.9], [5200, 7200], [0.2, 0.32], [0.005, 0.04]),
  ...breathing(c, 0.25, [0.25, 0.4], 3, 4, 8),
];

/** Rhythms that a pad may be cut into, of two bars. */
const SHUTTERS = [
  '1.11.11.1.11.1.1 1.11.11.11.1.111',
  '1.1.11.11.1.11.1 1.1.11.11.111.11',
  '111.111.11.1111. 111.11.111.11.11',
  '11.11.11.11.11.1 11.11.111.1.11.1',
];

/** Cuts a pad into sixteenths. */
const shutters =
  (c: Chance): Step =>
  (x, s) =>
    gate(x, c.one('shutter', SHUTTERS).replaceAll(' ', '').slice(0, s.steps), s.sixteenth, 0.012);

/** Wide and slow; a share of the loops is cut into sixteenths. */
export const wide = (c: Chance, cut = 0.25): Step[] => [
  level(0.6),
  ...(c.is('shutters', cut) ? [shutters(c), echo(3, 0.3, 0.22, 5000, 400)] : []),
  ...thickened(c, 0.6, [2, 4, 6], 0.004),
  room(c, [2, 3.3], [1.6, 2.2], 5600, [0.28, 0.44], 0.03),
  ...breathing(c, 0.4, [0.3, 0.5], 4, 4, 8),
];

export const drifting = driftingWith((p) => 0.3 * sinTurn(p * 8));

/** A filter that speaks in changing rhythms. */
export const talking = (c: Chance) => {
  const rates = c.one('rates', [
    [1, 2, 1, 3],
    [2, 1, 3, 1],
    [1, 1, 2, 4],
    [2, 3, 2, 1],
  ]);
  return (p: number) => 1 + 1.1 * sinTurn(p * 16 * rates[Math.floor(p * 4) % 4]! - 0.25);
};
