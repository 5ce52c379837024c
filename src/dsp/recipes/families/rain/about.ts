import type { About } from '../../music/family.ts';

/**
 * Breaks. Eight bars, a chord for two: E minor 9, C major 9, A minor 9, G 6/9 with a last bar on D. Loops of four
 * bars keep to notes that fit both halves. Twice as fast as Slow Tide, on the same seven notes.
 */
export const ABOUT_GLASS_RAIN: About = {
  id: 'glass-rain',
  name: 'Glass Rain',
  description: 'Breaks in wet streets: quick hands, wide skies, a bass that beats in the dark.',
  bpm: 172,
  root: 4,
  scale: 5,
  swing: 0.515,
};
