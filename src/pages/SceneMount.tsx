import { Component, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { importChunk } from '../hud/shell/importChunk.ts';
import type { SceneState } from '../hud/shell/sceneState.ts';

const SceneHost = lazy(() => importChunk(() => import('../scene/SceneHost.tsx')));

export interface SceneMountProps {
  onState(state: SceneState): void;
}

/** Loads the one canvas and says whether it draws. Without WebGL the pages keep their still pictures. */
export function SceneMount({ onState }: SceneMountProps) {
  return (
    <SceneBoundary onFail={() => onState('none')}>
      <Suspense>
        <SceneHost />
        <Ready onReady={() => onState('live')} />
      </Suspense>
    </SceneBoundary>
  );
}

/** Mounted together with the canvas: two frames later it has drawn. */
function Ready({ onReady }: { onReady(): void }) {
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(onReady);
    });
    return () => cancelAnimationFrame(frame);
  }, [onReady]);
  return null;
}

class SceneBoundary extends Component<
  { children?: ReactNode; onFail(): void },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    console.warn('Drawing without WebGL', error);
    this.props.onFail();
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
