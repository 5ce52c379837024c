/** Chords and pads of new loops of Ember Street. */
import { chorus } from '../../../fx/delay.ts';
import { electricPiano, glassBell, housePiano } from '../../../instruments/keys.ts';
import { airPad, organ, stab, stringPad, warmPad } from '../../../instruments/synths.ts';
import { choir } from '../../../instruments/voices.ts';
import { level, withChorus, withSaturation } from '../../../music/steps.ts';
import type { CompKind, PadKind } from '../../style.ts';
import { drifting, space, wide } from './chains.ts';

const STAGGER = ['7..7....6..7....', '7.....6..7....6.', '..7.7.....7..6..', '8..5..7...6...6.'];

export const chords: readonly CompKind[] = [
  {
    voice: (c) => stab(c.between('hz', 560, 1100), c.between('decay', 0.2, 0.42)),
    play: () => ({ humanMs: 2, gateShare: 0.8 }),
    cells: ['..8..5.....7....', '..8.....5..6..5.', '...7..5...6..7..', ...STAGGER],
    notes: [3, 4, 4],
    low: 55,
    hold: 3,
    chain: space,
  },
  {
    voice: (c) => electricPiano(c.between('bite', 0.9, 1.9)),
    play: () => ({ lateMs: 9, humanMs: 5, velocityJitter: 0.12 }),
    cells: ['7.....4...6.....', '6..5....4.6.....', '7......4...6....', '6...5.....6..5..'],
    notes: [3, 4, 4],
    low: 56,
    hold: 6,
    broken: 0.15,
    answers: 0.6,
    chain: (c) => [level(0.7), withChorus(4, 0.0018, 0.4), ...space(c).slice(1)],
  },
  {
    voice: () => housePiano,
    play: () => ({ humanMs: 3, gateShare: 0.85, velocityJitter: 0.1 }),
    cells: ['8..6..8...7...6.', '.6.8..6...7..6..', '.6.8..6.6..8..7.', '8..7..6..7..6.7.'],
    notes: [3, 4],
    low: 58,
    hold: 2,
    chain: space,
  },
  {
    voice: () => organ,
    play: () => ({ humanMs: 2, gateShare: 0.9 }),
    cells: ['8..67......57...', '8..67.....5...7.', '8.5..7..8.....6.', ...STAGGER],
    notes: [3, 3, 4],
    low: 59,
    hold: 4,
    chain: (c) => [
      level(0.7),
      withSaturation(0.5),
      (x, s) => chorus(x, Math.max(1, Math.round(s.frames / 48_000) * 5), 0.0007, 0.7),
      ...space(c).slice(1),
    ],
  },
];

export const pads: readonly PadKind[] = [
  {
    voice: (c) =>
      warmPad(drifting(c, 1.1), c.between('hz', 500, 820), c.between('attack', 0.3, 0.7)),
    notes: [3, 4],
    low: 53,
    gate: 1,
    above: { voice: warmPad(() => 0.3, 900, 0.3), gain: 0.6 },
    chain: wide,
  },
  { voice: (c) => airPad(drifting(c, 0.7)), notes: [3, 3, 4], low: 58, gate: 0.76, chain: wide },
  {
    voice: (c) => stringPad(drifting(c, 1.1), c.between('hz', 850, 1300)),
    notes: [3, 4],
    low: 54,
    gate: 0.92,
    above: { voice: stringPad(() => 0.4), gain: 0.6 },
    chain: wide,
  },
  {
    voice: (c) => choir(3, c.between('throat', 1, 1.12), 0.6),
    play: () => ({ gain: 2 }),
    notes: [3],
    low: 55,
    gate: 0.82,
    words: ['mo', 'u', 'ma', 'uo'],
    above: { voice: glassBell, gain: 0.9 },
    chain: wide,
  },
];
