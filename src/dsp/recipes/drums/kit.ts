/** The drums that the families play, as voices. */

import {
  AGOGO_HIGH,
  AGOGO_LOW,
  BLOCK_HIGH,
  BLOCK_LOW,
  CLAVE,
  COWBELL,
  clap,
  cymbal,
  RIM,
  shaker,
  snap,
  struck,
  TRIANGLE,
} from '../../drums/metal.ts';
import { handDrum, type KickShape, kick, type SnareShape, snare } from '../../drums/skins.ts';
import type { DrumVoice } from '../music/session.ts';

const kickVoice =
  (shape: KickShape): DrumVoice =>
  (velocity, rng) =>
    kick(shape, velocity, rng);
const snareVoice =
  (shape: SnareShape): DrumVoice =>
  (velocity, rng) =>
    snare(shape, velocity, rng);

export const deepKick = kickVoice({
  hz: 46,
  sweepHz: 170,
  sweepSec: 0.015,
  sec: 0.4,
  click: 0.3,
  drive: 0.35,
});
export const punchKick = kickVoice({
  hz: 51,
  sweepHz: 250,
  sweepSec: 0.012,
  sec: 0.34,
  click: 0.6,
  drive: 0.6,
});
export const tightKick = kickVoice({
  hz: 55,
  sweepHz: 210,
  sweepSec: 0.01,
  sec: 0.2,
  click: 0.5,
  drive: 0.45,
});
export const dustyKick = kickVoice({
  hz: 57,
  sweepHz: 95,
  sweepSec: 0.02,
  sec: 0.24,
  click: 0.55,
  drive: 0.6,
  wood: 0.8,
});
export const feltKick = kickVoice({
  hz: 60,
  sweepHz: 60,
  sweepSec: 0.02,
  sec: 0.2,
  click: 0.2,
  drive: 0.2,
  wood: 0.5,
});
export const boomKick = kickVoice({
  hz: 48,
  sweepHz: 190,
  sweepSec: 0.016,
  sec: 0.6,
  click: 0.4,
  drive: 0.5,
  holdSec: 0.03,
});
export const breakKick = kickVoice({
  hz: 64,
  sweepHz: 150,
  sweepSec: 0.011,
  sec: 0.17,
  click: 0.9,
  drive: 0.7,
  wood: 1,
});
export const liquidKick = kickVoice({
  hz: 55,
  sweepHz: 230,
  sweepSec: 0.011,
  sec: 0.2,
  click: 0.7,
  drive: 0.6,
});

export const dustySnare = snareVoice({
  hz: 186,
  sec: 0.17,
  wires: 0.75,
  wireHz: 1750,
  wireSec: 0.2,
  crack: 0.5,
});
export const tapeSnare = snareVoice({
  hz: 168,
  sec: 0.24,
  wires: 0.6,
  wireHz: 1400,
  wireSec: 0.26,
  crack: 0.3,
  ring: 0.5,
});
export const trapSnare = snareVoice({
  hz: 212,
  sec: 0.12,
  wires: 0.95,
  wireHz: 2600,
  wireSec: 0.16,
  crack: 0.9,
});
export const breakSnare = snareVoice({
  hz: 214,
  sec: 0.15,
  wires: 0.8,
  wireHz: 2300,
  wireSec: 0.17,
  crack: 0.9,
  ring: 0.7,
});
export const liquidSnare = snareVoice({
  hz: 198,
  sec: 0.2,
  wires: 0.85,
  wireHz: 2500,
  wireSec: 0.23,
  crack: 0.8,
  ring: 0.3,
});
export const piccolo = snareVoice({
  hz: 268,
  sec: 0.1,
  wires: 0.7,
  wireHz: 3000,
  wireSec: 0.13,
  crack: 0.9,
  ring: 0.9,
});
export const brushSnare = snareVoice({
  hz: 176,
  sec: 0.1,
  wires: 0.55,
  wireHz: 2900,
  wireSec: 0.22,
  crack: 0.12,
});

export const closedHat: DrumVoice = (v, rng) =>
  cymbal({ sec: 0.055 + 0.035 * v, hz: 330, noise: 0.45, hp: 7600 }, v, rng);
export const tightHat: DrumVoice = (v, rng) =>
  cymbal({ sec: 0.032 + 0.02 * v, hz: 410, noise: 0.3, hp: 8800 }, v, rng);
export const dustyHat: DrumVoice = (v, rng) =>
  cymbal({ sec: 0.07 + 0.04 * v, hz: 290, noise: 0.6, hp: 5600 }, v, rng);
export const openHat: DrumVoice = (v, rng) =>
  cymbal({ sec: 0.34, hz: 330, noise: 0.45, hp: 7200, stick: 0.2 }, v, rng);
export const shortOpenHat: DrumVoice = (v, rng) =>
  cymbal({ sec: 0.19, hz: 345, noise: 0.5, hp: 7000, stick: 0.2 }, v, rng);
export const ride: DrumVoice = (v, rng) =>
  cymbal({ sec: 0.85, hz: 372, noise: 0.35, hp: 5600, bell: 0.5, stick: 0.9 }, v, rng);
export const darkRide: DrumVoice = (v, rng) =>
  cymbal({ sec: 1.1, hz: 290, noise: 0.4, hp: 4200, bell: 0.35, stick: 0.8 }, v, rng);
export const crash: DrumVoice = (v, rng) =>
  cymbal({ sec: 2.2, hz: 310, noise: 0.7, hp: 4200, rise: 0.004, stick: 0.3 }, v, rng);

export const handClap: DrumVoice = (v, rng) => clap(0.2, 1250, v, rng);
export const tightClap: DrumVoice = (v, rng) => clap(0.11, 1650, v, rng);
export const wideClap: DrumVoice = (v, rng) => clap(0.34, 1050, v, rng);
export const snapVoice: DrumVoice = (v, rng) => snap(v, rng);

export const shake: DrumVoice = (v, rng) => shaker({ sec: 0.05, hz: 6400, rise: 0.018 }, v, rng);
export const egg: DrumVoice = (v, rng) => shaker({ sec: 0.04, hz: 8200, rise: 0.012 }, v, rng);
export const cabasa: DrumVoice = (v, rng) =>
  shaker({ sec: 0.07, hz: 5200, rise: 0.03, q: 1.4 }, v, rng);
export const brushStroke: DrumVoice = (v, rng) =>
  shaker({ sec: 0.16, hz: 3800, rise: 0.09, q: 0.6 }, v, rng);
export const tambourine: DrumVoice = (v, rng) =>
  cymbal({ sec: 0.16, hz: 720, noise: 0.35, hp: 6800, rise: 0.004 }, v, rng);

const hand =
  (hz: number, sec: number, slap: number, bend?: number): DrumVoice =>
  (v, rng) =>
    handDrum({ hz, sec, slap, ...(bend === undefined ? {} : { bend }) }, v, rng);
export const congaLow = hand(176, 0.34, 0.12);
export const congaOpen = hand(224, 0.3, 0.16);
export const congaMute = hand(236, 0.1, 0.3);
export const congaSlap = hand(246, 0.13, 0.85);
export const bongoHigh = hand(412, 0.16, 0.35);
export const bongoLow = hand(318, 0.2, 0.25);
export const bongoSlap = hand(430, 0.08, 0.8);
export const tomHigh = hand(152, 0.36, 0.25, 0.3);
export const tomMid = hand(118, 0.42, 0.22, 0.3);
export const tomLow = hand(88, 0.5, 0.2, 0.32);
export const udu = hand(128, 0.4, 0.06, 0.5);
export const tablaHigh = hand(355, 0.26, 0.3, 0.05);
export const tablaLow = hand(98, 0.36, 0.08, -0.3);

const modes =
  (list: readonly (readonly [number, number, number])[], knock = 0.2): DrumVoice =>
  (v, rng) =>
    struck(list, v, rng, knock);
export const rim = modes(RIM, 0.5);
export const clave = modes(CLAVE, 0.1);
export const blockHigh = modes(BLOCK_HIGH);
export const blockLow = modes(BLOCK_LOW);
export const cowbell = modes(COWBELL);
export const triangle = modes(TRIANGLE, 0.05);
export const agogoHigh = modes(AGOGO_HIGH);
export const agogoLow = modes(AGOGO_LOW);
