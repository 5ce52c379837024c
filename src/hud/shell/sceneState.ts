import { createContext, useContext } from 'react';

/** What became of the canvas: still loading, drawing, or not possible here. */
export type SceneState = 'loading' | 'live' | 'none';

export const SceneStateContext = createContext<SceneState>('loading');

/** Does the canvas draw the places now? Without it, places show still pictures. */
export function useHasScene(): boolean {
  return useContext(SceneStateContext) === 'live';
}
