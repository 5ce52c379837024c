import {
  breakKick,
  breakSnare,
  closedHat,
  crash,
  darkRide,
  dustyHat,
  liquidKick,
  liquidSnare,
  openHat,
  piccolo,
  ride,
  rim,
  shake,
  shortOpenHat,
  tightHat,
  tightKick,
  tomHigh,
  tomLow,
  tomMid,
} from '../../../../src/dsp/recipes/drums/kit.ts';
import { beat } from '../../../../src/dsp/recipes/music/recipe.ts';
import { withCompressor, withEq } from '../../../../src/dsp/recipes/music/steps.ts';
import { recipes } from '../family.ts';

const desk = { drive: 0.5, roomSec: 0.32, roomSize: 0.5, roomWet: 0.24, squash: 0.45 };

export const RAIN_DRUMS = recipes('drums', {
  // Two-step: kick, snare, late kick, snare, and ghosts that make it roll.
  'Two-step': {
    bars: 2,
    kick: [beat('9.........8..... 9.........8..4..', liquidKick, { humanMs: 0.5 })],
    play: [
      beat('....9.......9... ....9.......9...', liquidSnare, { gain: 0.66, velocityJitter: 0.04 }),
      beat('.......2.2.....2 ..2....2.2....32', liquidSnare, {
        gain: 0.6,
        velocityJitter: 0.2,
        humanMs: 2,
      }),
      beat('7.5.7.5.7.5.7.57', closedHat, {
        gain: 0.32,
        pan: 0.18,
        humanMs: 1.5,
        velocityJitter: 0.12,
      }),
      beat('.3.4.3.4.3.4.3.4', shake, { gain: 0.3, pan: -0.4, humanMs: 2 }),
      beat('..............6. ..........5.....', shortOpenHat, { gain: 0.34, pan: -0.12 }),
    ],
    desk: { ...desk, air: 2.5 },
  },
  // A break played by a person who is late for something: kick pairs, dragged ghosts, an early fourth snare.
  'Paper Chase': {
    bars: 4,
    kick: [
      beat('9.8.......87.... 9.8.......87.... 9.8.......8..... ..87......8.....', breakKick, {
        humanMs: 2,
      }),
    ],
    play: [
      beat('....9.......9... ....9.......9... ....9.........9. ....9.........9.', breakSnare, {
        gain: 0.66,
        humanMs: 2,
      }),
      beat('.......3.4.....3 .......3.4....23 .......3.4...... .3.....3.4....35', breakSnare, {
        gain: 0.62,
        humanMs: 3,
        velocityJitter: 0.2,
      }),
      beat('7.6.7.6.7.6.7.6.', darkRide, {
        gain: 0.24,
        pan: 0.24,
        humanMs: 2,
        velocityJitter: 0.12,
      }),
      beat('6.5.6.5.6.5.6.5.', dustyHat, { gain: 0.26, pan: 0.12, humanMs: 2 }),
      beat(`${'.'.repeat(58)}7.....`, crash, { gain: 0.34, pan: -0.2 }),
    ],
    desk: { ...desk, drive: 0.7, roomWet: 0.34, roomSec: 0.45, roomSize: 0.7, air: 0 },
    chain: [
      withCompressor({
        thresholdDb: -18,
        ratio: 3,
        attackSec: 0.008,
        releaseSec: 0.07,
        makeupDb: 3,
      }),
    ],
  },
  // Rides and toms under a heavy snare; the last bar falls into half-time.
  'Ghost Train': {
    bars: 4,
    kick: [
      beat('9.....6...8..... 9..5......8..... 9.....6...8..... 9..7..8.........', liquidKick, {
        humanMs: 0.5,
      }),
    ],
    play: [
      beat('....9.......9... ....9.......9... ....9.......9... ........9.......', liquidSnare, {
        gain: 0.72,
      }),
      beat('.......2.3....2. ..2....3.2.....3 .......2.3....2. ..............r.', piccolo, {
        gain: 0.5,
        pan: 0.1,
        humanMs: 2,
      }),
      beat('8.5.8.5.8.5.8.5. 8.5.8.5.8.5.8.5. 8.5.8.5.8.5.8.5. 8...............', ride, {
        gain: 0.28,
        pan: 0.28,
        humanMs: 1.5,
      }),
      beat('6.6.6.6.6.6.6.6. 6.6.6.6.6.6.6.6. 6.6.6.6.6.6.6.6. 6.6.6.6.........', tightHat, {
        gain: 0.36,
        pan: -0.2,
      }),
      beat(`${'.'.repeat(48)}..........76....`, tomHigh, { gain: 0.5, pan: 0.3 }),
      beat(`${'.'.repeat(48)}............76..`, tomMid, { gain: 0.52 }),
      beat(`${'.'.repeat(48)}..............78`, tomLow, { gain: 0.56, pan: -0.3 }),
    ],
    desk: { ...desk, drive: 0.6, roomWet: 0.3, roomSec: 0.5, air: 1.5 },
    chain: [withEq({ kind: 'bell', hz: 200, db: 1.5, q: 1 })],
  },
  // Dry and sharp: a piccolo snare, rims that run round it, hats in thirty-seconds.
  Flint: {
    bars: 2,
    kick: [beat('9..6......8..... 9......5..8...5.', tightKick, { humanMs: 0.5 })],
    play: [
      beat('....9.......9... ....9.......9..4', piccolo, { gain: 0.7 }),
      beat('..5...45.5....5. .45...4..5.5..r.', rim, { gain: 0.5, pan: -0.3, humanMs: 2 }),
      beat('7r5.7.5r7.5.7r5. 7.5r7.5.7r5.7rr.', tightHat, {
        gain: 0.46,
        pan: 0.2,
        velocityJitter: 0.1,
      }),
      beat('......6......... ..............7.', openHat, { gain: 0.26, pan: 0.1 }),
    ],
    desk: { ...desk, drive: 0.4, roomSec: 0.22, roomSize: 0.35, roomWet: 0.2, air: 2.5 },
  },
});
