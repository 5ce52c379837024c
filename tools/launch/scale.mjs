// `npm run test:scale`: installs the servers that it needs, as `npm test` does, and runs it.
import { ensureInstalled, findNode, runTool } from './common.mjs';
import { ensureProxies, ensureStores } from './servers.mjs';

ensureInstalled();
const missing = [...ensureStores(), ...ensureProxies()];
const status = await runTool(findNode(), 'tests/scale/main.ts', process.argv.slice(2));
for (const sentence of missing) console.log(`Skipped: ${sentence}`);
process.exit(status);
