import type { Family } from '../family.ts';
import { FUTURE_DRUMS, FUTURE_PERC } from './drums.ts';
import { FUTURE_FX } from './effects.ts';
import { FUTURE_CHORDS, FUTURE_PADS } from './harmony.ts';
import { FUTURE_BASS, FUTURE_LEADS, FUTURE_VOCALS } from './lines.ts';

/**
 * Electro. Four bars in C Lydian, bright and weightless: C major 7 with the raised fourth, D over C, E minor 7, D. The
 * pentatonic on E fits over all of them, so shorter loops keep to it. It has to be bought or unlocked: what stands beside
 * it says whose it is and what may be done with it.
 */
export const FUTURE_COLLECTION: Family = {
  id: 'future-collection',
  name: 'Future Collection',
  description:
    'Electro from a city that is not built yet: machine drums, neon runs, cold wide air.',
  bpm: 104,
  root: 0,
  scale: 3,
  swing: 0.5,
  collection: {
    product: 'partners-future-collection',
    partner: 'Rondo',
    licence: {
      slug: 'cc-by-4.0',
      title: 'Future Collection licence',
      terms:
        'Made by the house itself, as a first collection. Those who have it may use its loops in anything they make, also for money, and may take them away as files. Name the Future Collection where you publish.',
    },
  },
  recipes: [
    ...FUTURE_DRUMS,
    ...FUTURE_BASS,
    ...FUTURE_LEADS,
    ...FUTURE_VOCALS,
    ...FUTURE_PERC,
    ...FUTURE_PADS,
    ...FUTURE_CHORDS,
    ...FUTURE_FX,
  ],
};
