import { type ComponentType, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { MESSAGES } from '../data/contract/messages.ts';
import type { Verdict } from '../data/rules/account/guards.ts';
import { RouteError } from '../hud/shell/routeError.ts';
import ErrorPage from './ErrorPage.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { PAGES } from './routes.tsx';

const NOT_FOUND = new RouteError(404, MESSAGES.pageNotFound);

/** The page of the present address, if the guards let it be seen. */
export function Pages({ verdict }: { verdict: Verdict }) {
  const { key, pathname } = useLocation();
  if (verdict.kind === 'redirect') return <Navigate to={verdict.to} replace />;
  if (verdict.kind === 'error') {
    return <ErrorPage error={new RouteError(verdict.status, verdict.message)} />;
  }
  if (verdict.kind === 'wait') return null;
  return (
    <PageBoundary place={key + pathname}>
      <Suspense>
        <Routes>
          {PAGES.map(({ path, Page }: { path: string; Page: ComponentType }) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route path="*" element={<ErrorPage error={NOT_FOUND} />} />
        </Routes>
      </Suspense>
    </PageBoundary>
  );
}
