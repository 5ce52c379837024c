/** Basses, leads and voices of new loops of Slow Tide. */
import { boomBass, deepBass, fingerBass, growlBass } from '../../../instruments/basses.ts';
import { feltPiano, marimba, musicBox, reedLead, string } from '../../../instruments/keys.ts';
import { glideLead } from '../../../instruments/synths.ts';
import { alto, choir, chop, tenor, whisper } from '../../../instruments/voices.ts';
import { level, withEq, withSaturation } from '../../../music/steps.ts';
import type { LineKind, VocalKind } from '../../style.ts';
import { low, space, talking, wide } from './chains.ts';

const LAZY = [
  '..6.67...5..6...',
  '7.....6.5...6...',
  '..6...7.....5.6.',
  '6..7....6.5.....',
  '......6.5.7.....',
];

const SKIPS = ['75.6..56..7.54..', '75.6..56..7.5...', '7..5..6..5..7.5.', '7.56..7.5..6..5.'];

export const bass: readonly LineKind[] = [
  {
    voice: () => fingerBass,
    play: () => ({ lateMs: 10, humanMs: 5, gateShare: 0.9, velocityJitter: 0.1 }),
    cells: ['8..5..6.6....56.', '8..5..6.7.6..567', '8..5..6.7...4...', '8.....6.7..5..6.'],
    hold: 2.5,
    chain: low,
  },
  {
    voice: () => boomBass,
    play: () => ({ glideSec: 0.14, swing: 0.5, humanMs: 0.5, gateShare: 1 }),
    cells: ['8.........5..5..', '8...........4...', '8.........6..7..', '8.....5.........'],
    hold: 8,
    slide: 0.35,
    chain: low,
  },
  {
    voice: (c) => deepBass(c.between('release', 0.09, 0.16)),
    play: () => ({ lateMs: 8, humanMs: 4, gateShare: 0.92 }),
    cells: ['8.....6...7...6.', '8.....5.6.7..56.', '8...6.....7.....', '8.....6...6..5..'],
    hold: 3,
    chain: low,
  },
  {
    voice: (c) => growlBass(talking(c, 4)),
    play: () => ({ humanMs: 2, gateShare: 0.94, glideSec: 0.1 }),
    cells: ['8.....7..57.....', '8.....7..56..7..', '8...7.....7..5..', '8.....7.....6...'],
    hold: 4,
    slide: 0.15,
    chain: low,
  },
];

export const leads: readonly LineKind[] = [
  {
    voice: () => reedLead,
    play: () => ({ glideSec: 0.08, lateMs: 10, humanMs: 5 }),
    cells: LAZY,
    hold: 5,
    slide: 0.35,
    chain: space,
  },
  {
    voice: () => marimba,
    play: () => ({ humanMs: 4, velocityJitter: 0.14, panJitter: 0.3 }),
    cells: SKIPS,
    hold: 1.5,
    broken: 0.5,
    chain: space,
  },
  {
    voice: () => musicBox,
    play: () => ({ lateMs: 8, humanMs: 10, velocityJitter: 0.15, panJitter: 0.25 }),
    cells: ['7...6..57.....5.', '7...6..5..7.....', '7..6...56...5...', '6.5...7...6.5...'],
    hold: 5,
    leap: 0.35,
    broken: 0.25,
    along: {
      voice: string({ sec: 1.4, bright: 0.5, place: 0.12, release: 0.4 }),
      semitones: -12,
      gain: 0.32,
    },
    chain: space,
  },
  {
    voice: (c) => glideLead(c.between('hz', 600, 1000)),
    play: () => ({ glideSec: 0.16, lateMs: 12, humanMs: 6 }),
    cells: ['......6.657.....', '....6.58.....56.', '6...7......6....', '..6.6.6.7.....5.'],
    hold: 7,
    slide: 0.6,
    leap: 0.1,
    chain: (c) => [withSaturation(0.5), ...space(c)],
  },
  {
    voice: () => feltPiano,
    play: () => ({ lateMs: 8, humanMs: 8, velocityJitter: 0.12 }),
    cells: [...LAZY, '6..5..6...7...5.', '7.......5.6.....'],
    hold: 5,
    leap: 0.3,
    broken: 0.35,
    chain: space,
  },
];

export const vocals: readonly VocalKind[] = [
  {
    voice: () => alto,
    play: () => ({ glideSec: 0.13, lateMs: 16, gateShare: 1.02 }),
    cells: ['..6..6..7....56.', '...5.6..7.......', '..7..8...7....5.', '6...6.....6.....'],
    words: ['h-o', 'oa', 'a', 'e', 'u', 'm', 'ma', 'ao', 'um'],
    hold: 5,
    slide: 0.5,
    leap: 0.1,
    chain: space,
  },
  {
    voice: (c) => chop(c.between('throat', 0.98, 1.2)),
    play: () => ({ lateMs: 6, humanMs: 4, panJitter: 0.2 }),
    cells: ['86..8.....6.7...', '8..6..8...65....', '8...8.....6.7...', '..86....8.6..5..'],
    words: ['t-a', 'e', 'h-oa', 't-e', 'a', 't-o', 'h-ua'],
    hold: 2,
    leap: 0.25,
    chain: (c) => [
      level(0.8),
      withSaturation(0.6),
      withEq({ kind: 'hp', hz: 260 }, { kind: 'lp', hz: 5400 }),
      ...space(c).slice(1),
    ],
  },
  {
    voice: (c) => choir(3, c.between('throat', 1, 1.12), c.between('attack', 0.16, 0.4)),
    play: () => ({ gateShare: 0.92 }),
    cells: ['7...............', '8.......6.......', '7...........6...', '7.......7.......'],
    words: ['mam', 'mom', 'mo', 'um', 'ma', 'u'],
    voices: 3,
    hold: 13,
    chain: wide,
  },
  {
    voice: () => tenor,
    play: () => ({ glideSec: 0.09, lateMs: 8 }),
    cells: ['7.7.8....6......', '7.7.6...........', '7.6.....8.......', '..7.7.8.........'],
    words: ['ia', 'ea', 'ao', 'e', 'aou', 'o'],
    hold: 5,
    slide: 0.35,
    along: { voice: whisper, semitones: 12, gain: 1.2 },
    chain: space,
  },
];
