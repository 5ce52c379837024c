import {
  boomKick,
  brushSnare,
  brushStroke,
  cabasa,
  closedHat,
  crash,
  darkRide,
  dustyHat,
  dustyKick,
  dustySnare,
  feltKick,
  openHat,
  rim,
  shortOpenHat,
  snapVoice,
  tapeSnare,
  tightClap,
  tightHat,
  tomLow,
  tomMid,
  trapSnare,
} from '../../../../src/dsp/recipes/drums/kit.ts';
import { crackle } from '../../../../src/dsp/recipes/instruments/effects.ts';
import { beat } from '../../../../src/dsp/recipes/music/recipe.ts';
import { withEq, withUnder } from '../../../../src/dsp/recipes/music/steps.ts';
import { recipes } from '../family.ts';

const desk = { drive: 0.5, roomSec: 0.42, roomSize: 0.55, roomWet: 0.26, squash: 0.4 };

const SLOW_CLAP_FALL = '.'.repeat(48);

export const TIDE_DRUMS = recipes('drums', {
  // Boom-bap off an old record: a lazy snare, hats that limp, dust in the grooves.
  'Dust Jacket': {
    bars: 2,
    kick: [beat('9......4..8..... 9..5......8..6..', dustyKick, { humanMs: 3 })],
    play: [
      beat('....9..2....9..3 ....9.2.....9...', dustySnare, {
        gain: 0.62,
        lateMs: 14,
        velocityJitter: 0.08,
      }),
      beat('7.5.7.567.5.7.5. 7.5.735.7.567.5.', dustyHat, {
        gain: 0.36,
        pan: 0.2,
        lateMs: 5,
        humanMs: 5,
        velocityJitter: 0.15,
      }),
      beat('..............6. ................', shortOpenHat, { gain: 0.3, pan: 0.22 }),
    ],
    desk: { ...desk, air: -1 },
    chain: [
      withUnder((s) => crackle(s.frames, 9, s.rng.fork('dust')), 0.1),
      withEq({ kind: 'lp', hz: 12_500 }),
    ],
  },
  // Half-time: one snare in the bar, a long kick, hats that roll into the turn.
  'Half Moon': {
    bars: 2,
    kick: [beat('9.....7...5..... 9..6......7...5.', boomKick, { humanMs: 0.5 })],
    play: [
      beat('........9....... ........9.....3.', trapSnare, { gain: 0.7, swing: 0.5 }),
      beat('........7....... ........7.......', tightClap, { gain: 0.6, pan: -0.15, swing: 0.5 }),
      beat('7.5.7.5.7.5.7r5. 7.5.7t5.7.5.rrtt', tightHat, {
        gain: 0.5,
        pan: 0.16,
        swing: 0.5,
        velocityJitter: 0.1,
      }),
      beat('...........6.... ......6.........', shortOpenHat, { gain: 0.3, pan: -0.2, swing: 0.5 }),
      beat('..............4. ...4............', rim, { gain: 0.4, pan: -0.4 }),
    ],
    desk: { ...desk, drive: 0.45, roomWet: 0.2, air: 2.5 },
  },
  // Behind everything: snaps, a cross-stick, a kick that drags; four bars with a fall at the end.
  'Slow Clap': {
    bars: 4,
    kick: [
      beat('9..4....8.5..... 9..4....8....5.. 9..4....8.5..... 9..4.5..8.......', feltKick, {
        humanMs: 3,
        gain: 1.1,
      }),
    ],
    play: [
      beat('....8.......8...', snapVoice, { gain: 0.9, lateMs: 16, pan: 0.12 }),
      beat('....6.......6... ....6.......6..3 ....6.......6... ....6.......6...', tapeSnare, {
        gain: 0.5,
        lateMs: 20,
      }),
      beat('......4..3...... ......4.....3...', rim, { gain: 0.5, pan: -0.3, lateMs: 8 }),
      beat('5.3.6.3.5.3.6.3.', cabasa, { gain: 0.5, pan: -0.4, lateMs: 6, humanMs: 5 }),
      beat('6...4...6...4.3.', closedHat, { gain: 0.28, pan: 0.3, lateMs: 4, humanMs: 4 }),
      beat(`${SLOW_CLAP_FALL}..........6.54..`, tomMid, { gain: 0.42, pan: 0.25, lateMs: 8 }),
      beat(`${SLOW_CLAP_FALL}..............65`, tomLow, { gain: 0.5, pan: -0.2, lateMs: 8 }),
    ],
    desk: { ...desk, roomSec: 0.7, roomSize: 0.8, roomWet: 0.34, drive: 0.35 },
  },
  // Brushes in circles, a ride that wanders, a felt beater: the quiet set.
  'Lamplight Set': {
    bars: 4,
    kick: [
      beat('8.........6..... 8..4......6..... 8.........6..... 8..4......5..5..', feltKick, {
        humanMs: 4,
        gain: 0.9,
      }),
    ],
    play: [
      beat('7...7...7...7...', brushStroke, { gain: 0.4, pan: -0.2, lateMs: -60, humanMs: 9 }),
      beat('..4...4...4...4.', brushStroke, { gain: 0.3, pan: 0.25, lateMs: -50, humanMs: 9 }),
      beat('....8..2....8..3 ....8.3.....8.2. ....8..2....8..3 ....8.3.5...8.46', brushSnare, {
        gain: 0.8,
        lateMs: 10,
        humanMs: 5,
      }),
      beat('7...6..56...6..4 7...6..56...6..5', darkRide, { gain: 0.3, pan: 0.35, humanMs: 5 }),
      beat('....5.......5...', dustyHat, { gain: 0.34, pan: -0.3 }),
      beat(`4${'.'.repeat(63)}`, crash, { gain: 0.25, pan: -0.3 }),
      beat(`${'.'.repeat(56)}......3.`, openHat, { gain: 0.3, pan: -0.3 }),
    ],
    desk: {
      ...desk,
      drive: 0.2,
      roomSec: 0.9,
      roomSize: 1,
      roomWet: 0.36,
      squash: 0.22,
      top: 1.2,
      air: 0,
    },
  },
});
