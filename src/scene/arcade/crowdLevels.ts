/** Sizes that pictures of the crowd are made in, and how one is made. It needs no page: a worker does it too. */
import { biteOf } from '../../drawing/arcade/crowd.ts';
import { composeRifff } from '../../drawing/composeRifff.ts';
import { layoutRings } from '../../drawing/layout.ts';
import type { RifffModel } from '../../drawing/model.ts';
import type { PaintList } from '../../drawing/paintList.ts';
import { PlainPose } from '../../drawing/plainPose.ts';

/** Radii that pictures are made for, in CSS pixels: each half as large again as the one before. */
export const LEVELS = [16, 24, 36, 54, 81, 122, 183, 275] as const;
/** A picture is enlarged by this much at most. */
const MOST_ENLARGED = 1.12;

/** Index of the level that a radius is drawn with. */
export function levelOf(radius: number): number {
  let level = 0;
  while (level < LEVELS.length - 1 && LEVELS[level]! * MOST_ENLARGED < radius) level += 1;
  return level;
}

/** Where the picture of a rifff and level is kept, and back. */
export const pictureAt = (rifff: number, level: number): number => rifff * LEVELS.length + level;
export const rifffOf = (index: number): number => Math.floor(index / LEVELS.length);
export const radiusAt = (index: number): number => LEVELS[index % LEVELS.length]!;

/**
 * Composes a rifff at rest, round its centre, with the ground that it bites out of those behind it.
 *
 * @param radius in CSS pixels
 * @param dpr device pixels for each of them
 */
export function composeDisc(list: PaintList, model: RifffModel, radius: number, dpr: number): void {
  const pose = new PlainPose();
  pose.bitePx = biteOf(radius);
  pose.lay(model, layoutRings(model.rings, radius, { character: model.character }), dpr);
  composeRifff(list, pose);
}
