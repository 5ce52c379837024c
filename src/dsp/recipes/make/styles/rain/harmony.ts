import { electricPiano, glassBell, housePiano } from '../../../instruments/keys.ts';
import {
  airPad,
  softPluck,
  stab,
  stringPad,
  superSaw,
  warmPad,
} from '../../../instruments/synths.ts';
import { choir } from '../../../instruments/voices.ts';
import { level, withChorus } from '../../../music/steps.ts';
import type { CompKind, PadKind } from '../../style.ts';
import { drifting, space, wide } from './chains.ts';

export const chords: readonly CompKind[] = [
  {
    voice: (c) => electricPiano(c.between('bite', 1.3, 2.1)),
    play: () => ({ humanMs: 4, velocityJitter: 0.12, gateShare: 1.1 }),
    cells: ['8.....6....7....', '..6...7.......5.', '...7..6.....6...', '8..6......6..5..'],
    notes: [3, 4, 4],
    low: 55,
    hold: 4,
    answers: 0.6,
    broken: 0.1,
    chain: (c) => [level(0.7), withChorus(8, 0.0016, 0.45), ...space(c).slice(1)],
  },
  {
    voice: (c) => stab(c.between('hz', 700, 1200), c.between('decay', 0.15, 0.3)),
    play: () => ({ humanMs: 1.5, gateShare: 0.85, velocityJitter: 0.08 }),
    cells: ['8..6..7...6.7...', '7..6..8..5..7.6.', '8..6..7..6..7..6', '..7..6..7...6.7.'],
    notes: [3, 4],
    low: 55,
    hold: 1.2,
    chain: space,
  },
  {
    voice: () => housePiano,
    play: () => ({ humanMs: 4, velocityJitter: 0.12, gateShare: 0.95 }),
    cells: ['8..57...6.7...5.', '7..6..7....7..6.', '8..6..7.5..6..5.', '7.5.7...6..7....'],
    notes: [3, 3, 4],
    low: 57,
    hold: 2,
    broken: 0.15,
    chain: space,
  },
  {
    voice: (c) => softPluck(c.between('hz', 900, 1300), c.between('decay', 0.24, 0.38)),
    play: () => ({ humanMs: 2, panJitter: 0.5 }),
    cells: ['7.6.5.7.6.5.7.6.', '7..5..6..5..7..5', '7.5.6..5.7.5.6..'],
    notes: [3, 4],
    low: 60,
    hold: 1.6,
    broken: 0.85,
    chain: space,
  },
];

export const pads: readonly PadKind[] = [
  {
    voice: (c) =>
      warmPad(drifting(c, 1.1), c.between('hz', 600, 900), c.between('attack', 0.3, 0.7)),
    notes: [3, 4],
    low: 52,
    gate: 1,
    above: { voice: glassBell, gain: 0.3 },
    chain: wide,
  },
  {
    voice: (c) => stringPad(drifting(c, 0.9), c.between('hz', 1000, 1500)),
    notes: [3, 4],
    low: 59,
    gate: 0.94,
    above: { voice: stringPad(() => 0.3), gain: 0.6 },
    chain: wide,
  },
  {
    voice: (c) => superSaw(drifting(c, 0.8), c.between('hz', 1000, 1500)),
    notes: [3, 3, 4],
    low: 54,
    gate: 1,
    chain: (c) => wide(c, 1),
  },
  {
    voice: (c) => choir(3, c.between('throat', 1.04, 1.16), 0.5),
    play: () => ({ gain: 1.5 }),
    notes: [3],
    low: 56,
    gate: 0.8,
    words: ['mo', 'u', 'ma', 'o', 'ua'],
    above: { voice: glassBell, gain: 0.5 },
    chain: wide,
  },
  { voice: (c) => airPad(drifting(c, 0.8)), notes: [3, 4], low: 57, gate: 0.8, chain: wide },
];
