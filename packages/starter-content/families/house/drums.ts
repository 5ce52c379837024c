import {
  cabasa,
  closedHat,
  crash,
  deepKick,
  egg,
  handClap,
  liquidSnare,
  openHat,
  punchKick,
  ride,
  rim,
  shake,
  shortOpenHat,
  snapVoice,
  tightClap,
  tightHat,
  tightKick,
  tomLow,
  tomMid,
  wideClap,
} from '../../../../src/dsp/recipes/drums/kit.ts';
import { duck } from '../../../../src/dsp/recipes/fx/dynamics.ts';
import { beat } from '../../../../src/dsp/recipes/music/recipe.ts';
import { quarters } from '../../../../src/dsp/recipes/music/session.ts';
import { type Step, withReverb } from '../../../../src/dsp/recipes/music/steps.ts';
import { recipes } from '../family.ts';

/** Dips by `depth` on every quarter note and comes back within `frames`. */
const dip =
  (depth: number, frames: number): Step =>
  (x, s) =>
    duck(x, quarters(s), depth, frames);

const desk = {
  drive: 0.32,
  roomSec: 0.38,
  roomSize: 0.5,
  roomWet: 0.24,
  squash: 0.32,
  top: 2.9,
  air: 3.5,
};

export const HOUSE_DRUMS = recipes('drums', {
  // Four on the floor, a layered clap, open hats that breathe between the kicks.
  'Front Door': {
    bars: 2,
    kick: [beat('9...9...9...9...', deepKick, { humanMs: 0 })],
    play: [
      beat('..8...8...8...7. ..8...8...8...9.', shortOpenHat, { gain: 0.4, pan: -0.08 }),
      beat('52.352.352.352.3 52.352.352.352r3', closedHat, { gain: 0.26, pan: 0.14, humanMs: 2 }),
      beat('3252325232523252', shake, { gain: 0.22, pan: -0.4, humanMs: 2 }),
      beat('.......3.2...... .......3.....3..', rim, { gain: 0.24, pan: 0.3, lateMs: 4 }),
    ],
    plate: {
      play: [
        beat('....8.......8... ....8.......8..3', handClap, { lateMs: 3, gain: 1.1 }),
        beat('....6.......6...', snapVoice, { lateMs: -2, gain: 0.4, pan: 0.2 }),
      ],
      chain: [withReverb(0.9, 0.9, 6000, 0.22, { preSec: 0.012, hp: 400 })],
    },
    topChain: [dip(0.25, 5200)],
    desk,
  },
  // Deeper and later: rim and clap share the backbeat, a ride joins half-way, toms turn the corner.
  'Back Room': {
    bars: 4,
    kick: [
      beat('9...9...9...9... 9...9...9...9... 9...9...9...9... 9...9...9...8..5', punchKick, {
        humanMs: 0,
      }),
    ],
    play: [
      beat('....7.......7...', tightClap, { gain: 0.85, lateMs: 6 }),
      beat('....6..3....6.2. ....6..3.2..6...', rim, { gain: 0.42, pan: -0.22, lateMs: 3 }),
      beat('.425.425.425.425', tightHat, {
        gain: 0.4,
        pan: 0.18,
        humanMs: 2.5,
        velocityJitter: 0.12,
      }),
      beat('..7...7...7...7.', openHat, { gain: 0.27, pan: -0.1 }),
      beat('................ ................ 6.4.6.4.6.4.6.4. 6.4.6.4.6.4.6.5.', ride, {
        gain: 0.25,
        pan: 0.34,
      }),
      beat(`${'.'.repeat(48)}..........54.3..`, tomMid, { gain: 0.4, pan: 0.2 }),
      beat(`${'.'.repeat(48)}.............65.`, tomLow, { gain: 0.45, pan: -0.2 }),
    ],
    topChain: [dip(0.2, 5000)],
    desk: { ...desk, drive: 0.4, roomWet: 0.3, roomSec: 0.5 },
  },
  // Broken beat: the kick leaves the floor, ghosts answer the snare.
  'Side Step': {
    bars: 2,
    kick: [beat('9......6..8..... 9..5...6..8...4.', tightKick, { humanMs: 0.5 })],
    play: [
      beat('....9..2.2..9... ....9..3.2..9.23', liquidSnare, {
        gain: 0.56,
        lateMs: 3,
        velocityJitter: 0.1,
      }),
      beat('....6.......6...', tightClap, { gain: 0.34, pan: -0.15 }),
      beat('6.3.6.346.3.5.34', closedHat, { gain: 0.34, pan: 0.2, humanMs: 2.5 }),
      beat('..........7..... ......7.......7.', shortOpenHat, { gain: 0.34, pan: 0.12 }),
      beat('.3.4.3.4.3.4.3.5', cabasa, { gain: 0.2, pan: -0.45, humanMs: 3 }),
    ],
    desk: { ...desk, squash: 0.4, drive: 0.42 },
  },
  // Big room: a long clap, hats wide open, a crash that opens the phrase.
  'Tin Roof': {
    bars: 4,
    kick: [
      beat('9...9...9...9... 9...9...9...9... 9...9...9...9... 9...9...9.6.7.r.', punchKick, {
        humanMs: 0,
      }),
    ],
    play: [
      beat('..9...9...9...9.', openHat, { gain: 0.46 }),
      beat('7364736473647364', egg, { gain: 0.26, pan: 0.3, swing: 0.53 }),
      beat(`6${'.'.repeat(63)}`, crash, { gain: 0.32, pan: -0.2 }),
    ],
    plate: {
      play: [
        beat('....9.......9... ....9.......9... ....9.......9... ....9.......9.57', wideClap, {
          gain: 0.62,
        }),
        beat('....7.......7...', liquidSnare, { gain: 0.22 }),
      ],
      chain: [withReverb(1.3, 1.2, 7000, 0.3, { preSec: 0.018, hp: 350 })],
    },
    topChain: [dip(0.4, 6500)],
    desk: { ...desk, drive: 0.5, air: 3 },
  },
});
