/** Effects that every family puts its loops through, each in its own measure. Chances have the same names everywhere. */
import { sinTurn } from '../../synth/math.ts';
import {
  breathe,
  echo,
  level,
  type Step,
  withChorus,
  withReverb,
  withSaturation,
} from '../music/steps.ts';
import type { Chance } from './chance.ts';

/** The same in every loop, or anything from the first to the second. */
type Measure = number | readonly [low: number, high: number];

const measured = (c: Chance, label: string, measure: Measure): number =>
  typeof measure === 'number' ? measure : c.between(label, measure[0], measure[1]);

/** A reverb as `withReverb` makes it; `before` is its predelay in seconds, `hp` cuts what goes in, Hz. */
export const room = (
  c: Chance,
  sec: Measure,
  size: Measure,
  damp: Measure,
  wet: Measure,
  before?: Measure,
  hp?: number,
): Step =>
  withReverb(
    measured(c, 'room', sec),
    measured(c, 'size', size),
    measured(c, 'damp', damp),
    measured(c, 'wet', wet),
    { preSec: before === undefined ? undefined : measured(c, 'before', before), hp },
  );

/** Saturated, in this share of the loops. */
export const warmed = (c: Chance, share: number, warmth: Measure): Step[] =>
  c.is('warm', share) ? [withSaturation(measured(c, 'warmth', warmth))] : [];

/** Echoes as `echo` makes them, in this share of the loops. */
export const echoed = (
  c: Chance,
  share: number,
  steps: readonly number[],
  feedback: Measure,
  wet: Measure,
  lp: Measure,
  hp: number,
): Step[] =>
  c.is('echo', share)
    ? [
        echo(
          c.one('echo steps', steps),
          measured(c, 'feedback', feedback),
          measured(c, 'echo wet', wet),
          measured(c, 'echo top', lp),
          hp,
        ),
      ]
    : [];

/** Thickened, in this share of the loops. */
export const thickened = (
  c: Chance,
  share: number,
  turns: readonly number[],
  depthSec: number,
): Step[] => (c.is('chorus', share) ? [withChorus(c.one('turns', turns), depthSec, 0.5)] : []);

/** Breathes, in this share of the loops; `beat` as `breathe` takes it. */
export const breathing = (
  c: Chance,
  share: number,
  depth: Measure,
  ...beat: [sixteenths: number, from?: number, every?: number]
): Step[] => (c.is('breathe', share) ? [breathe(measured(c, 'breath', depth), ...beat)] : []);

/** Percussion that is saturated and stands in a room. */
export const warmRoom = (c: Chance, warmth: Measure, place: Step): Step[] => [
  level(0.8),
  withSaturation(measured(c, 'warmth', warmth)),
  place,
];

/** Percussion with echoes, in a room. */
export const echoRoom = (
  c: Chance,
  steps: readonly number[],
  feedback: Measure,
  wet: number,
  lp: number,
  hp: number,
  place: Step,
): Step[] => [
  echo(c.one('echo', steps), measured(c, 'feedback', feedback), wet, lp, hp),
  level(0.8),
  place,
];

/** A filter that moves round the loop, with a small movement of the family's own on top of it. */
export const driftingWith =
  (shimmer: (loopPhase: number) => number) => (c: Chance, octaves: number) => {
    const turns = c.one('drift turns', [1, 1, 2, 4]);
    const start = c.between('drift start', 0, 1);
    return (p: number) => octaves * sinTurn(p * turns + start) + shimmer(p);
  };
