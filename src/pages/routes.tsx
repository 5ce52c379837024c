import { createBrowserRouter } from 'react-router';
import { MESSAGES } from '../data/contract/messages.ts';
import { importChunk } from '../hud/shell/importChunk.ts';
import { RouteError } from '../hud/shell/routeError.ts';
import type { RouteHandle } from '../hud/shell/Shell.tsx';
import ErrorPage from './ErrorPage.tsx';
import Frame from './Frame.tsx';
import Landing from './Landing.tsx';

const withFooter: RouteHandle = { hasFooter: true };

/** Every page by its address. The first one comes with the app, the others when they are wanted. */
export function createRouter() {
  // The address does not change before the page is there: a reload must go where one wanted to go.
  const reload = () => {
    const { pathname, search, hash } = router.state.navigation.location ?? window.location;
    window.location.assign(pathname + search + hash);
  };
  const router = createBrowserRouter([
    {
      Component: Frame,
      ErrorBoundary: ErrorPage,
      HydrateFallback: () => null,
      children: [
        {
          ErrorBoundary: ErrorPage,
          children: [
            { index: true, Component: Landing, handle: withFooter },
            {
              path: 'jam',
              lazy: async () => {
                const { default: Component } = await importChunk(() => import('./Editor.tsx'), {
                  reload,
                });
                return { Component };
              },
            },
            {
              path: '*',
              loader: () => {
                throw new RouteError(404, MESSAGES.pageNotFound);
              },
            },
          ],
        },
      ],
    },
  ]);
  return router;
}
