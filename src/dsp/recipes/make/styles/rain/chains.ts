/** What new loops of Glass Rain are played through. */
import { sinTurn } from '../../../../synth/math.ts';
import { duck } from '../../../fx/dynamics.ts';
import { gate } from '../../../instruments/effects.ts';
import { frameOf } from '../../../music/session.ts';
import {
  breathe,
  echo,
  level,
  type Step,
  withChorus,
  withMellow,
  withReverb,
  withSaturation,
} from '../../../music/steps.ts';
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
  ...(c.is('warm', 0.35) ? [withSaturation(c.between('warmth', 0.2, 0.35))] : []),
  ...(c.is('echo', 0.8)
    ? [
        echo(
          c.one('echo steps', [3, 3, 6, 6, 4]),
          c.between('feedback', 0.3, 0.46),
          c.between('echo wet', 0.2, 0.34),
          c.between('echo top', 3200, 6000),
          520,
        ),
      ]
    : []),
  withReverb(
    c.between('room', 1.3, 2.6),
    c.between('size', 1.1, 1.9),
    c.between('damp', 5200, 7200),
    c.between('wet', 0.2, 0.32),
    { preSec: c.between('before', 0.005, 0.04) },
  ),
  ...(c.is('breathe', 0.25) ? [breathe(c.between('breath', 0.25, 0.4), 3, 4, 8)] : []),
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
  ...(c.is('chorus', 0.6) ? [withChorus(c.one('turns', [2, 4, 6]), 0.004, 0.5)] : []),
  withReverb(
    c.between('room', 2, 3.3),
    c.between('size', 1.6, 2.2),
    5600,
    c.between('wet', 0.28, 0.44),
    { preSec: 0.03 },
  ),
  ...(c.is('breathe', 0.4) ? [breathe(c.between('breath', 0.3, 0.5), 4, 4, 8)] : []),
];

export const drifting = (c: Chance, octaves: number) => {
  const turns = c.one('drift turns', [1, 1, 2, 4]);
  const start = c.between('drift start', 0, 1);
  return (p: number) => octaves * sinTurn(p * turns + start) + 0.3 * sinTurn(p * 8);
};

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
