import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { mobileMenu, shortcutSheet } from '../hud/shell/pieces.ts';
import { Shell } from '../hud/shell/Shell.tsx';
import { type SceneState, SceneStateContext } from '../hud/shell/sceneState.ts';
import { soundIsReady } from '../hud/shell/soundFirst.ts';
import { savesData, whenIdle } from '../hud/shell/whenIdle.ts';
import { Pages, prefetchPages, useHasFooter } from './routes.tsx';
import { SceneMount } from './SceneMount.tsx';

/** How styles and controls read the state of the canvas, from `data-scene` on the root element. */
const ROOT_STATE: Readonly<Record<SceneState, string>> = {
  loading: '',
  live: 'ready',
  lost: 'lost',
  none: 'none',
};

/** When sound and canvas are there: the rest of the app, for quick moves and for times without a network. */
function prefetchLater(): () => void {
  return whenIdle(() => {
    if (savesData()) return;
    prefetchPages();
    shortcutSheet.prefetch();
    mobileMenu.prefetch();
  });
}

/** The shell with the pages and the one canvas in it. */
export default function Frame() {
  const [scene, setScene] = useState<SceneState>('loading');
  const hasFooter = useHasFooter();
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname !== '/') soundIsReady();
  }, [pathname]);
  const isSceneHere = scene !== 'loading';
  useEffect(() => (isSceneHere ? prefetchLater() : undefined), [isSceneHere]);
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
