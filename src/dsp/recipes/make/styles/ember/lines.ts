/** Basses, leads and voices of new loops of Ember Street. */
import { acidBass, deepBass, organBass, rubberBass } from '../../../instruments/basses.ts';
import { marimba, vibraphone } from '../../../instruments/keys.ts';
import { glideLead, nasalLead, softPluck } from '../../../instruments/synths.ts';
import { alto, choir, chop, tenor, whisper } from '../../../instruments/voices.ts';
import type { LineKind, VocalKind } from '../../style.ts';
import { drifting, low, space, wide } from './chains.ts';

const HOOKS = [
  '8.65.7..8..6....',
  '8.65.7..7.8.....',
  '8..6.7..8.6.5...',
  '..8.6.7...8.6...',
  '8..7..6...8..6.5',
];

export const bass: readonly LineKind[] = [
  {
    voice: () => organBass,
    play: () => ({ gateShare: 0.82, humanMs: 2 }),
    cells: ['..8..57...7..58.', '..8..57...7.....', '..8...7...7..58.', '8.....7...7..58.'],
    hold: 2,
    chain: low,
  },
  {
    voice: (c) => rubberBass(c.between('open', 0.8, 1.4)),
    play: () => ({ gateShare: 0.78, humanMs: 2, velocityJitter: 0.1 }),
    cells: ['8..6.57....5..5.', '8..6.57...67.56.', '8.5..6..7..6..5.', '8..6..7..6.5..7.'],
    hold: 2,
    chain: low,
  },
  {
    voice: (c) => deepBass(c.between('release', 0.1, 0.2)),
    play: () => ({ glideSec: 0.11, lateMs: 4, gateShare: 0.98 }),
    cells: ['8.........6..7..', '8.........6.....', '8.....6...7.....', '8.........7...6.'],
    hold: 7,
    slide: 0.35,
    chain: low,
  },
  {
    voice: (c) => acidBass(drifting(c, 0.9)),
    play: () => ({ gateShare: 0.7, glideSec: 0.06, humanMs: 0.8, velocityJitter: 0.1 }),
    cells: ['8.57.56.7.68..5.', '8.57..6...68.56.', '8.57.56.7..5....', '8.5.7.56.8.5.67.'],
    hold: 1,
    slide: 0.2,
    chain: low,
  },
];

export const leads: readonly LineKind[] = [
  {
    voice: (c) => softPluck(c.between('hz', 620, 1100), c.between('decay', 0.18, 0.34)),
    play: () => ({ humanMs: 2, velocityJitter: 0.1 }),
    cells: HOOKS,
    hold: 2,
    broken: 0.3,
    chain: space,
  },
  {
    voice: () => nasalLead,
    play: () => ({ humanMs: 1.5, gain: 0.9, pan: -0.1 }),
    cells: ['7.6..65.7.6..6.5', '7..65.7..65.7...', '.7.6.7.6.7.65...', '7.65..7.65..7.6.'],
    hold: 1,
    broken: 0.6,
    chain: space,
  },
  {
    voice: (c) => glideLead(c.between('hz', 850, 1500)),
    play: () => ({ glideSec: 0.09, lateMs: 6, humanMs: 4 }),
    cells: ['7..8......567...', '..6.7.......5.7.', '8...65..6.......', '..6.56....8....6'],
    hold: 6,
    slide: 0.5,
    leap: 0.12,
    chain: space,
  },
  {
    voice: () => vibraphone,
    play: () => ({ lateMs: 8, humanMs: 5, velocityJitter: 0.12, panJitter: 0.15 }),
    cells: ['..6.5.7.....5.6.', '..6.5.7.......5.', '..6.5.7....5.67.', '6...5.7...6.5...'],
    hold: 6,
    leap: 0.25,
    broken: 0.2,
    chain: space,
  },
  {
    voice: () => marimba,
    play: () => ({ humanMs: 3, velocityJitter: 0.14, panJitter: 0.25 }),
    cells: ['7.5..6..7.5..65.', '7..5..6..7..5...', ...HOOKS],
    hold: 2,
    broken: 0.45,
    chain: space,
  },
];

export const vocals: readonly VocalKind[] = [
  {
    voice: (c) => chop(c.between('throat', 1.08, 1.28)),
    play: () => ({ humanMs: 2, panJitter: 0.3 }),
    cells: ['8..6..8....6..7.', '8..6..8..7.6....', '8..5..7.8..6....', '..7..6..8..5.67.'],
    words: ['t-a', 'a', 'h-ua', 't-o', 'e', 'h-oa', 't-e', 'o'],
    hold: 2,
    leap: 0.3,
    chain: space,
  },
  {
    voice: (c) => c.one('singer', [tenor, alto]),
    play: () => ({ glideSec: 0.1, lateMs: 10, gateShare: 1.02 }),
    cells: ['..6.7.8.....56..', '..6.7.7.......5.', '6...7.8.....5...', '..567.....8.....'],
    words: ['h-u', 'ua', 'ao', 'o', 'e', 'm', 'ma', 'ae', 'aou'],
    hold: 6,
    slide: 0.5,
    leap: 0.1,
    along: { voice: alto, semitones: 12, gain: 0.28 },
    chain: space,
  },
  {
    voice: (c) => choir(3, c.between('throat', 1.02, 1.18), c.between('attack', 0.06, 0.24)),
    play: () => ({ gateShare: 0.9 }),
    cells: ['7...............', '7........6......', '8.......6.......', '7.....6.........'],
    words: ['ma', 'ua', 'oa', 'uo', 'mo'],
    voices: 4,
    hold: 9,
    chain: wide,
  },
  {
    voice: () => whisper,
    play: () => ({ gain: 1.6, panJitter: 0.4, humanMs: 8 }),
    cells: ['....6..7....6...', '..6..7......6...', '....6...7..6....'],
    words: ['s-a', 'h-o', 'h-a', 's-e', 'h-u', 'h-ao'],
    hold: 5,
    along: { voice: choir(2, 1.02, 0.2), semitones: -12, gain: 0.8 },
    chain: wide,
  },
];
