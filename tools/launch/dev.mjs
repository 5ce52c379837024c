// `npm run dev`: Vite with hot reload and the API behind one address.
import { ensureInstalled, findNode, serve } from './common.mjs';

ensureInstalled();
serve(findNode(), 'server/dev.ts');
