import type { WallGround } from '../../data/stores/wall.ts';
import { LIGHT_TOKENS, TOKENS } from '../../drawing/tokens.ts';

/** What pictures of a wall are counted over, `#RRGGBB`. What a stream shows behind one without a ground is not known. */
export const WALL_GROUNDS: Readonly<Record<WallGround, string>> = {
  ground: TOKENS.ground,
  night: LIGHT_TOKENS.ground,
  paper: TOKENS.paper,
  clear: TOKENS.ground,
};
