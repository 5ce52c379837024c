import {
  agogoHigh,
  blockHigh,
  blockLow,
  bongoLow,
  cabasa,
  congaLow,
  congaMute,
  congaOpen,
  congaSlap,
  egg,
  rim,
  snapVoice,
  tablaHigh,
  tablaLow,
  tambourine,
  triangle,
  udu,
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
const room = (wet = 0.3, sec = 0.8) => withReverb(sec, 0.9, 4800, wet, { preSec: 0.01, hp: 200 });
const CLAY_LOOSE = { humanMs: 5, velocityJitter: 0.12, lateMs: 4 };

const SEA_GLASS_LOOSE = { humanMs: 5, velocityJitter: 0.12 };

const BOARDWALK_LOOSE = { humanMs: 6, velocityJitter: 0.14, lateMs: 5 };

export const TIDE_PERC = recipes('perc', {
  // Clay and skin: an udu that gulps, a tabla that answers.
  Clay: {
    bars: 2,
    play: [
      beat('8.....5...7..... 8..5......7..4..', udu, { ...CLAY_LOOSE, gain: 0.9, pan: -0.15 }),
      beat('...6..4.....7.54 ......6.4...7.5.', tablaHigh, {
        ...CLAY_LOOSE,
        gain: 0.75,
        pan: 0.28,
      }),
      beat('..........6..... ....6.........6.', tablaLow, { ...CLAY_LOOSE, gain: 0.8, pan: 0.1 }),
      beat('4.2.5.2.4.2.5.2.', egg, { ...CLAY_LOOSE, gain: 0.3, pan: -0.5 }),
    ],
    chain: [level(0.8), withSaturation(0.3), room()],
  },
  // Shells on a string: a slow cabasa, chimes of metal and wood, a tambourine laid back on two and four.
  'Sea Glass': {
    bars: 2,
    play: [
      beat('7.....5.7...6...', cabasa, { ...SEA_GLASS_LOOSE, gain: 0.9, pan: -0.35, lateMs: 3 }),
      beat('...4......5....4', egg, { ...SEA_GLASS_LOOSE, gain: 0.45, pan: 0.4 }),
      beat('6...4.....5..... ..4...6.....4.5.', triangle, {
        ...SEA_GLASS_LOOSE,
        gain: 0.3,
        pan: 0.45,
      }),
      beat('..........5..6.. ......4.....6..5', agogoHigh, {
        ...SEA_GLASS_LOOSE,
        gain: 0.3,
        pan: -0.5,
      }),
      beat('......5......... ...5......6.....', blockLow, {
        ...SEA_GLASS_LOOSE,
        gain: 0.5,
        pan: -0.15,
      }),
      beat('....8.......7..3', tambourine, { gain: 0.55, pan: 0.18, lateMs: 15 }),
    ],
    chain: [level(0.8), withSaturation(0.5), room(0.3)],
  },
  // Wood blocks like a slow clock, thrown into a long echo.
  Clockmaker: {
    bars: 2,
    play: [
      beat('7.....5.....6... 7.....5...4.6..5', blockHigh, { gain: 0.7, pan: 0.35, humanMs: 3 }),
      beat('....6.....5..... ....6.....5...6.', blockLow, { gain: 0.75, pan: -0.35, humanMs: 3 }),
      beat('..3..3....3..3..', rim, { gain: 0.4, pan: 0.1, humanMs: 3 }),
      beat('........6.......', snapVoice, { gain: 0.5, pan: -0.1, lateMs: 10 }),
      beat('5............... ................', triangle, { gain: 0.25, pan: 0.5 }),
    ],
    chain: [echo(3, 0.48, 0.36, 3000, 500), room()],
  },
  // Congas after dark, in four bars that never say the same thing twice.
  Boardwalk: {
    bars: 4,
    play: [
      beat('......7...5.6... ...5..7.....6.7. ......7...5.6... ...5..7.5.6.7.r6', congaOpen, {
        ...BOARDWALK_LOOSE,
        pan: -0.2,
      }),
      beat('7..........6.... 7.........6..... 7..........6.... 7........6......', congaLow, {
        ...BOARDWALK_LOOSE,
        pan: 0.22,
      }),
      beat('....8.......8... ....8........... ....8.......8... ....8..........8', congaSlap, {
        ...BOARDWALK_LOOSE,
        gain: 0.8,
        pan: -0.1,
      }),
      beat('..3..3.3..3..3.3', congaMute, { ...BOARDWALK_LOOSE, gain: 0.8, pan: -0.15 }),
      beat('................ ..........6.5... ................ ..6.5.....6..5..', bongoLow, {
        ...BOARDWALK_LOOSE,
        gain: 0.7,
        pan: 0.4,
      }),
      beat('..5...5...5...5.', cabasa, { ...BOARDWALK_LOOSE, gain: 0.35, pan: 0.5 }),
    ],
    chain: [level(0.8), withSaturation(0.3), room()],
  },
});
