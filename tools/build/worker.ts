/** Builds the worker of the pages (`src/offline`) with the list of what it keeps of this build. */
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { MANUAL_FOLDER } from '../../src/data/contract/manual.ts';
import { type Shell, WORKER_PATH } from '../../src/data/contract/offline.ts';

type Bundle = Rolldown.OutputBundle;

/** Pages and parts of them without which music is made: what only they need comes last. */
const LATER =
  /[\\/]src[\\/](embed[\\/]|data[\\/]wallet[\\/]|pages[\\/](Market|Plus|Moderation|Club|Arcade|Account|Import|workshop|Feed|Chart|Search|Profile)|hud[\\/](club|account|moderation|market|parts[\\/](market|plans|wallet))[\\/])/;

/** Scripts that are needed, or may be asked for, from a document on without what comes last. */
function musicScripts(bundle: Bundle): ReadonlySet<string> {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const first = chunks.filter(
    ({ isEntry, facadeModuleId }) => isEntry && facadeModuleId?.endsWith('/index.html'),
  );
  const reached = new Set(first.map(({ fileName }) => fileName));
  for (const file of reached) {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk') continue;
    for (const next of chunk.imports) reached.add(next);
    for (const next of chunk.dynamicImports) {
      const begun = bundle[next];
      if (begun?.type === 'chunk' && !LATER.test(begun.facadeModuleId ?? '')) reached.add(next);
    }
  }
  return reached;
}

const inTree = (path: string) => resolve(import.meta.dirname, '../..', path);

/** What a build is made of, in the order in which it is wanted. */
function shellOf(bundle: Bundle): Shell {
  const index = bundle['index.html'];
  const html = index?.type === 'asset' ? String(index.source) : '';
  const files = Object.keys(bundle)
    .filter((file) => /^assets\/.*\.(js|css|wasm|woff2)$/.test(file))
    .sort();
  if (html === '' || files.length === 0) throw new Error('The build has no pages for its worker');
  const isFirst = (file: string) => html.includes(`"/${file}"`);
  const music = musicScripts(bundle);
  const isLater = (file: string) => bundle[file]?.type === 'chunk' && !music.has(file);
  const named = (test: (file: string) => boolean) => files.filter(test).map((file) => `/${file}`);
  const version = createHash('sha256').update(html).update(files.join('\n')).digest('hex');
  return {
    version: version.slice(0, 12),
    first: named(isFirst),
    soon: named((file) => !isFirst(file) && !isLater(file)),
    later: named((file) => !isFirst(file) && isLater(file)),
    asked: Object.keys(bundle)
      .filter((file) => file.startsWith(MANUAL_FOLDER))
      .map((file) => `/${file}`),
  };
}

/** The worker as one classic script, which every browser with workers for pages takes. */
async function buildWorker(shell: Shell): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { __SHELL__: JSON.stringify(shell) },
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: {
        input: inTree('src/offline/main.ts'),
        output: { format: 'iife' },
      },
    },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}

/** Puts the worker beside the pages; while developing one that keeps no pages. */
export function offlineWorker(): Plugin {
  return {
    name: 'rondo-offline-worker',
    enforce: 'post',
    configureServer(server) {
      const nothing: Shell = { version: 'development', first: [], soon: [], later: [], asked: [] };
      server.middlewares.use(WORKER_PATH, (_request, response, next) => {
        buildWorker(nothing).then(
          (code) => response.setHeader('content-type', 'text/javascript').end(code),
          next,
        );
      });
    },
    async generateBundle(_options, bundle) {
      const source = await buildWorker(shellOf(bundle));
      this.emitFile({ type: 'asset', fileName: WORKER_PATH.slice(1), source });
    },
  };
}
