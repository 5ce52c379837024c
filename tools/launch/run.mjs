// `npm run <script>` from any Node 20 on: installs what is missing and runs one of our scripts under Node 24.
import { ensureInstalled, findNode, runTool } from './common.mjs';

const [script, ...args] = process.argv.slice(2);
ensureInstalled();
process.exit(await runTool(findNode(), script, args));
