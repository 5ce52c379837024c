import { FAMILY_HOMES } from '../../../../src/data/contract/making.ts';
import type { Family } from '../family.ts';
import { RAIN_DRUMS } from './drums.ts';
import { RAIN_FX } from './effects.ts';
import { RAIN_CHORDS, RAIN_PADS } from './harmony.ts';
import { RAIN_BASS } from './low.ts';
import { RAIN_PERC } from './perc.ts';
import { RAIN_LEADS, RAIN_VOCALS } from './tops.ts';

/**
 * Breaks. Eight bars, a chord for two: E minor 9, C major 9, A minor 9, G 6/9 with a last bar on D. Loops of four
 * bars keep to notes that fit both halves. Twice as fast as Slow Tide, on the same seven notes.
 */
export const GLASS_RAIN: Family = {
  id: 'glass-rain',
  ...FAMILY_HOMES['glass-rain'],
  description: 'Breaks in wet streets: quick hands, wide skies, a bass that beats in the dark.',
  recipes: [
    ...RAIN_DRUMS,
    ...RAIN_BASS,
    ...RAIN_LEADS,
    ...RAIN_VOCALS,
    ...RAIN_PERC,
    ...RAIN_PADS,
    ...RAIN_CHORDS,
    ...RAIN_FX,
  ],
};
