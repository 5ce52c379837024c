import { createContext, useContext } from 'react';

/** What became of the canvas: still loading, drawing, its context lost for now, or not possible here. */
export type SceneState = 'loading' | 'live' | 'lost' | 'none';

export const SceneStateContext = createContext<SceneState>('loading');

/** Does the canvas draw the places now? Without it, places show still pictures. */
export function useHasScene(): boolean {
  return useContext(SceneStateContext) === 'live';
}
