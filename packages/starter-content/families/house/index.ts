import { FAMILY_HOMES } from '../../../../src/data/contract/making.ts';
import type { Family } from '../family.ts';
import { HOUSE_DRUMS } from './drums.ts';
import { HOUSE_FX } from './effects.ts';
import { HOUSE_CHORDS, HOUSE_PADS } from './harmony.ts';
import { HOUSE_BASS } from './low.ts';
import { HOUSE_PERC } from './perc.ts';
import { HOUSE_LEADS, HOUSE_VOCALS } from './tops.ts';

/**
 * Deep house. Four bars: F minor 9, D flat major 9, B flat minor 9, E flat 6/9. The pentatonic on F fits over all
 * of them, so shorter loops keep to it.
 */
export const EMBER_STREET: Family = {
  id: 'ember-street',
  ...FAMILY_HOMES['ember-street'],
  description: 'Deep house after midnight: warm stabs, rubber basses, a floor that breathes.',
  recipes: [
    ...HOUSE_DRUMS,
    ...HOUSE_BASS,
    ...HOUSE_LEADS,
    ...HOUSE_VOCALS,
    ...HOUSE_PERC,
    ...HOUSE_PADS,
    ...HOUSE_CHORDS,
    ...HOUSE_FX,
  ],
};
