import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router';
import { useSnapshot } from 'valtio';
import { MESSAGES } from '../data/contract/messages.ts';
import type { Verdict } from '../data/rules/account/guards.ts';
import { isKiosk } from '../data/rules/arcade/kiosk.ts';
import { BASE } from '../data/rules/site/base.ts';
import { isRootPath } from '../data/rules/site/locale.ts';
import { takePlayWish } from '../data/stores/listening.ts';
import { startKeeping } from '../data/stores/newVersion.ts';
import { resetPageData } from '../data/stores/pageData.ts';
import { scene } from '../data/stores/scene.ts';
import { session } from '../data/stores/session.ts';
import { useSessionWatch } from '../hud/account/useSessionWatch.ts';
import { EngineProvider } from '../hud/EngineContext.tsx';
import { restMayCome, savesData, soundIsReady, whenIdle } from '../hud/parts/page/firstSound.ts';
import { Boundary, Later, lazyComponent } from '../hud/parts/page/lazyPiece.tsx';
import { RouteError } from '../hud/parts/page/page.ts';
import { ErrorScreen, LastResort, reportLastResort } from '../hud/shell/ErrorScreen.tsx';
import { mobileMenu } from '../hud/shell/Header.tsx';
import { LAYOUTS } from '../hud/shell/layouts.ts';
import { Shell, shortcutSheet } from '../hud/shell/Shell.tsx';
import { engine, fetchEngine } from './beforeApp.ts';
import { queries } from './begin.ts';
import { PAGES, type PageRoute, prefetchPages, routeAt } from './routes.tsx';
import { SceneMount } from './SceneMount.tsx';
import { useVerdict } from './useVerdict.ts';

const NOT_FOUND = new RouteError(404, MESSAGES.pageNotFound);

/** Stands in for a page that the class of a pupil is not open to. */
const NotForClass = lazyComponent(
  async () => (await import('../hud/shell/NotForClass.tsx')).NotForClass,
).Piece;

/** When sound and canvas are there: the rest of the app, for quick moves and for times without a network. */
function prefetchLater(route: PageRoute | undefined, isMember: boolean): () => void {
  return whenIdle(() => {
    restMayCome();
    // What an earlier visit left in the outbox goes from any page. Only members keep rifffs.
    if (isMember) {
      import('../data/stores/followSync.ts').then(({ startSync }) => startSync()).catch(() => {});
      import('../data/stores/waiting.ts')
        .then(({ startSending }) => startSending())
        .catch(() => {});
    }
    // A person who reads a text or signs in may never make music here.
    if (route?.isStill) return;
    if (route?.isPlayed) fetchEngine();
    void startKeeping();
    if (savesData()) return;
    // Where a worker keeps the whole build, it has the next page too.
    if (!('serviceWorker' in navigator)) prefetchPages();
    shortcutSheet.prefetch();
    mobileMenu.prefetch();
  });
}

/** The page of the present address, if the guards let it be seen; the error page where it throws. */
function Pages({ verdict }: { verdict: Verdict }) {
  const { key, pathname } = useLocation();
  const [attempt, setAttempt] = useState(0);
  if (verdict.kind === 'redirect') return <Navigate to={verdict.to} replace />;
  if (verdict.kind === 'error') {
    return <ErrorScreen error={new RouteError(verdict.status, verdict.message)} />;
  }
  if (verdict.kind === 'wait') return null;
  if (verdict.kind === 'class') {
    return (
      <Later>
        <NotForClass clubId={verdict.clubId} />
      </Later>
    );
  }
  return (
    <Boundary
      place={`${key}${pathname} ${attempt}`}
      instead={(error) => <ErrorScreen error={error} onRetry={() => setAttempt(attempt + 1)} />}
      onFail={(error) => {
        // What was asked to play does not begin on another page.
        takePlayWish();
        // The page itself says why.
        if (!(error instanceof RouteError)) console.error('A page could not be shown', error);
      }}
    >
      <Suspense>
        <Routes>
          {PAGES.map(({ path, Page }) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route path="*" element={<ErrorScreen error={NOT_FOUND} />} />
        </Routes>
      </Suspense>
    </Boundary>
  );
}

/** What stands around a page. A kiosk has nothing that leads elsewhere. */
function layoutOf(route: PageRoute | undefined, search: string) {
  if (route?.path === '/arcade' && isKiosk(search)) return LAYOUTS.empty;
  const layout = LAYOUTS[route?.layout ?? 'default'];
  return route?.hasFooter === false ? ({ ...layout, footer: 'none' } as const) : layout;
}

/** The shell with the pages and the one canvas in it. */
function Frame() {
  useSessionWatch();
  const { state } = useSnapshot(scene);
  const { pathname, search } = useLocation();
  const verdict = useVerdict();
  // What stands around a page that leads elsewhere is never seen.
  const shownPath = verdict.kind === 'redirect' ? (verdict.to.split(/[?#]/)[0] ?? '/') : pathname;
  const route = routeAt(shownPath);
  const isStill = route?.isStill === true;
  const [hasScene, setHasScene] = useState(false);
  // The canvas is fetched for the first page that shows a rifff, and stays.
  if (!hasScene && !isStill) setHasScene(true);
  useEffect(() => {
    if (!isRootPath(pathname)) soundIsReady();
  }, [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins with nothing fetched
  useLayoutEffect(() => resetPageData(), [pathname]);
  const isSceneHere = state !== 'loading' || !hasScene;
  const isMember = useSnapshot(session).user !== null;
  useEffect(
    () => (isSceneHere ? prefetchLater(route, isMember) : undefined),
    [isSceneHere, route, isMember],
  );
  return (
    <Shell layout={layoutOf(route, search)} scene={hasScene && <SceneMount />}>
      <Pages verdict={verdict} />
    </Shell>
  );
}

/** The whole app: its data, its engine, its pages. */
export function App() {
  return (
    <QueryClientProvider client={queries}>
      <EngineProvider engine={engine}>
        <BrowserRouter basename={BASE}>
          <Boundary instead={() => <LastResort />} onFail={reportLastResort}>
            <Frame />
          </Boundary>
        </BrowserRouter>
      </EngineProvider>
    </QueryClientProvider>
  );
}
