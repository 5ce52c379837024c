/** What new loops of Ember Street are played through. */
import { sinTurn } from '../../../../synth/math.ts';
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
  ...(c.is('warm', 0.4) ? [withSaturation(c.between('warmth', 0.15, 0.35))] : []),
  ...(c.is('echo', 0.75)
    ? [
        echo(
          c.one('echo steps', [3, 3, 4, 6]),
          c.between('feedback', 0.26, 0.46),
          c.between('echo wet', 0.16, 0.36),
          c.between('echo top', 2400, 5200),
          500,
        ),
      ]
    : []),
  withReverb(
    c.between('room', 0.8, 2.2),
    c.between('size', 0.8, 1.6),
    c.between('damp', 4600, 6600),
    c.between('wet', 0.16, 0.3),
    { preSec: c.between('before', 0.005, 0.03) },
  ),
  ...(c.is('breathe', 0.35) ? [breathe(c.between('breath', 0.25, 0.45), 2.6)] : []),
];

export const wide = (c: Chance): Step[] => [
  level(0.6),
  ...(c.is('chorus', 0.7) ? [withChorus(c.one('turns', [2, 3, 4]), 0.004, 0.5)] : []),
  withReverb(
    c.between('room', 2, 3.4),
    c.between('size', 1.5, 2.2),
    5000,
    c.between('wet', 0.28, 0.45),
  ),
  ...(c.is('breathe', 0.6) ? [breathe(c.between('breath', 0.35, 0.65), 3.5)] : []),
];

/** A filter that moves round the loop. */
export const drifting = (c: Chance, octaves: number) => {
  const turns = c.one('drift turns', [1, 1, 2, 4]);
  const start = c.between('drift start', 0, 1);
  return (p: number) => octaves * sinTurn(p * turns + start) + 0.25 * sinTurn(p * 4 - 0.25);
};
