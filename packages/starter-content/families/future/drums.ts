import {
  agogoHigh,
  agogoLow,
  blockHigh,
  blockLow,
  boomKick,
  clave,
  closedHat,
  cowbell,
  egg,
  handClap,
  openHat,
  piccolo,
  rim,
  shake,
  shortOpenHat,
  snapVoice,
  tightClap,
  tightHat,
  tightKick,
  tomHigh,
  tomLow,
  tomMid,
  trapSnare,
} from '../../../../src/dsp/recipes/drums/kit.ts';
import { beat } from '../../../../src/dsp/recipes/music/recipe.ts';
import {
  echo,
  level,
  withReverb,
  withSaturation,
} from '../../../../src/dsp/recipes/music/steps.ts';
import { recipes } from '../family.ts';

/** A machine: nothing is early or late. */
const EXACT = { humanMs: 0, velocityJitter: 0.02 };
const desk = { drive: 0.45, roomSec: 0.2, roomSize: 0.35, roomWet: 0.16, squash: 0.4, air: 3 };

export const FUTURE_DRUMS = recipes('drums', {
  // Electro: a kick that never falls where the foot expects it, a dry clap, sixteenths like a printer.
  'Mag-lev': {
    bars: 2,
    kick: [beat('9.....9...9..... 9..9......9..6..', tightKick, EXACT)],
    play: [
      beat('....9.......9... ....9.......9..5', tightClap, { ...EXACT, gain: 0.9 }),
      beat('....5.......5...', trapSnare, { ...EXACT, gain: 0.45 }),
      beat('7454745474547454 745474547454r4r4', tightHat, { ...EXACT, gain: 0.44, pan: 0.16 }),
      beat('..............7. ......5.......7.', shortOpenHat, { ...EXACT, gain: 0.36, pan: -0.2 }),
      beat('......5...5..... ...5......5..5..', cowbell, { ...EXACT, gain: 0.2, pan: 0.4 }),
    ],
    desk,
  },
  // Half as busy and twice as large: a long boom, a gated crack, toms that fall down the stairs of the fourth bar.
  'Glass Elevator': {
    bars: 4,
    kick: [
      beat('9.........7..... 9.........7..5.. 9.........7..... 9..7......7.....', boomKick, EXACT),
    ],
    play: [
      beat('........9....... ........9....... ........9....... ........9.......', piccolo, {
        ...EXACT,
        gain: 0.7,
      }),
      beat('........8....... ........8.......', handClap, { ...EXACT, gain: 0.8 }),
      beat('6.4.6.4.6.4.6.4.', closedHat, { ...EXACT, gain: 0.34, pan: -0.18 }),
      beat('....6.......6...', openHat, { ...EXACT, gain: 0.26, pan: 0.24 }),
      beat(`${'.'.repeat(48)}......7.7.......`, tomHigh, { gain: 0.6, pan: 0.35 }),
      beat(`${'.'.repeat(48)}..........7.7...`, tomMid, { gain: 0.62 }),
      beat(`${'.'.repeat(48)}..............8.`, tomLow, { gain: 0.66, pan: -0.35 }),
    ],
    plate: {
      play: [beat('........7....... ........7.......', trapSnare, { ...EXACT, gain: 0.6 })],
      chain: [withReverb(1.1, 1.2, 7000, 0.5, { preSec: 0.01, hp: 500 })],
    },
    desk: { ...desk, roomWet: 0.3, roomSec: 0.5, roomSize: 0.8 },
  },
});

export const FUTURE_PERC = recipes('perc', {
  // Relays that click over, each answered three sixteenths later on the other side.
  Relay: {
    bars: 2,
    play: [
      beat('7..5..7...5..... 7..5..7...5.7...', clave, { ...EXACT, gain: 0.6, pan: 0.35 }),
      beat('..5....5..5....5 ..5....5..5..5..', rim, { ...EXACT, gain: 0.5, pan: -0.4 }),
      beat('....6.......6...', blockHigh, { ...EXACT, gain: 0.5, pan: 0.55 }),
      beat('...........5.... .........5....4.', blockLow, { ...EXACT, gain: 0.55, pan: -0.55 }),
    ],
    chain: [echo(3, 0.46, 0.4, 5200, 700), level(0.8), withReverb(0.6, 0.7, 7000, 0.2)],
  },
  // Bells and snaps in fours against threes, over a shaker that counts.
  'Spark Gap': {
    bars: 4,
    play: [
      beat('7..7..7..7..7.7. 7..7..7..7..7... 7..7..7..7..7.7. 7..7..7.7.7.r...', agogoHigh, {
        ...EXACT,
        gain: 0.3,
        pan: 0.45,
      }),
      beat('.....6.....6.... ..6.....6....6..', agogoLow, { ...EXACT, gain: 0.36, pan: -0.4 }),
      beat('....8.......8...', snapVoice, { ...EXACT, gain: 0.6, pan: 0.1 }),
      beat('6353635363536353', shake, { ...EXACT, gain: 0.5, pan: -0.2 }),
      beat('..4...4...4...4.', egg, { ...EXACT, gain: 0.5, pan: 0.6 }),
    ],
    chain: [
      withSaturation(0.3),
      level(0.8),
      echo(2, 0.3, 0.2, 6500, 900),
      withReverb(0.9, 1, 7000, 0.22),
    ],
  },
});
