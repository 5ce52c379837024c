/**
 * What a camera makes of a picture's size. Apart from what draws looks: pages ask it before that is fetched. Lengths as
 * shares of the radius of the rings.
 */
import type { LookDocument } from '../../data/contract/looks.ts';
import {
  type HouseLook,
  type LookCamera,
  STAGE_LOOKS,
  type StageLook,
} from '../../data/contract/stageLooks.ts';

/** How far the eye is from the middle of the rings. */
export const EYE = 3.4;
/** Farthest that it leans, in radians: lower, rings would hide each other. */
const LOWEST = Math.PI / 3;

/** How far a camera leans, in radians. @param tilt 0–1 */
export const leanOf = (tilt: number): number => tilt * LOWEST;

/** How far a leaning circle reaches towards the eye and away from it, and to its sides, seen from its middle. */
export const frontOf = (lean: number) => (Math.cos(lean) * EYE) / (EYE - Math.sin(lean));
export const backOf = (lean: number) => (Math.cos(lean) * EYE) / (EYE + Math.sin(lean));
const sideOf = (lean: number) => 1 / Math.sqrt(1 - (Math.sin(lean) / EYE) ** 2);

/** Does a look fly through the history? Its camera looks along the way, and nothing leans. */
export const flies = ({ layers }: LookDocument): boolean =>
  layers.some(({ source }) => source === 'flight');

/** The same of a look of the house, by its name, or of a document. */
export const isFlight = (look: StageLook | LookDocument): boolean =>
  typeof look === 'string' ? look === 'tunnel' : flies(look);

/** The camera of a look if its rings lean, else null. @param look the name of one of the house, or a document */
export function leaningCamera(look: StageLook | LookDocument): LookCamera | null {
  if (isFlight(look)) return null;
  const { camera }: HouseLook | LookDocument = typeof look === 'string' ? STAGE_LOOKS[look] : look;
  return camera && camera.tilt > 0 ? camera : null;
}

/** Half the width and the height that the rings of a look take. */
export function lookBox(look: StageLook | LookDocument): { wide: number; high: number } {
  const camera = leaningCamera(look);
  if (!camera) return { wide: 1, high: 1 };
  const lean = leanOf(camera.tilt / 1000);
  const along = (frontOf(lean) + backOf(lean)) / 2;
  const across = sideOf(lean);
  const angle = (camera.turn / 1000) * 2 * Math.PI;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  return {
    wide: Math.hypot(across * cosine, along * sine),
    high: Math.hypot(across * sine, along * cosine),
  };
}
