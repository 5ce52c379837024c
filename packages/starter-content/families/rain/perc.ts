import {
  agogoHigh,
  agogoLow,
  blockHigh,
  bongoHigh,
  bongoLow,
  bongoSlap,
  clave,
  congaMute,
  congaOpen,
  congaSlap,
  cowbell,
  egg,
  rim,
  shake,
  snapVoice,
  tablaHigh,
  tablaLow,
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
const room = (wet = 0.24, sec = 0.5) => withReverb(sec, 0.6, 6500, wet, { preSec: 0.005, hp: 250 });
const HAILSTONES_LOOSE = { humanMs: 2, velocityJitter: 0.14 };

const DRIZZLE_LOOSE = { humanMs: 1.5, velocityJitter: 0.12 };

const BACKSTREET_LOOSE = { humanMs: 2.5, velocityJitter: 0.14 };

export const RAIN_PERC = recipes('perc', {
  // Bongos at full run, accents crossing the bar in threes.
  Hailstones: {
    bars: 2,
    play: [
      beat('7..5.67..5.6..75 6..75.6..7..5676', bongoHigh, {
        ...HAILSTONES_LOOSE,
        gain: 0.8,
        pan: 0.25,
      }),
      beat('..6.5...6.5..6.. .6..5.6...5.6...', bongoLow, { ...HAILSTONES_LOOSE, pan: -0.2 }),
      beat('....8.......8... ....8.......8...', bongoSlap, {
        ...HAILSTONES_LOOSE,
        gain: 0.8,
        pan: 0.1,
      }),
      beat('4.3.4.3.4.3.4.3.', egg, { ...HAILSTONES_LOOSE, gain: 0.3, pan: -0.5 }),
    ],
    chain: [level(0.8), withSaturation(0.3), room()],
  },
  // Shaker that never stops, drops of wood falling through it, tambourine that pushes the second half.
  Drizzle: {
    bars: 2,
    play: [
      beat('7354736573547365', shake, { ...DRIZZLE_LOOSE, gain: 0.6, pan: -0.3 }),
      beat('...6..5...4..6.. .5....6..4.5...7', blockHigh, {
        ...DRIZZLE_LOOSE,
        gain: 0.75,
        pan: 0.5,
      }),
      beat('......5....4..5. ...4....5....6..', bongoHigh, {
        ...DRIZZLE_LOOSE,
        gain: 0.5,
        pan: -0.5,
      }),
      beat('....7.......7... ....7.......7.5.', tambourine, { gain: 0.6, pan: 0.2 }),
    ],
    chain: [echo(3, 0.3, 0.18, 6000, 700), level(0.8), withSaturation(0.4), room(0.2)],
  },
  // Bells, clave and wood in a pattern of eleven strokes, echoing in eighths.
  Telegraph: {
    bars: 2,
    play: [
      beat('7..6..6...6.6... 7..6..6...6.5.5.', clave, { gain: 0.6, pan: 0.3, humanMs: 1.5 }),
      beat('....6..5....6... ....6..5.5..6..5', agogoLow, { gain: 0.42, pan: -0.3, humanMs: 2 }),
      beat('..5......5....5. ..5......5......', agogoHigh, { gain: 0.36, pan: 0.5, humanMs: 2 }),
      beat('.4.3...4..3..4.. .4.3...4..3.4.3.', blockHigh, { gain: 0.4, pan: -0.5, humanMs: 2 }),
      beat('............5... ............5.4.', cowbell, { gain: 0.24, pan: 0.1 }),
    ],
    chain: [echo(3, 0.35, 0.25, 4000, 600), room()],
  },
  // Four bars for hands: tabla asks, congas answer, snaps keep watch.
  Backstreet: {
    bars: 4,
    play: [
      beat('7.5.67.5.6.7.... ................ 7.5.67.5.6.75.6. ................', tablaHigh, {
        ...BACKSTREET_LOOSE,
        gain: 0.8,
        pan: 0.3,
      }),
      beat('6.......5....... ................ 6.......5....6.. ..............6.', tablaLow, {
        ...BACKSTREET_LOOSE,
        gain: 0.8,
        pan: 0.15,
      }),
      beat('................ 6..6.5..7..6.5.. ................ 6..6.5..7.56.7r6', congaOpen, {
        ...BACKSTREET_LOOSE,
        pan: -0.25,
      }),
      beat('................ ....8.......8... ................ ....8.......8...', congaSlap, {
        ...BACKSTREET_LOOSE,
        gain: 0.8,
        pan: -0.15,
      }),
      beat('.3.3.3.3.3.3.3.3', congaMute, { ...BACKSTREET_LOOSE, gain: 0.55, pan: -0.35 }),
      beat('....6.......6... ....6.......6..4', snapVoice, { gain: 0.5, pan: 0.05 }),
      beat('.........4....4. .....4......4.4.', rim, { gain: 0.4, pan: 0.45 }),
      beat(`5${'.'.repeat(31)}`, triangle, { gain: 0.25, pan: 0.5 }),
    ],
    chain: [level(0.8), withSaturation(0.25), room(0.3, 0.7)],
  },
});
