import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Shell } from '../hud/shell/Shell.tsx';
import { type SceneState, SceneStateContext } from '../hud/shell/sceneState.ts';
import { soundIsReady } from '../hud/shell/soundFirst.ts';
import { Pages, useHasFooter } from './routes.tsx';
import { SceneMount } from './SceneMount.tsx';

/** How styles and controls read the state of the canvas, from `data-scene` on the root element. */
const ROOT_STATE: Readonly<Record<SceneState, string>> = {
  loading: '',
  live: 'ready',
  lost: 'lost',
  none: 'none',
};

/** The shell with the pages and the one canvas in it. */
export default function Frame() {
  const [scene, setScene] = useState<SceneState>('loading');
  const hasFooter = useHasFooter();
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname !== '/') soundIsReady();
  }, [pathname]);
  useEffect(() => {
    document.documentElement.dataset.scene = ROOT_STATE[scene];
  }, [scene]);
  return (
    <SceneStateContext value={scene}>
      <Shell hasFooter={hasFooter} scene={<SceneMount onState={setScene} />}>
        <Pages />
      </Shell>
    </SceneStateContext>
  );
}
