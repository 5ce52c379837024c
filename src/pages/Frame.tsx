import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useSnapshot } from 'valtio';
import { isRootPath } from '../data/rules/site/locale.ts';
import { resetPageData } from '../data/stores/pageData.ts';
import { scene } from '../data/stores/scene.ts';
import { useSessionWatch } from '../hud/account/useSessionWatch.ts';
import { LAYOUTS } from '../hud/shell/layouts.ts';
import { mobileMenu, shortcutSheet } from '../hud/shell/pieces.ts';
import { Shell } from '../hud/shell/Shell.tsx';
import { soundIsReady } from '../hud/shell/soundFirst.ts';
import { savesData, whenIdle } from '../hud/shell/whenIdle.ts';
import { Pages } from './Pages.tsx';
import { prefetchPages, routeAt } from './routes.tsx';
import { SceneMount } from './SceneMount.tsx';
import { useVerdict } from './useVerdict.ts';

/** When sound and canvas are there: the rest of the app, for quick moves and for times without a network. */
function prefetchLater(): () => void {
  return whenIdle(() => {
    // What an earlier visit left in the outbox goes from any page.
    import('../data/stores/commit.ts').then(({ startCommits }) => startCommits()).catch(() => {});
    if (savesData()) return;
    prefetchPages();
    shortcutSheet.prefetch();
    mobileMenu.prefetch();
  });
}

/** The path of an address inside the site. */
const pathOf = (address: string) => address.split(/[?#]/)[0] ?? '/';

/** The shell with the pages and the one canvas in it. */
export default function Frame() {
  useSessionWatch();
  const { state } = useSnapshot(scene);
  const { pathname } = useLocation();
  const verdict = useVerdict();
  // What stands around a page that leads elsewhere is never seen.
  const shownPath = verdict.kind === 'redirect' ? pathOf(verdict.to) : pathname;
  const route = routeAt(shownPath);
  const layout = LAYOUTS[route?.layout ?? 'default'];
  const footer = route?.hasFooter === false ? 'none' : layout.footer;
  const [hasScene, setHasScene] = useState(false);
  // The canvas is fetched for the first page that shows a rifff, and stays.
  if (!hasScene && !route?.isStill) setHasScene(true);
  useEffect(() => {
    if (!isRootPath(pathname)) soundIsReady();
  }, [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins with nothing fetched
  useEffect(() => resetPageData(), [pathname]);
  const isSceneHere = state !== 'loading' || !hasScene;
  useEffect(() => (isSceneHere ? prefetchLater() : undefined), [isSceneHere]);
  return (
    <Shell
      header={layout.header}
      footer={footer}
      hasCookieNotice={layout.hasCookieNotice}
      scene={hasScene && <SceneMount />}
    >
      <Pages verdict={verdict} />
    </Shell>
  );
}
