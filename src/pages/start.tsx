import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { RouteError } from '../hud/parts/page/page.ts';
import '../hud/system/base.css';
// Read by the first paint, which the document brings.
import './firstPaint/firstPaint.css';
import { App } from './App.tsx';
import { hasFirstPaint } from './beforeApp.ts';
import { firstVisit } from './begin.ts';
import { takeOver } from './firstPaint/takeOver.ts';

/** What a boundary caught, to the console; not what the error page says in words. */
function report(error: unknown, { componentStack }: { componentStack?: string | undefined }): void {
  if (!(error instanceof RouteError)) console.error(error, componentStack);
}

/** Puts the app on the page. What the document shows already stays until all of the first page can take its place. */
export async function start(): Promise<void> {
  if (hasFirstPaint()) await firstVisit;
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const app = createRoot(root, { onCaughtError: report });
  takeOver(root, () =>
    flushSync(() =>
      app.render(
        <StrictMode>
          <App />
        </StrictMode>,
      ),
    ),
  );
}
