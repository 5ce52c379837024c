import type { About } from '../../music/family.ts';

/**
 * Deep house. Four bars: F minor 9, D flat major 9, B flat minor 9, E flat 6/9. The pentatonic on F fits over all
 * of them, so shorter loops keep to it.
 */
export const ABOUT_EMBER_STREET: About = {
  id: 'ember-street',
  name: 'Ember Street',
  description: 'Deep house after midnight: warm stabs, rubber basses, a floor that breathes.',
  bpm: 122,
  root: 5,
  scale: 5,
  swing: 0.555,
};
