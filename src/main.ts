import { missedBase } from './data/rules/site/base.ts';
import { trustOwnTypes } from './data/rules/site/trustedTypes.ts';
import { importChunk } from './hud/parts/page/importChunk.ts';
import { beginFirstForm, beginFirstSound } from './pages/beforeApp.ts';

trustOwnTypes();
const missed = missedBase(location.pathname);
if (missed !== null) {
  location.replace(missed + location.search + location.hash);
} else {
  beginFirstSound();
  beginFirstForm();
  // What the document shows already stays when the app cannot be had.
  importChunk(() => import('./pages/start.tsx')).then(
    ({ start }) => start(),
    (cause) => console.error('The app could not be loaded', cause),
  );
}
