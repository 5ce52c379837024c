/** The eye of the crowd as a camera of three: it looks level over the ground, through a lens that is shifted down. */
import type { PerspectiveCamera } from 'three';
import { type CrowdView, DROP } from '../../drawing/arcade/crowd.ts';
import { type CrowdSpace, focalOf } from '../../drawing/arcade/space.ts';

/** Nearer and farther than any disc is ever seen. */
export const NEAR = 0.1;
export const FAR = 400;

const DEGREES = 180 / Math.PI;

/**
 * Gives a camera the lens of a window. The horizon of the crowd is not in the middle of the window: the window is the
 * lower part of a picture of which it is.
 */
export function fitLens(camera: PerspectiveCamera, view: CrowdView): void {
  const { width, height, horizon } = view;
  const whole = 2 * (height - horizon);
  camera.fov = 2 * DEGREES * Math.atan(whole / 2 / focalOf(view));
  camera.setViewOffset(width, whole, 0, whole - height, width, height);
}

/** Puts a camera where a flight is, with what the renderer reads of it. Allocates nothing. */
export function flyTo(camera: PerspectiveCamera, space: CrowdSpace): void {
  camera.position.set(space.eyeX, DROP, 0);
  camera.zoom = space.zoom;
  camera.updateProjectionMatrix();
  // The scene works out no matrices by itself.
  camera.updateMatrix();
  camera.matrixWorld.copy(camera.matrix);
  camera.matrixWorldInverse.copy(camera.matrixWorld).invert();
}
