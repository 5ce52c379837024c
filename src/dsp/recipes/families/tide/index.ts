import type { Family } from '../../music/family.ts';
import { ABOUT_SLOW_TIDE } from './about.ts';
import { TIDE_DRUMS } from './drums.ts';
import { TIDE_FX } from './effects.ts';
import { TIDE_CHORDS, TIDE_PADS } from './harmony.ts';
import { TIDE_BASS } from './low.ts';
import { TIDE_PERC } from './perc.ts';
import { TIDE_LEADS, TIDE_VOCALS } from './tops.ts';

export const SLOW_TIDE: Family = {
  ...ABOUT_SLOW_TIDE,
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
