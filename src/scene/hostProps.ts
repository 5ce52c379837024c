import type { SceneState } from '../data/stores/scene.ts';

/** What both hosts of the rings are given. */
export interface SceneHostProps {
  /** Called when the host begins to draw, loses its context or has it back. */
  onState?: (state: Extract<SceneState, 'live' | 'lost'>) => void;
  /** Called once where this machine takes long to draw by WebGL. */
  onSlow?: () => void;
}
