import type { Family } from '../../music/family.ts';
import { ABOUT_GLASS_RAIN } from './about.ts';
import { RAIN_DRUMS } from './drums.ts';
import { RAIN_FX } from './effects.ts';
import { RAIN_CHORDS, RAIN_PADS } from './harmony.ts';
import { RAIN_BASS } from './low.ts';
import { RAIN_PERC } from './perc.ts';
import { RAIN_LEADS, RAIN_VOCALS } from './tops.ts';

export const GLASS_RAIN: Family = {
  ...ABOUT_GLASS_RAIN,
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
