/** Drums and percussion of Slow Tide, as rows to choose from. */
import {
  agogoHigh,
  blockHigh,
  blockLow,
  bongoLow,
  boomKick,
  brushSnare,
  brushStroke,
  cabasa,
  closedHat,
  congaLow,
  congaMute,
  congaOpen,
  congaSlap,
  darkRide,
  dustyHat,
  dustyKick,
  dustySnare,
  egg,
  feltKick,
  openHat,
  rim,
  shortOpenHat,
  snapVoice,
  tablaHigh,
  tablaLow,
  tambourine,
  tapeSnare,
  tightClap,
  tightHat,
  tomLow,
  tomMid,
  trapSnare,
  triangle,
  udu,
} from '../../../drums/kit.ts';
import { crackle } from '../../../instruments/effects.ts';
import { type Step, withEq, withUnder } from '../../../music/steps.ts';
import { echoRoom, room, warmRoom } from '../../chains.ts';
import type { Chance } from '../../chance.ts';
import type { DrumKind, DrumRow, PercKind } from '../../style.ts';

const desk = (c: Chance) => ({
  drive: c.between('drive', 0.25, 0.6),
  roomSec: c.between('room', 0.35, 0.8),
  roomSize: c.between('size', 0.5, 0.9),
  roomWet: c.between('wet', 0.2, 0.36),
  squash: c.between('squash', 0.25, 0.45),
  air: c.between('air', -1, 2),
});

const dusty = (c: Chance): Step[] => [
  ...(c.is('dust', 0.5)
    ? [withUnder((s) => crackle(s.frames, 9, s.rng.fork('dust')), c.between('dust', 0.04, 0.1))]
    : []),
  withEq({ kind: 'lp', hz: c.between('top', 10_500, 15_000) }),
];

const FILLS: readonly DrumRow[] = [
  {
    voices: [tomMid],
    cells: ['..........6.54..', '............5.4.', '........5...4...'],
    options: { gain: 0.42, pan: 0.25, lateMs: 8 },
  },
  {
    voices: [tomLow],
    cells: ['..............65', '.............6.5', '...........5..6.'],
    options: { gain: 0.5, pan: -0.2, lateMs: 8 },
  },
  {
    voices: [openHat, shortOpenHat],
    cells: ['..............6.', '..........5.....'],
    options: { gain: 0.3, pan: -0.2 },
    share: 0.5,
  },
];

export const drums: readonly DrumKind[] = [
  {
    kick: {
      voices: [dustyKick, feltKick],
      cells: ['9......4..8.....', '9..5......8..6..', '9.....5...8.....', '9..6......7...5.'],
      options: { humanMs: 3 },
    },
    rows: [
      {
        voices: [dustySnare, tapeSnare],
        cells: ['....9..2....9..3', '....9.2.....9...', '....9.......9.2.', '....9..3....9...'],
        options: { gain: 0.62, lateMs: 14, velocityJitter: 0.08 },
        bends: 0.4,
      },
      {
        voices: [dustyHat, closedHat],
        cells: ['7.5.7.567.5.7.5.', '7.5.735.7.567.5.', '6.4.6.4.6.456.4.', '7..57..57.5.7..5'],
        options: { gain: 0.36, pan: 0.2, lateMs: 5, humanMs: 5, velocityJitter: 0.15 },
      },
      {
        voices: [shortOpenHat],
        cells: ['..............6.', '......6.........', '..........5.....'],
        options: { gain: 0.3, pan: 0.22 },
        share: 0.6,
      },
      {
        voices: [cabasa, egg],
        cells: ['5.3.6.3.5.3.6.3.', '..5...5...5...5.'],
        options: { gain: 0.36, pan: -0.4, lateMs: 6, humanMs: 5 },
        share: 0.45,
      },
    ],
    fills: FILLS,
    desk,
    chain: dusty,
  },
  {
    kick: {
      voices: [boomKick],
      cells: ['9.....7...5.....', '9..6......7...5.', '9.........7.....', '9..7......6..5..'],
      options: { humanMs: 0.5 },
    },
    rows: [
      {
        voices: [trapSnare, tapeSnare],
        cells: ['........9.......', '........9.....3.', '........9..2....'],
        options: { gain: 0.7, swing: 0.5 },
        bends: 0.2,
      },
      {
        voices: [tightClap, snapVoice],
        cells: ['........7.......'],
        options: { gain: 0.6, pan: -0.15, swing: 0.5 },
        share: 0.7,
        bends: 0,
      },
      {
        voices: [tightHat, closedHat],
        cells: ['7.5.7.5.7.5.7r5.', '7.5.7t5.7.5.rrtt', '7.5r7.5.7.5.7.r.', '6.6.6r6.6.6.r.6.'],
        options: { gain: 0.5, pan: 0.16, swing: 0.5, velocityJitter: 0.1 },
      },
      {
        voices: [shortOpenHat],
        cells: ['...........6....', '......6.........', '..............5.'],
        options: { gain: 0.3, pan: -0.2, swing: 0.5 },
        share: 0.6,
      },
      {
        voices: [rim],
        cells: ['..............4.', '...4............', '.....4....3.....'],
        options: { gain: 0.4, pan: -0.4 },
        share: 0.7,
      },
    ],
    fills: FILLS.slice(2),
    desk,
  },
  {
    kick: {
      voices: [feltKick, dustyKick],
      cells: ['9..4....8.5.....', '9..4....8....5..', '8.........6.....', '8..4......6.....'],
      options: { humanMs: 3, gain: 1.1 },
    },
    rows: [
      {
        voices: [snapVoice, brushSnare],
        cells: ['....8.......8...', '....8..2....8..3', '....8.3.....8.2.'],
        options: { gain: 0.85, lateMs: 14, pan: 0.12 },
        bends: 0.5,
      },
      {
        voices: [rim],
        cells: ['......4..3......', '......4.....3...', '..3......4......'],
        options: { gain: 0.5, pan: -0.3, lateMs: 8 },
        share: 0.7,
      },
      {
        voices: [brushStroke, cabasa],
        cells: ['7...7...7...7...', '5.3.6.3.5.3.6.3.', '..4...4...4...4.'],
        options: { gain: 0.4, pan: -0.3, humanMs: 8 },
      },
      {
        voices: [darkRide, closedHat],
        cells: ['7...6..56...6..4', '7...6..56...6..5', '6...4...6...4.3.', '6.4.6...6.4.6..3'],
        options: { gain: 0.28, pan: 0.33, humanMs: 5 },
      },
    ],
    fills: FILLS,
    desk,
    chain: dusty,
  },
];

const LOOSE = { humanMs: 5, velocityJitter: 0.13, lateMs: 4 };

const HANDS: readonly DrumRow[] = [
  {
    voices: [udu, congaLow],
    cells: ['8.....5...7.....', '8..5......7..4..', '7..........6....', '7.........6.....'],
    options: { ...LOOSE, gain: 0.9, pan: -0.15 },
  },
  {
    voices: [tablaHigh, congaOpen],
    cells: ['...6..4.....7.54', '......6.4...7.5.', '......7...5.6...', '...5..7.....6.7.'],
    options: { ...LOOSE, gain: 0.8, pan: 0.28 },
  },
  {
    voices: [tablaLow, bongoLow],
    cells: ['..........6.....', '....6.........6.', '..........6.5...', '..6.5.....6..5..'],
    options: { ...LOOSE, gain: 0.8, pan: 0.1 },
  },
  {
    voices: [congaSlap],
    cells: ['....8.......8...', '....8...........', '....8..........8'],
    options: { ...LOOSE, gain: 0.75, pan: -0.1 },
    share: 0.7,
  },
  {
    voices: [congaMute],
    cells: ['..3..3.3..3..3.3', '.3.3..3..3.3..3.'],
    options: { ...LOOSE, gain: 0.75, pan: -0.2 },
    share: 0.7,
  },
  {
    voices: [egg, cabasa],
    cells: ['4.2.5.2.4.2.5.2.', '..5...5...5...5.', '7.....5.7...6...'],
    options: { ...LOOSE, gain: 0.35, pan: -0.5 },
  },
];

const SHELLS: readonly DrumRow[] = [
  {
    voices: [cabasa, egg],
    cells: ['7.....5.7...6...', '...4......5....4', '7..5..7...6..5..'],
    options: { ...LOOSE, gain: 0.8, pan: -0.35 },
  },
  {
    voices: [triangle, agogoHigh],
    cells: ['6...4.....5.....', '..4...6.....4.5.', '..........5..6..', '5...............'],
    options: { ...LOOSE, gain: 0.3, pan: 0.45 },
  },
  {
    voices: [blockLow, udu],
    cells: ['......5.........', '...5......6.....', '....6.....5.....', '....6.....5...6.'],
    options: { ...LOOSE, gain: 0.6, pan: -0.2 },
  },
  {
    voices: [blockHigh],
    cells: ['7.....5.....6...', '7.....5...4.6..5', '..6..5....6.....'],
    options: { humanMs: 3, gain: 0.65, pan: 0.35 },
  },
  {
    voices: [tambourine, snapVoice],
    cells: ['....8.......7..3', '........6.......', '....7.......7...'],
    options: { gain: 0.5, pan: 0.15, lateMs: 13 },
  },
  {
    voices: [rim],
    cells: ['..3..3....3..3..', '.....4....3.....', '..4......3...4..'],
    options: { gain: 0.4, pan: 0.1, humanMs: 3 },
  },
];

const small = (c: Chance) => room(c, [0.6, 1.1], 0.9, 4800, [0.22, 0.36], 0.01, 200);

export const perc: readonly PercKind[] = [
  { rows: HANDS, players: [3, 5], chain: (c) => warmRoom(c, [0.2, 0.4], small(c)) },
  { rows: SHELLS, players: [3, 5], chain: (c) => warmRoom(c, [0.3, 0.6], small(c)) },
  {
    rows: SHELLS,
    players: [3, 4],
    chain: (c) => echoRoom(c, [3, 4], [0.34, 0.5], 0.32, 3000, 500, small(c)),
  },
];
