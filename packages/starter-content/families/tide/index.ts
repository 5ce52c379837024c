import { FAMILY_HOMES } from '../../../../src/data/contract/making.ts';
import type { Family } from '../family.ts';
import { TIDE_DRUMS } from './drums.ts';
import { TIDE_FX } from './effects.ts';
import { TIDE_CHORDS, TIDE_PADS } from './harmony.ts';
import { TIDE_BASS } from './low.ts';
import { TIDE_PERC } from './perc.ts';
import { TIDE_LEADS, TIDE_VOCALS } from './tops.ts';

/**
 * Half-time. Four bars: A minor 9, C major 9, D 9, E minor 7. Exactly half as fast as Glass Rain, on the same
 * seven notes, with chords that agree bar by bar: loops of the two play together as they are.
 */
export const SLOW_TIDE: Family = {
  id: 'slow-tide',
  ...FAMILY_HOMES['slow-tide'],
  description: 'Half-time by the harbour: dust, tape, late snares and long low notes.',
  recipes: [
    ...TIDE_DRUMS,
    ...TIDE_BASS,
    ...TIDE_LEADS,
    ...TIDE_VOCALS,
    ...TIDE_PERC,
    ...TIDE_PADS,
    ...TIDE_CHORDS,
    ...TIDE_FX,
  ],
};
