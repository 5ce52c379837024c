import type { Family } from '../../music/family.ts';
import { ABOUT_EMBER_STREET } from './about.ts';
import { HOUSE_DRUMS } from './drums.ts';
import { HOUSE_FX } from './effects.ts';
import { HOUSE_CHORDS, HOUSE_PADS } from './harmony.ts';
import { HOUSE_BASS } from './low.ts';
import { HOUSE_PERC } from './perc.ts';
import { HOUSE_LEADS, HOUSE_VOCALS } from './tops.ts';

export const EMBER_STREET: Family = {
  ...ABOUT_EMBER_STREET,
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
