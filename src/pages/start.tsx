import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../hud/system/base.css';
// Read by the first paint, which the document brings.
import './firstPaint.css';
import { App } from './App.tsx';
import { hasFirstPaint, takeFirstTap } from './beforeApp.ts';
import { firstVisit } from './begin.ts';

/** Puts the app on the page. What the document shows already stays until all of the first page can take its place. */
export async function start(): Promise<void> {
  if (hasFirstPaint()) await firstVisit;
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  takeFirstTap();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
