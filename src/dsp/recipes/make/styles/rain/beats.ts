/** Drums and percussion of Glass Rain, as rows to choose from. */
import {
  agogoHigh,
  agogoLow,
  blockHigh,
  bongoHigh,
  bongoLow,
  bongoSlap,
  breakKick,
  breakSnare,
  clave,
  closedHat,
  congaMute,
  congaOpen,
  congaSlap,
  cowbell,
  crash,
  darkRide,
  dustyHat,
  egg,
  liquidKick,
  liquidSnare,
  openHat,
  piccolo,
  ride,
  rim,
  shake,
  shortOpenHat,
  snapVoice,
  tablaHigh,
  tablaLow,
  tambourine,
  tightHat,
  tightKick,
  tomHigh,
  tomLow,
  tomMid,
  triangle,
} from '../../../drums/kit.ts';
import { withCompressor } from '../../../music/steps.ts';
import { echoRoom, room, warmRoom } from '../../chains.ts';
import type { Chance } from '../../chance.ts';
import type { DrumKind, DrumRow, PercKind } from '../../style.ts';

const desk = (c: Chance) => ({
  drive: c.between('drive', 0.35, 0.7),
  roomSec: c.between('room', 0.2, 0.5),
  roomSize: c.between('size', 0.35, 0.7),
  roomWet: c.between('wet', 0.18, 0.34),
  squash: c.between('squash', 0.35, 0.5),
  air: c.between('air', 0, 3),
});

const FILLS: readonly DrumRow[] = [
  {
    voices: [tomHigh],
    cells: ['..........76....', '........7..6....', '............7...'],
    options: { gain: 0.5, pan: 0.3 },
  },
  { voices: [tomMid], cells: ['............76..', '..........7..6..'], options: { gain: 0.52 } },
  {
    voices: [tomLow],
    cells: ['..............78', '.............7.8', '..............7.'],
    options: { gain: 0.56, pan: -0.3 },
  },
  {
    voices: [piccolo, breakSnare],
    cells: ['..............r.', '..........3.5.r7', '............3457'],
    options: { gain: 0.5, pan: 0.1 },
  },
];

const TIME: readonly DrumRow[] = [
  {
    voices: [closedHat, tightHat, dustyHat],
    cells: [
      '7.5.7.5.7.5.7.57',
      '6.6.6.6.6.6.6.6.',
      '7r5.7.5r7.5.7r5.',
      '7.5r7.5.7.5.7rr.',
      '75.57.5.75.57.5.',
    ],
    options: { gain: 0.34, pan: 0.18, humanMs: 1.5, velocityJitter: 0.12 },
  },
  {
    voices: [ride, darkRide, shake],
    cells: ['8.5.8.5.8.5.8.5.', '7.6.7.6.7.6.7.6.', '.3.4.3.4.3.4.3.4', '8...8...8...8.5.'],
    options: { gain: 0.27, pan: -0.3, humanMs: 1.5 },
    share: 0.75,
  },
  {
    voices: [shortOpenHat, openHat],
    cells: ['..............6.', '..........5.....', '......6.........', '..............7.'],
    options: { gain: 0.32, pan: -0.12 },
    share: 0.75,
  },
  {
    voices: [crash],
    cells: ['5...............'],
    options: { gain: 0.18, pan: -0.2 },
    share: 0.2,
    bends: 0,
  },
];

const GHOSTS = [
  '.......2.2.....2',
  '..2....2.2....32',
  '.......3.4.....3',
  '..2....3.2.....3',
  '.......3.4....23',
];

export const drums: readonly DrumKind[] = [
  {
    kick: {
      voices: [liquidKick, tightKick],
      cells: ['9.........8.....', '9.........8..4..', '9..6......8.....', '9.....6...8.....'],
      options: { humanMs: 0.5 },
    },
    rows: [
      {
        voices: [liquidSnare, piccolo],
        cells: ['....9.......9...', '....9.......9...', '....9.......9..4'],
        options: { gain: 0.68, velocityJitter: 0.04 },
        bends: 0.15,
      },
      {
        voices: [liquidSnare, piccolo, breakSnare],
        cells: GHOSTS,
        options: { gain: 0.58, velocityJitter: 0.2, humanMs: 2 },
      },
      ...TIME,
    ],
    fills: FILLS,
    desk,
  },
  {
    kick: {
      voices: [breakKick],
      cells: [
        '9.8.......87....',
        '9.8.......8.....',
        '..87......8.....',
        '9.8...7...8.....',
        '9..8......87....',
      ],
      options: { humanMs: 2 },
    },
    rows: [
      {
        voices: [breakSnare],
        cells: ['....9.......9...', '....9.........9.', '....9.......9...'],
        options: { gain: 0.66, humanMs: 2 },
        bends: 0.15,
      },
      {
        voices: [breakSnare, rim],
        cells: GHOSTS,
        options: { gain: 0.62, humanMs: 3, velocityJitter: 0.2 },
      },
      ...TIME,
    ],
    fills: FILLS,
    desk,
    chain: (c) => [
      withCompressor({
        thresholdDb: -18,
        ratio: c.between('ratio', 2, 4),
        attackSec: 0.008,
        releaseSec: c.between('release', 0.05, 0.1),
        makeupDb: 3,
      }),
    ],
  },
  {
    kick: {
      voices: [tightKick, liquidKick],
      cells: ['9..6......8.....', '9......5..8...5.', '9.....6...8.....', '9..5......8.....'],
      options: { humanMs: 0.5 },
    },
    rows: [
      {
        voices: [piccolo, liquidSnare],
        cells: ['....9.......9...', '....9.......9..4', '........9.......'],
        options: { gain: 0.7 },
        bends: 0.15,
      },
      {
        voices: [rim, snapVoice],
        cells: ['..5...45.5....5.', '.45...4..5.5..r.', '..5..4....5..4..'],
        options: { gain: 0.46, pan: -0.3, humanMs: 2 },
      },
      ...TIME,
    ],
    fills: FILLS.slice(2),
    desk,
  },
];

const LOOSE = { humanMs: 2, velocityJitter: 0.14 };

const HANDS: readonly DrumRow[] = [
  {
    voices: [bongoHigh, tablaHigh],
    cells: ['7..5.67..5.6..75', '6..75.6..7..5676', '7.5.67.5.6.7....', '7.5.67.5.6.75.6.'],
    options: { ...LOOSE, gain: 0.8, pan: 0.25 },
  },
  {
    voices: [bongoLow, tablaLow],
    cells: ['..6.5...6.5..6..', '.6..5.6...5.6...', '6.......5.......', '6.......5....6..'],
    options: { ...LOOSE, gain: 0.9, pan: -0.2 },
  },
  {
    voices: [bongoSlap, congaSlap],
    cells: ['....8.......8...', '....8...........', '............8...'],
    options: { ...LOOSE, gain: 0.8, pan: 0.1 },
  },
  {
    voices: [congaOpen],
    cells: ['6..6.5..7..6.5..', '6..6.5..7.56.7r6', '..6..5....6..7..'],
    options: { ...LOOSE, pan: -0.25 },
    share: 0.7,
  },
  {
    voices: [congaMute],
    cells: ['.3.3.3.3.3.3.3.3', '3..3..3.3..3..3.'],
    options: { ...LOOSE, gain: 0.55, pan: -0.35 },
    share: 0.8,
  },
  {
    voices: [egg, shake],
    cells: ['4.3.4.3.4.3.4.3.', '7354736573547365', '.4.5.4.5.4.5.4.5'],
    options: { ...LOOSE, gain: 0.4, pan: -0.5 },
  },
];

const WOODS: readonly DrumRow[] = [
  {
    voices: [clave, cowbell],
    cells: ['7..6..6...6.6...', '7..6..6...6.5.5.', '7..6...6..6..6..'],
    options: { gain: 0.5, pan: 0.3, humanMs: 1.5 },
  },
  {
    voices: [agogoLow],
    cells: ['....6..5....6...', '....6..5.5..6..5', '..6.....6....5..'],
    options: { gain: 0.42, pan: -0.3, humanMs: 2 },
  },
  {
    voices: [agogoHigh, triangle],
    cells: ['..5......5....5.', '..5......5......', '5...............'],
    options: { gain: 0.34, pan: 0.5, humanMs: 2 },
  },
  {
    voices: [blockHigh, rim],
    cells: ['.4.3...4..3..4..', '...6..5..4...6..', '.5....6..4.5...7'],
    options: { gain: 0.5, pan: -0.5, humanMs: 2 },
  },
  {
    voices: [shake, egg],
    cells: ['7354736573547365', '6.4.6.4.6.4.6.45'],
    options: { ...LOOSE, gain: 0.5, pan: -0.3 },
  },
  {
    voices: [tambourine, snapVoice],
    cells: ['....7.......7...', '....7.......7.5.', '............7...'],
    options: { gain: 0.5, pan: 0.2 },
  },
];

const small = (c: Chance) => room(c, [0.35, 0.7], 0.6, 6500, [0.16, 0.3], 0.005, 250);

export const perc: readonly PercKind[] = [
  { rows: HANDS, players: [3, 5], chain: (c) => warmRoom(c, [0.2, 0.4], small(c)) },
  {
    rows: WOODS,
    players: [3, 5],
    chain: (c) => echoRoom(c, [3, 3, 2], [0.25, 0.4], 0.22, 4800, 600, small(c)),
  },
  {
    rows: [...HANDS.slice(0, 3), ...WOODS.slice(3)],
    players: [3, 5],
    chain: (c) => warmRoom(c, 0.35, small(c)),
  },
];
