import type { About } from '../../music/family.ts';

/**
 * Half-time. Four bars: A minor 9, C major 9, D 9, E minor 7. Exactly half as fast as Glass Rain, on the same
 * seven notes, with chords that agree bar by bar: loops of the two play together as they are.
 */
export const ABOUT_SLOW_TIDE: About = {
  id: 'slow-tide',
  name: 'Slow Tide',
  description: 'Half-time by the harbour: dust, tape, late snares and long low notes.',
  bpm: 86,
  root: 9,
  scale: 1,
  swing: 0.585,
};
