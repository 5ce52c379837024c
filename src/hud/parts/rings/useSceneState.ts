import { useSyncExternalStore } from 'react';

/** `ready` while the canvas draws, `lost` while its context is gone, `none` without WebGL, '' before. */
type SceneState = 'ready' | 'lost' | 'none' | '';

function read(): SceneState {
  return (document.documentElement.dataset.scene ?? '') as SceneState;
}

const listeners = new Set<() => void>();
let observer: MutationObserver | null = null;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!observer) {
    observer = new MutationObserver(() => {
      for (const one of listeners) one();
    });
    observer.observe(document.documentElement, { attributeFilter: ['data-scene'] });
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    observer?.disconnect();
    observer = null;
  };
}

/** What the scene says of itself in `data-scene` on the root element. */
export function useSceneState(): SceneState {
  return useSyncExternalStore(subscribe, read);
}
