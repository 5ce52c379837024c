import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouteError } from '../hud/parts/page/page.ts';
import '../hud/system/base.css';
// Read by the first paint, which the document brings.
import './firstPaint/firstPaint.css';
import { chooseRifff, wishToPlay } from '../data/stores/listening.ts';
import { wishForCommand } from '../hud/parts/commands/registry.ts';
import { App } from './App.tsx';
import { hasFirstPaint, takeFirstTap } from './beforeApp.ts';
import { firstVisit } from './begin.ts';

/** What a boundary caught, to the console; not what the error page says in words. */
function report(error: unknown, { componentStack }: { componentStack?: string | undefined }): void {
  if (!(error instanceof RouteError)) console.error(error, componentStack);
}

/** Has the app do what was tapped on the first paint: `play`, `rifff:` with an id, or `command:` with its name. */
function followFirstTap(): void {
  const [kind, what = ''] = takeFirstTap()?.split(':') ?? [];
  if (kind === 'command') wishForCommand(what);
  if (kind === 'rifff') chooseRifff(what);
  if (kind === 'rifff' || kind === 'play') wishToPlay();
}

/** Puts the app on the page. What the document shows already stays until all of the first page can take its place. */
export async function start(): Promise<void> {
  if (hasFirstPaint()) await firstVisit;
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  followFirstTap();
  createRoot(root, { onCaughtError: report }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
