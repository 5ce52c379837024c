import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './hud/system/base.css';
import { App } from './pages/App.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
