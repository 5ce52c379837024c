import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

/** Legal texts that the footer links to, by their address. Text files, so that a browser shows them. */
const LEGAL_TEXTS = {
  'LICENSE.txt': 'LICENSE',
  'THIRD_PARTY_NOTICES.txt': 'THIRD_PARTY_NOTICES',
} as const;

/** Serves the licence and the third-party notices beside the pages. */
function legalTexts(): Plugin {
  const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');
  return {
    name: 'rondo-legal-texts',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const file = LEGAL_TEXTS[(request.url ?? '').slice(1) as keyof typeof LEGAL_TEXTS];
        if (!file || !existsSync(join(import.meta.dirname, file))) return next();
        response.setHeader('content-type', 'text/plain; charset=utf-8').end(read(file));
      });
    },
    generateBundle() {
      for (const [fileName, file] of Object.entries(LEGAL_TEXTS)) {
        this.emitFile({ type: 'asset', fileName, source: read(file) });
      }
    },
  };
}

const inTree = (path: string) => join(import.meta.dirname, path);

/** What of the graph of modules the pieces are told by. */
interface Graph {
  /** Modules that an entry or an `import()` begins with, by the modules that it needs at once. */
  readonly needs: ReadonlyMap<string, ReadonlySet<string>>;
  /** Modules that cannot do without a large package, by the name of the piece that has it. */
  readonly heavy: ReadonlyMap<string, ReadonlySet<string>>;
}

const MAIN = inTree('src/main.tsx');
const EMBED = inTree('src/embed/main.ts');
/** Packages that every page needs before anything is shown; without the parts that only some pages use. */
const FRAME = /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]/;
/** Large packages that some pages need. The setting of zod that our policy needs comes with it. */
const HEAVY = {
  forms: /node_modules[\\/]react-hook-form[\\/]/,
  widgets:
    /node_modules[\\/](@radix-ui|radix-ui|@floating-ui|@dnd-kit|aria-hidden|react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref)[\\/]/,
  schemas: /node_modules[\\/]zod[\\/]|contract[\\/]jitless\.ts$/,
};
/** Rooms whose things every page may use. */
const COMMON_ROOMS = /[\\/]hud[\\/](parts|controls|commands|rings|media|tracks|export|shell)[\\/]/;

type Info = (id: string) => Rolldown.ModuleInfo | null;

/** Every module that is needed at once by `from`. */
function closure(from: string, info: Info): Set<string> {
  const reached = new Set([from]);
  for (const id of reached) for (const next of info(id)?.importedIds ?? []) reached.add(next);
  return reached;
}

function readGraph(info: Info): Graph {
  const needs = new Map<string, Set<string>>();
  const starts = new Set([MAIN, EMBED]);
  for (const start of starts) {
    const reached = closure(start, info);
    needs.set(start, reached);
    for (const id of reached) {
      for (const next of info(id)?.dynamicallyImportedIds ?? []) starts.add(next);
    }
  }
  const all = new Set([...needs.values()].flatMap((reached) => [...reached]));
  const leadingTo = (test: RegExp) => {
    const found = new Set([...all].filter((id) => test.test(id)));
    for (const id of found) for (const one of info(id)?.importers ?? []) found.add(one);
    return found;
  };
  const heavy = Object.entries(HEAVY).map(([name, test]) => [name, leadingTo(test)] as const);
  return { needs, heavy: new Map(heavy) };
}

/** What the present build is made of; set when every module has been read. */
let graph: Graph | undefined;

/** Reads the graph of modules of every build. */
function readPieces(): Plugin {
  return {
    name: 'rondo-pieces',
    apply: 'build',
    buildEnd() {
      graph = readGraph((id) => this.getModuleInfo(id));
    },
  };
}

/** A piece of what more than one page needs and the first page does not. */
function commonPiece(id: string, heavy: Graph['heavy']): string {
  const [package_] = Object.entries(HEAVY).find(([, test]) => test.test(id)) ?? [];
  if (package_) return package_;
  const [, room] = /[\\/]hud[\\/](\w+)[\\/]/.exec(id) ?? [];
  const isHeavy = heavy.get('widgets')?.has(id) || heavy.get('schemas')?.has(id);
  if (room === 'system') {
    return heavy.get('forms')?.has(id) ? 'forms' : isHeavy ? 'widgets' : 'controls';
  }
  if (room && !COMMON_ROOMS.test(id)) return isHeavy ? `${room}-more` : room;
  if (heavy.get('schemas')?.has(id)) return 'work';
  return isHeavy ? 'widgets' : 'parts';
}

/**
 * The piece that a module goes into; null for one that only one `import()` needs, which makes its own. Told by what
 * needs the module, so that files may move: a piece brings nothing to a page that did not ask for its like.
 */
function pieceOf(id: string): string | null {
  if (!graph) return null;
  if (id.includes('vite/preload-helper') || id.includes('rolldown/runtime')) return 'shared';
  const by = [...graph.needs].filter(([, reached]) => reached.has(id)).map(([start]) => start);
  const has = (test: RegExp) => by.some((start) => test.test(start));
  const isFirst = has(/[\\/]pages[\\/]Landing/);
  // Neither the embed nor the app brings the other's own modules along.
  if (by.includes(EMBED)) {
    if (by.includes(MAIN) || isFirst) return 'shared';
    if (has(/[\\/]audio[\\/]/)) return 'player';
    return by.length > 1 ? 'drawing' : null;
  }
  if (by.includes(MAIN)) return FRAME.test(id) ? 'frame' : 'start';
  // The small parts of the design system serve every page.
  if (isFirst && /[\\/]hud[\\/]system[\\/]/.test(id)) return 'start';
  if (isFirst) return by.length > 1 ? 'first' : null;
  if (has(/ToneEngine/)) return 'sound';
  if (by.length < 2) return null;
  if (/node_modules[\\/]pixi\.js/.test(id)) return 'pixi';
  if (!has(/[\\/](pages|hud)[\\/]/)) {
    return by.every((start) => /[\\/]scene[\\/]/.test(start)) ? 'scene' : 'files';
  }
  const piece = commonPiece(id, graph.heavy);
  // Signing in asks for a few rules of others, not for all of them.
  return piece === 'parts' && has(/[\\/]pages[\\/]sign/) ? 'account' : piece;
}

/** Pieces in the order of need: each may need those before it. */
const PIECES = [
  /^shared$/,
  /^frame$/,
  /^start$/,
  /^first$/,
  /^player$/,
  /^drawing$/,
  /^sound$/,
  /^pixi$/,
  /^scene$/,
  /^controls$/,
  /^parts$/,
  /^forms$/,
  // Rooms that need none of the following, and at last those that do.
  /^(?!widgets$|schemas$|work$|files$)\w+$/,
  /^widgets$/,
  /^schemas$/,
  /^work$/,
  /^files$/,
  /-more$/,
];

export default defineConfig({
  plugins: [react(), legalTexts(), readPieces()],
  // Icons and the manifest keep their names at the root of the site.
  publicDir: 'assets/icons',
  worker: { format: 'es' },
  // What the Vorbis decoder would read its file by in Node; the browser hands it over.
  resolve: {
    alias: [
      {
        find: /^(fs|path)$/,
        replacement: join(import.meta.dirname, 'src/audio/decode/nothing.ts'),
      },
    ],
  },
  build: {
    target: 'es2023',
    outDir: 'dist',
    assetsInlineLimit: 0,
    sourcemap: false,
    // three alone is larger than the default limit; budgets are measured, not warned about.
    chunkSizeWarningLimit: 900,
    // What is measured against a budget is found by it.
    manifest: true,
    rolldownOptions: {
      input: { main: 'index.html', embed: 'embed.html' },
      // Schemas are only calls of zod: a page that uses none of them does not carry it.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        codeSplitting: {
          groups: PIECES.map((pieces, at) => ({
            name: (id: string) => {
              const piece = pieceOf(id);
              return piece !== null && pieces.test(piece) ? piece : null;
            },
            priority: PIECES.length - at,
          })),
        },
      },
    },
  },
});
