/** Drums and percussion of Ember Street, as rows to choose from. */
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
  closedHat,
  congaLow,
  congaMute,
  congaOpen,
  congaSlap,
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
  tambourine,
  tightClap,
  tightHat,
  tightKick,
  tomHigh,
  tomLow,
  tomMid,
  triangle,
  wideClap,
} from '../../../drums/kit.ts';
import { breathe } from '../../../music/steps.ts';
import { echoRoom, room, warmRoom } from '../../chains.ts';
import type { Chance } from '../../chance.ts';
import type { DrumKind, DrumRow, PercKind } from '../../style.ts';

const desk = (c: Chance) => ({
  drive: c.between('drive', 0.25, 0.5),
  roomSec: c.between('room', 0.28, 0.6),
  roomSize: c.between('size', 0.4, 0.7),
  roomWet: c.between('wet', 0.18, 0.32),
  squash: c.between('squash', 0.25, 0.42),
  top: c.between('top', 2.4, 3.1),
  air: c.between('air', 2, 4),
});

const FLOOR = ['9...9...9...9...', '9...9...9...9...', '9...9...9...9..5', '9...9...9...8.5.'];

const FILLS: readonly DrumRow[] = [
  {
    voices: [tomMid, tomHigh],
    cells: ['..........54.3..', '........6..5.4..', '............6.5.'],
    options: { gain: 0.42, pan: 0.2 },
  },
  {
    voices: [tomLow],
    cells: ['.............65.', '..............67', '...........6..6.'],
    options: { gain: 0.46, pan: -0.2 },
  },
  {
    voices: [liquidSnare, rim],
    cells: ['.............3r5', '..........3.4.57', '..............rr'],
    options: { gain: 0.4 },
  },
];

/** What a floor of four has above its kick. */
const TOPS: readonly DrumRow[] = [
  {
    voices: [openHat, shortOpenHat],
    cells: ['..8...8...8...7.', '..9...9...9...9.', '..7...7...7.5.7.', '..8...8.4.8...8.'],
    options: { gain: 0.36, pan: -0.08 },
  },
  {
    voices: [closedHat, tightHat],
    cells: ['52.352.352.352.3', '.425.425.425.425', '6.5.6.5.6.5.6.54', '5.4.5.45.4.5.45.'],
    options: { gain: 0.3, pan: 0.16, humanMs: 2, velocityJitter: 0.12 },
  },
  {
    voices: [shake, egg, cabasa],
    cells: ['3252325232523252', '7364736473647364', '.4.5.4.5.4.5.4.5'],
    options: { gain: 0.22, pan: -0.4, humanMs: 2 },
    share: 0.65,
  },
  {
    voices: [rim, snapVoice],
    cells: ['.......3.2......', '....6..3....6.2.', '..3..4....3..4..', '.......3.....3..'],
    options: { gain: 0.32, pan: 0.3, lateMs: 4 },
    share: 0.6,
  },
  {
    voices: [ride],
    cells: ['6.4.6.4.6.4.6.4.', '..6...6...6...6.'],
    options: { gain: 0.22, pan: 0.34 },
    share: 0.3,
  },
  {
    voices: [crash],
    cells: ['5...............'],
    options: { gain: 0.16, pan: -0.2 },
    share: 0.2,
    bends: 0,
  },
];

const CLAP: DrumRow = {
  voices: [handClap, tightClap, wideClap],
  cells: ['....8.......8...', '....8.......8...', '....8.......8..3', '....7..2....8...'],
  options: { lateMs: 3, gain: 0.95 },
  bends: 0.2,
};

export const drums: readonly DrumKind[] = [
  {
    kick: { voices: [deepKick, punchKick], cells: FLOOR, options: { humanMs: 0 }, bends: 0.25 },
    rows: TOPS,
    plate: CLAP,
    fills: FILLS,
    desk,
    topChain: (c) => [breathe(c.between('dip', 0.15, 0.4), 1)],
  },
  {
    kick: {
      voices: [tightKick, punchKick],
      cells: ['9......6..8.....', '9..5...6..8...4.', '9.....7...8.....', '9..7......8..5..'],
      options: { humanMs: 0.5 },
    },
    rows: [
      {
        voices: [liquidSnare],
        cells: ['....9..2.2..9...', '....9..3.2..9.23', '....9.2..3..9..2'],
        options: { gain: 0.56, lateMs: 3, velocityJitter: 0.1 },
        bends: 0.5,
      },
      {
        voices: [closedHat, tightHat],
        cells: ['6.3.6.346.3.5.34', '6.4.6.4.6.4.6.43', '63.463.463.463.4'],
        options: { gain: 0.34, pan: 0.2, humanMs: 2.5 },
      },
      {
        voices: [shortOpenHat, openHat],
        cells: ['..........7.....', '......7.......7.', '..........6...5.'],
        options: { gain: 0.34, pan: 0.12 },
      },
      {
        voices: [cabasa, shake, egg],
        cells: ['.3.4.3.4.3.4.3.5', '3.4.3.4.3.4.3.4.', '..5...5...5..45.'],
        options: { gain: 0.22, pan: -0.45, humanMs: 3 },
        share: 0.7,
      },
      {
        voices: [tightClap, snapVoice],
        cells: ['....6.......6...', '............6...'],
        options: { gain: 0.34, pan: -0.15 },
        share: 0.6,
        bends: 0,
      },
    ],
    fills: FILLS,
    desk,
  },
  {
    kick: { voices: [punchKick, deepKick], cells: FLOOR, options: { humanMs: 0 }, bends: 0.25 },
    rows: [
      ...TOPS.slice(0, 3),
      {
        voices: [rim],
        cells: ['....6..3....6.2.', '..6..3....6..3..', '...5..5...5..5..'],
        options: { gain: 0.42, pan: -0.22, lateMs: 3 },
      },
      {
        voices: [tightClap, snapVoice],
        cells: ['....7.......7...', '....7.......7..3'],
        options: { gain: 0.85, lateMs: 6 },
        bends: 0.2,
      },
    ],
    fills: FILLS,
    desk,
    topChain: (c) => [breathe(c.between('dip', 0.15, 0.3), 1)],
  },
];

const LOOSE = { humanMs: 4, velocityJitter: 0.12 };

const HANDS: readonly DrumRow[] = [
  {
    voices: [congaOpen, bongoHigh],
    cells: ['......67......6.', '...5..67....6.78', '7.57..7.5.......', '..6...67...5..6.'],
    options: { ...LOOSE, pan: -0.22 },
  },
  {
    voices: [congaLow, bongoLow],
    cells: ['...........67...', '.......5........', '..6....6..7.....', '7.........6.....'],
    options: { ...LOOSE, pan: 0.2 },
  },
  {
    voices: [congaSlap, bongoSlap],
    cells: ['....8.......8...', '....8........5..', '............8...'],
    options: { ...LOOSE, gain: 0.8, pan: -0.14 },
  },
  {
    voices: [congaMute],
    cells: ['35.3.3..35.3.3..', '.3.35..3.3.35...', '3..3..3.3..3..3.'],
    options: { ...LOOSE, gain: 0.7, pan: -0.1 },
  },
  {
    voices: [egg, shake, cabasa],
    cells: ['4.2.4.2.4.2.4.2.', '2.4.2.4.2.4.2.5.', '5283528352835284'],
    options: { ...LOOSE, gain: 0.35, pan: 0.5 },
  },
  {
    voices: [tambourine, triangle],
    cells: ['....8..3....8.4.', '....7.......7...', '5.......4..3....'],
    options: { gain: 0.36, pan: 0.22, lateMs: 4 },
  },
];

const BELLS: readonly DrumRow[] = [
  {
    voices: [agogoHigh, clave],
    cells: ['7..6..5.6..6.5..', '7..6..5.6.5.6..4', '7..6...7..6.6...', '6..5..6...5.6...'],
    options: { gain: 0.55, pan: 0.25, humanMs: 3 },
  },
  {
    voices: [agogoLow, blockLow],
    cells: ['..5..5......5...', '..5..5.....5..5.', '....6.....5..6..'],
    options: { gain: 0.55, pan: -0.2, humanMs: 3 },
  },
  {
    voices: [rim, blockHigh],
    cells: ['.4..3..4.3...3.4', '...6.4.6.4.6....', '.4.3...4..3..4..'],
    options: { gain: 0.5, pan: -0.4, humanMs: 2 },
  },
  {
    voices: [snapVoice, tambourine],
    cells: ['....6.......6...', '............6..3', '....6..3....6...'],
    options: { gain: 0.5, pan: 0.1 },
  },
  {
    voices: [shake, cabasa, egg],
    cells: ['5283528352835284', '.4.5.4.5.4.5.4.5', '6.3.6.3.6.3.6.3.'],
    options: { gain: 0.5, pan: -0.3, humanMs: 2.5, velocityJitter: 0.12 },
  },
];

const small = (c: Chance) => room(c, [0.4, 0.8], 0.7, 5500, [0.16, 0.32], 0.006, 200);

export const perc: readonly PercKind[] = [
  { rows: HANDS, players: [3, 5], chain: (c) => warmRoom(c, [0.2, 0.5], small(c)) },
  {
    rows: BELLS,
    players: [3, 4],
    chain: (c) => echoRoom(c, [3, 3, 2], [0.2, 0.4], 0.22, 3600, 500, small(c)),
  },
  {
    rows: [...HANDS.slice(0, 3), ...BELLS.slice(2)],
    players: [3, 5],
    chain: (c) => warmRoom(c, 0.3, small(c)),
  },
];
