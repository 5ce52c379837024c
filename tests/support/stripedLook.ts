/** A look of two screens of fine circles on paper, seen from low: nearly half of a wide wall is stripes. */
import type { LookDocument, LookLayer } from '../../src/data/contract/looks.ts';

/** Its screens. */
export const SCREENS = {
  source: 'rings',
  drawn: 'screens',
  size: 1000,
  wedges: 1,
  part: 0,
  spread: 1000,
  density: 500,
  lift: 990,
} as const satisfies LookLayer;

export const STRIPED_LOOK: LookDocument = {
  v: 1,
  name: 'Striped',
  ground: 'paper',
  camera: { tilt: 1000, turn: 0 },
  layers: [SCREENS],
  mods: [{ layer: 0, value: 'lift', source: 'level', amount: -1000, rise: 0, fall: 0 }],
  choices: [],
};
