/** Chords and pads of new loops of Slow Tide. */
import {
  electricPiano,
  feltPiano,
  glassBell,
  reedLead,
  string,
} from '../../../instruments/keys.ts';
import { airPad, organ, stringPad, warmPad } from '../../../instruments/synths.ts';
import { choir } from '../../../instruments/voices.ts';
import type { CompKind, PadKind } from '../../style.ts';
import { drifting, space, tape, wide } from './chains.ts';

export const chords: readonly CompKind[] = [
  {
    voice: (c) => electricPiano(c.between('bite', 1.1, 1.8)),
    play: () => ({ lateMs: 14, humanMs: 8, velocityJitter: 0.14 }),
    cells: ['7......4..6.....', '6.....5....6....', '6...4...5...6...', '7.....5...6.....'],
    notes: [3, 4, 4],
    low: 55,
    hold: 6,
    answers: 0.6,
    broken: 0.1,
    chain: space,
  },
  {
    voice: (c) =>
      string({
        sec: c.between('ring', 1.8, 2.8),
        bright: c.between('bright', 0.15, 0.35),
        place: 0.2,
        soft: 0.8,
        release: 0.3,
      }),
    play: () => ({ lateMs: 6, humanMs: 7, velocityJitter: 0.14, panJitter: 0.15 }),
    cells: ['7.5.6.5.7..4.5..', '7...6...5..6....', '7..5..6...5..4..', '6.5.7...6.5.....'],
    notes: [3, 4],
    low: 52,
    hold: 8,
    broken: 0.65,
    chain: space,
  },
  {
    voice: () => feltPiano,
    play: () => ({ lateMs: 4, humanMs: 6, gateShare: 0.94 }),
    cells: ['6...............', '6.........4.....', '6.......5.......', '6.....4.....5...'],
    notes: [3, 3, 4],
    low: 52,
    hold: 15,
    answers: 0.85,
    chain: space,
  },
  {
    voice: () => organ,
    play: () => ({ lateMs: 5, humanMs: 3, gateShare: 0.75 }),
    cells: ['..7..6....67....', '..7...6......56.', '..7.5.6.....7...', '....7..6....7...'],
    notes: [3, 3, 4],
    low: 58,
    hold: 4,
    chain: space,
  },
];

export const pads: readonly PadKind[] = [
  {
    voice: (c) => warmPad(drifting(c, 1.3), c.between('hz', 420, 680), c.between('attack', 0.5, 1)),
    notes: [3, 4],
    low: 52,
    gate: 1,
    above: { voice: glassBell, gain: 0.35 },
    chain: wide,
  },
  {
    voice: (c) => choir(3, c.between('throat', 1, 1.14), 0.5),
    play: () => ({ gain: 1.6 }),
    notes: [3],
    low: 55,
    gate: 0.84,
    words: ['mo', 'u', 'ma', 'o'],
    chain: wide,
  },
  { voice: (c) => airPad(drifting(c, 0.9)), notes: [3, 3, 4], low: 57, gate: 0.7, chain: wide },
  {
    voice: (c) => stringPad(drifting(c, 0.9), c.between('hz', 900, 1300)),
    notes: [3, 4],
    low: 57,
    gate: 0.84,
    above: { voice: reedLead, gain: 0.4 },
    chain: (c) => [...tape(c), ...wide(c).slice(1)],
  },
];
