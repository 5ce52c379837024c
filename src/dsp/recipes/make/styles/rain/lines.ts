/** Basses, leads and voices of new loops of Glass Rain. */
import { deepBass, growlBass, reeseBass, rubberBass } from '../../../instruments/basses.ts';
import { digitalPluck, glassBell, reedLead, string } from '../../../instruments/keys.ts';
import { softPluck, superSaw } from '../../../instruments/synths.ts';
import { alto, choir, chop, whisper } from '../../../instruments/voices.ts';
import type { LineKind, VocalKind } from '../../style.ts';
import { drifting, low, space, talking, wide } from './chains.ts';

const DROPS = [
  '8.65..75...6..6.',
  '8.56..7....6.55.',
  '8.65..7.5..6..6.',
  '8.56..7....6.55.',
  '8..6.5.8..6..65.',
];

export const bass: readonly LineKind[] = [
  {
    voice: (c) => reeseBass(drifting(c, 0.9), c.between('hz', 380, 560)),
    play: () => ({ glideSec: 0.12, humanMs: 0.5, gateShare: 0.98 }),
    cells: ['8...............', '..7.......7.....', '8.........7.....', '8.....6...7.....'],
    hold: 14,
    slide: 0.3,
    chain: low,
  },
  {
    voice: (c) => rubberBass(c.between('open', 1, 1.6)),
    play: () => ({ humanMs: 1, gateShare: 0.85, velocityJitter: 0.08 }),
    cells: ['8..5..6....7....', '8..5..6....8..6.', '8..5..6.....6...', '8.5...6..5.7..6.'],
    hold: 2,
    chain: low,
  },
  {
    voice: (c) => deepBass(c.between('release', 0.06, 0.12)),
    play: () => ({ glideSec: 0.09, humanMs: 1.5, gateShare: 0.94 }),
    cells: ['8.....6....7....', '..7.......6.6...', '8.....6....7....', '8...6.....7..6..'],
    hold: 4,
    slide: 0.2,
    chain: low,
  },
  {
    voice: (c) => growlBass(talking(c)),
    play: () => ({ humanMs: 0.5, gateShare: 0.96, glideSec: 0.06 }),
    cells: ['8.......6..68...', '7.....6.7..7....', '7.....6.7..7....', '8....7..6..6....'],
    hold: 6,
    slide: 0.2,
    chain: low,
  },
];

export const leads: readonly LineKind[] = [
  {
    voice: () => digitalPluck,
    play: () => ({ humanMs: 2, velocityJitter: 0.12, panJitter: 0.3 }),
    cells: DROPS,
    hold: 1,
    leap: 0.35,
    broken: 0.35,
    chain: space,
  },
  {
    voice: () => reedLead,
    play: () => ({ glideSec: 0.07, humanMs: 4, lateMs: 4 }),
    cells: ['....6..57.......', '..6.6.7.........', '8....7....6.....', '....6...7..6....'],
    hold: 8,
    slide: 0.45,
    leap: 0.2,
    chain: space,
  },
  {
    voice: (c) =>
      string({
        sec: c.between('ring', 1.2, 2),
        bright: c.between('bright', 0.3, 0.5),
        place: 0.2,
        soft: 0.65,
        release: 0.35,
      }),
    play: () => ({ humanMs: 3, velocityJitter: 0.14, panJitter: 0.35 }),
    cells: ['8.6.7.5.7..56...', '7.6.7.5.7....5..', '8.6.7.5.7..5.6..', '7.6.5.7.6...5...'],
    hold: 3,
    broken: 0.3,
    along: { voice: glassBell, semitones: 12, gain: 0.16 },
    chain: space,
  },
  {
    voice: (c) => superSaw(drifting(c, 0.8), c.between('hz', 1500, 2600)),
    play: () => ({ humanMs: 1.5, gateShare: 0.9 }),
    cells: ['8..5..7....6..6.', '8.....5....6..6.', '8..5..7....7..6.', '8.....5....6..6.'],
    hold: 4,
    chain: space,
  },
  {
    voice: (c) => softPluck(c.between('hz', 800, 1400), c.between('decay', 0.18, 0.34)),
    play: () => ({ humanMs: 2, panJitter: 0.4 }),
    cells: DROPS,
    hold: 1.6,
    broken: 0.6,
    chain: space,
  },
];

export const vocals: readonly VocalKind[] = [
  {
    voice: (c) => chop(c.between('throat', 1.12, 1.3)),
    play: () => ({ humanMs: 1.5, panJitter: 0.35 }),
    cells: ['8..6..8....6..6.', '8..6..8....65.6.', '8..6..8....7..6.', '8.....6..8.66.7.'],
    words: ['t-a', 'h-a', 'h-ua', 'e', 'o', 'h-o', 'h-uai', 't-e', 'a'],
    hold: 3,
    leap: 0.3,
    chain: space,
  },
  {
    voice: () => alto,
    play: () => ({ glideSec: 0.12, lateMs: 6, gateShare: 1.02 }),
    cells: ['....6.....6..8..', '..........6.....', '....6.....7..8..', '7........6......'],
    words: ['h-u', 'ua', 'a', 'o', 'm', 'ma', 'ao', 'ou', 'h-o', 'oa'],
    hold: 9,
    slide: 0.5,
    leap: 0.15,
    chain: space,
  },
  {
    voice: (c) => choir(3, c.between('throat', 1.06, 1.2), 0.03),
    play: () => ({ humanMs: 3 }),
    cells: ['8.....7.........', '...6..7.........', '8.....7...6.....', '......7....6....'],
    words: ['h-a', 'h-o', 'oa', 'oau', 'h-ua'],
    voices: 3,
    hold: 4,
    chain: wide,
  },
  {
    voice: () => whisper,
    play: () => ({ gain: 1.8, humanMs: 4, panJitter: 0.5 }),
    cells: ['6.5.7.......6.7.', '........6.......', '6.5.7.......6...', '..6...7...6.....'],
    words: ['s-a', 's-e', 'h-o', 'h-a', 'h-u', 'h-ua'],
    hold: 4,
    along: { voice: alto, semitones: 12, gain: 0.3 },
    chain: space,
  },
];
