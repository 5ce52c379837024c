// `npm start`: installs, builds, migrates, seeds and serves.
import { ensureBuilt, ensureInstalled, findNode, serve } from './common.mjs';

ensureInstalled();
const node = findNode();
await ensureBuilt(node);
serve(node, 'server/main.ts');
