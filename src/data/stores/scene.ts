/**
 * What became of the canvas behind the page. Written by the page that mounts it, read by the code that draws in its
 * place.
 */
import { proxy } from 'valtio/vanilla';

/** Still loading, drawing, its context lost for now, or not possible here. */
export type SceneState = 'loading' | 'live' | 'lost' | 'none';

export const scene = proxy({
  state: 'loading' as SceneState,
  /** Has the code come that draws looks? */
  drawsLooks: false,
});

/** Says what became of the canvas; the root element carries it too, for styles, in `data-scene`. */
export function sceneIs(state: SceneState): void {
  scene.state = state;
  document.documentElement.dataset.scene = state;
}
