import type { LibraryCategory } from '../../data/contract/categories.ts';
import type { LoopOrder, MadeFamily } from '../../data/contract/making.ts';
import { ABOUT_EMBER_STREET } from './families/house/about.ts';
import { ABOUT_GLASS_RAIN } from './families/rain/about.ts';
import { ABOUT_SLOW_TIDE } from './families/tide/about.ts';
import type { About } from './music/family.ts';

const ABOUT: Readonly<Record<MadeFamily, About>> = {
  'ember-street': ABOUT_EMBER_STREET,
  'slow-tide': ABOUT_SLOW_TIDE,
  'glass-rain': ABOUT_GLASS_RAIN,
};

/** An order of four bars in the tempo and key that the family is at home in. */
export function homeOrder(family: MadeFamily, category: LibraryCategory, seed: number): LoopOrder {
  const { bpm, root, scale } = ABOUT[family];
  const place = { bps: bpm / 60, root, scale };
  return { version: 1, family, category, seed, ...place, bars: 4, density: 0.5, octave: 0 };
}
