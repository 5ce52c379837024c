import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './hud/system/base.css';
// Read by the first paint, which the document brings.
import './pages/firstPaint.css';
import { App } from './pages/App.tsx';
import { firstVisit } from './pages/begin.ts';
import { hasFirstPaint, takeFirstTap } from './pages/firstTap.ts';

function start(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  takeFirstTap();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

// What the document shows already stays until all of the first page can take its place.
if (hasFirstPaint()) void firstVisit.then(start);
else start();
