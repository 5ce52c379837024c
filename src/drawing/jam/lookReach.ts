/** How looks fit into small pictures. Apart from what draws looks: pages ask it before that is fetched. */
import type { LookDocument, LookLayer } from '../../data/contract/looks.ts';
import { isLayerMod, type StageLook } from '../../data/contract/stageLooks.ts';
import { leaningCamera } from './cameraBox.ts';

/** Tips, shadows and lines of an echo; ribbons where they are loud and deep; rings of a flight as they pass by. */
const [REACH, RIBBONS_REACH, FLIGHT_REACH] = [1.15, 1.32, 1.67];

/** What leans comes nearer to the eye on one side, and is wider there. */
const LEANING = 1.1;

/** How far a finish puts a picture beside itself at a distance of 1, as a share of the radius of the rings. */
export const BESIDE = { shadow: 0.14, plates: 0.05 } as const;

/** Looks of the house that reach farther than others. */
const FAR: Partial<Record<StageLook, number>> = { light: RIBBONS_REACH, tunnel: FLIGHT_REACH };

function layerReach(layer: LookLayer): number {
  if (layer.source === 'flight') return FLIGHT_REACH;
  return layer.source === 'rings' && layer.drawn === 'ribbons' ? RIBBONS_REACH : REACH;
}

/** How much farther a look ever reaches by its finishes, as a share of the radius of the rings. */
export function finishReach(look: StageLook | LookDocument): number {
  if (typeof look === 'string' || !look.finish) return 0;
  return look.finish.reduce((far, finish, at) => {
    if (finish.kind !== 'shadow' && finish.kind !== 'plates') return far;
    const farther = look.mods.reduce((sum, mod) => {
      const moves = !isLayerMod(mod) && mod.finish === at && mod.value === 'distance';
      return moves ? sum + Math.max(0, mod.amount) : sum;
    }, 0);
    return far + (BESIDE[finish.kind] * Math.min(1000, finish.distance + farther)) / 1000;
  }, 0);
}

/**
 * Farthest that a look draws from its centre, as a share of the radius of the rings. Growth rings of earlier rifffs go
 * beyond that.
 *
 * @param look the name of one of the house, or a document
 */
export function lookReach(look: StageLook | LookDocument): number {
  const flat =
    typeof look === 'string' ? (FAR[look] ?? REACH) : Math.max(...look.layers.map(layerReach));
  return (leaningCamera(look) ? LEANING * flat : flat) + finishReach(look);
}

/** Most of its place that a picture takes, tips included. */
const MOST_SHARE = 0.84;

/** Share of a place that `lookBox` of a look may take, so that what goes beyond the rings stays in it. */
export const boxShare = (look: LookDocument): number =>
  Math.min(MOST_SHARE, (leaningCamera(look) ? LEANING : 1) / lookReach(look));

/** Where the music is in a picture of a look that stands still, in turns. */
export const PICTURE_PHASE = 0.3;

/** Most that the rings take of a picture. */
const MOST_RINGS = 0.76;

/** Diameter of the rings as a share of a square picture, with room round them for what goes beyond them. */
export const pictureRings = (look: StageLook | LookDocument): number =>
  Math.min(MOST_RINGS, 1 / lookReach(look));
