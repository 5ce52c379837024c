import { type ComponentType, Suspense } from 'react';
import { matchPath, Route, Routes, useLocation } from 'react-router';
import { MESSAGES } from '../data/contract/messages.ts';
import { RouteError } from '../hud/shell/routeError.ts';
import ErrorPage from './ErrorPage.tsx';
import Landing from './Landing.tsx';
import { lazyPage } from './lazyPage.tsx';
import { PageBoundary } from './PageBoundary.tsx';

interface PageRoute {
  path: string;
  Page: ComponentType;
  hasFooter?: boolean;
}

const editor = lazyPage(() => import('./Editor.tsx'));
const feed = lazyPage(() => import('./Feed.tsx'));
const listen = lazyPage(() => import('./Listen.tsx'));
const rifff = lazyPage(() => import('./Rifff.tsx'));
const profile = lazyPage(() => import('./Profile.tsx'));
const social = lazyPage(() => import('./Social.tsx'));
const moderation = lazyPage(() => import('./Moderation.tsx'));

/** Every page by its address. The first one comes with the app, the others when they are wanted. */
const PAGES: readonly PageRoute[] = [
  { path: '/', Page: Landing, hasFooter: true },
  { path: '/jam', Page: editor.Page },
  { path: '/feed', Page: feed.Page, hasFooter: true },
  { path: '/listen', Page: listen.Page },
  { path: '/rifff/:shareId', Page: rifff.Page, hasFooter: true },
  { path: '/moderation', Page: moderation.Page, hasFooter: true },
  { path: '/profile/:user?', Page: profile.Page, hasFooter: true },
  { path: '/:user', Page: profile.Page, hasFooter: true },
  { path: '/:user/social', Page: social.Page },
];

const NOT_FOUND = new RouteError(404, MESSAGES.pageNotFound);

/** Fetches the code of the other pages, so that they open at once and without a network. */
export function prefetchPages(): void {
  editor.prefetch();
}

/** Does the page at this address end with the footer? */
export function useHasFooter(): boolean {
  const { pathname } = useLocation();
  return PAGES.some(({ path, hasFooter }) => hasFooter && matchPath(path, pathname));
}

/** The page of the present address. */
export function Pages() {
  const { key, pathname } = useLocation();
  return (
    <PageBoundary place={key + pathname}>
      <Suspense>
        <Routes>
          {PAGES.map(({ path, Page }) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route path="*" element={<ErrorPage error={NOT_FOUND} />} />
        </Routes>
      </Suspense>
    </PageBoundary>
  );
}
