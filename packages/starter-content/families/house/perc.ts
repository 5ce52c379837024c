import {
  agogoHigh,
  agogoLow,
  blockHigh,
  blockLow,
  bongoHigh,
  bongoLow,
  bongoSlap,
  cabasa,
  clave,
  congaLow,
  congaMute,
  congaOpen,
  congaSlap,
  cowbell,
  egg,
  rim,
  shake,
  snapVoice,
  tambourine,
  triangle,
} from '../../../../src/dsp/recipes/drums/kit.ts';
import { beat } from '../../../../src/dsp/recipes/music/recipe.ts';
import {
  echo,
  level,
  withReverb,
  withSaturation,
} from '../../../../src/dsp/recipes/music/steps.ts';
import { recipes } from '../family.ts';

/** The room that all of them are played in. */
const room = (wet = 0.28, sec = 0.55) =>
  withReverb(sec, 0.7, 5500, wet, { preSec: 0.006, hp: 200 });
const HAND_OVER_HAND_LOOSE = { humanMs: 4, velocityJitter: 0.12 };

const DRY_LEAVES_LOOSE = { humanMs: 3.5, velocityJitter: 0.12 };

export const HOUSE_PERC = recipes('perc', {
  // Two congas talking: open tones answer the slaps.
  'Hand Over Hand': {
    bars: 2,
    play: [
      beat('......67......6. ...5..67....6.78', congaOpen, { ...HAND_OVER_HAND_LOOSE, pan: -0.22 }),
      beat('...........67... .......5........', congaLow, { ...HAND_OVER_HAND_LOOSE, pan: 0.2 }),
      beat('....8.......8... ....8........5..', congaSlap, {
        ...HAND_OVER_HAND_LOOSE,
        gain: 0.8,
        pan: -0.14,
      }),
      beat('35.3.3..35.3.3.. 35.3.3..3.53....', congaMute, {
        ...HAND_OVER_HAND_LOOSE,
        gain: 0.7,
        pan: -0.1,
      }),
      beat('4.2.4.2.4.2.4.2.', egg, { ...HAND_OVER_HAND_LOOSE, gain: 0.16, pan: 0.5 }),
    ],
    chain: [level(0.8), withSaturation(0.25), room()],
  },
  // Shaker in sixteenths that leans into the off-beat, tambourine on two and four.
  Salt: {
    bars: 1,
    play: [
      beat('5283528352835284', shake, { gain: 0.9, pan: -0.3, humanMs: 2.5, velocityJitter: 0.12 }),
      beat('2.4.2.4.2.4.2.5.', cabasa, { gain: 0.45, pan: 0.4, humanMs: 3 }),
      beat('....8..3....8.4.', tambourine, { gain: 0.5, pan: 0.22, lateMs: 4 }),
    ],
    chain: [level(0.8), withSaturation(0.6), room(0.18)],
  },
  // Bell pattern in seven strokes with a rim that fills the holes; echoes on the dotted eighth.
  'Loose Change': {
    bars: 2,
    play: [
      beat('7..6..5.6..6.5.. 7..6..5.6.5.6..4', agogoHigh, { gain: 0.55, pan: 0.25, humanMs: 3 }),
      beat('..5..5......5... ..5..5.....5..5.', agogoLow, { gain: 0.55, pan: -0.2, humanMs: 3 }),
      beat('.4..3..4.3...3.4', rim, { gain: 0.5, pan: -0.4, humanMs: 2 }),
      beat('....6.......6...', snapVoice, { gain: 0.55, pan: 0.1 }),
    ],
    chain: [echo(3, 0.32, 0.26, 3600, 500), room()],
  },
  // Bongos and wood in question and answer over four bars, a triangle keeps the time.
  'Dry Leaves': {
    bars: 4,
    play: [
      beat(
        `${'7.57..7.5.......'}${'........7.57.755'}${'7.57..7.5..7.5..'}${'........77577.r5'}`,
        bongoHigh,
        { ...DRY_LEAVES_LOOSE, pan: 0.25, gain: 0.8 },
      ),
      beat('..6....6..7..... ..........6..6.. ..6....6..7..... ..........6...6.', bongoLow, {
        ...DRY_LEAVES_LOOSE,
        pan: -0.1,
      }),
      beat('....7....... .... ............8... ....7........... ............8...', bongoSlap, {
        ...DRY_LEAVES_LOOSE,
        gain: 0.8,
        pan: 0.3,
      }),
      beat('...........6.4.6 .4.6............ ...........6.4.6 .4.6.4..........', blockHigh, {
        ...DRY_LEAVES_LOOSE,
        gain: 0.5,
        pan: -0.5,
      }),
      beat('............5.5. ..5............. ............5.5. ..5..5..........', blockLow, {
        ...DRY_LEAVES_LOOSE,
        gain: 0.5,
        pan: -0.32,
      }),
      beat('5.......4....... 5.......4..3....', triangle, { gain: 0.22, pan: 0.45 }),
      beat(`${'.'.repeat(60)}6.7.`, clave, { gain: 0.4, pan: 0.1 }),
      beat(`5${'.'.repeat(31)}`, cowbell, { gain: 0.3, pan: -0.2 }),
    ],
    chain: [level(0.8), withSaturation(0.2), room()],
  },
});
