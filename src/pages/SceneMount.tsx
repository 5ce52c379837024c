import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { importChunk } from '../hud/shell/importChunk.ts';
import type { SceneState } from '../hud/shell/sceneState.ts';
import { canvasTurn } from '../hud/shell/soundFirst.ts';
import { SceneBoundary } from './SceneBoundary.tsx';

const SceneHost = lazy(async () => {
  await canvasTurn();
  return importChunk(() => import('../scene/SceneHost.tsx'));
});

/** From a mounted canvas to its first picture: until then the still pictures stay under it. */
const FIRST_PICTURE_MS = 300;

/** Can this browser draw? Asked with a context of its own that is given back at once. */
function hasWebgl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

export interface SceneMountProps {
  onState(state: SceneState): void;
}

/** Loads the one canvas and says whether it draws. Without WebGL the pages keep their still pictures. */
export function SceneMount({ onState }: SceneMountProps) {
  const [canDraw] = useState(hasWebgl);
  useEffect(() => {
    if (!canDraw) onState('none');
  }, [canDraw, onState]);
  if (!canDraw) return null;
  return (
    <SceneBoundary onFail={() => onState('none')}>
      <Suspense>
        <Watched onState={onState} />
      </Suspense>
    </SceneBoundary>
  );
}

/** The canvas, and what it says of itself in `data-scene`. */
function Watched({ onState }: SceneMountProps) {
  const room = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = room.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      const isLost = element.querySelector('[data-scene="lost"]') !== null;
      clearTimeout(timer);
      if (isLost) onState('lost');
      else timer = setTimeout(() => onState('live'), FIRST_PICTURE_MS);
    };
    const observer = new MutationObserver(read);
    observer.observe(element, { subtree: true, attributeFilter: ['data-scene'] });
    read();
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [onState]);
  return (
    <div ref={room} style={{ display: 'contents' }}>
      <SceneHost />
    </div>
  );
}
