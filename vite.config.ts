import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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

/** Packages that every page needs before anything is shown; without the parts that only some pages use. */
const FRAME = /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]/;
const NOT_FRAME =
  /node_modules.*node_modules|infiniteQueryObserver|useInfiniteQuery|mutationObserver|useMutation|QueriesObserver|useQueries/i;
const isFrame = (id: string) => FRAME.test(id) && !NOT_FRAME.test(id);

/** Files that both the first page and the embed import; a journey weighs the embed and would tell of a gap. */
const SHARED =
  /src[\\/](drawing[\\/](glyph|knives|layout|model|outline|specimen|tokens)|data[\\/]contract[\\/](bytes|categories|constants|loopAudioUrl|messages|scales)|data[\\/]rules[\\/](draft|gestureModel|ids|loadOrder|timing)|audio[\\/](engine[\\/](audioContext|heardClock|sampler|telemetry)|looper[\\/]gridClock|load[\\/]mediaCredential)|dsp[\\/]limiter)\.ts$/;

/** What pieces that are fetched later come by; the embed has such pieces too. */
const isShared = (id: string) => SHARED.test(id) || id.includes('vite/preload-helper');

export default defineConfig({
  plugins: [react(), legalTexts()],
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
          groups: [
            // Needed by every page: in one piece they compress better than in many.
            {
              name: 'frame',
              test: isFrame,
              priority: 2,
            },
            // What the first page and the embed both need: neither may bring the other along.
            {
              name: 'shared',
              test: isShared,
              priority: 3,
            },
            // And the app's own part of the first page: some forty files of a few hundred bytes otherwise.
            {
              name: 'start',
              test: /src[\\/]main\.tsx$/,
              priority: 1,
            },
            // The setting of zod that our policy needs stands in the piece that has zod, so that no schema of any
            // other piece is made before it.
            {
              name: 'schemas',
              test: /node_modules[\\/]zod[\\/]|contract[\\/]jitless\.ts$/,
            },
          ],
        },
      },
    },
  },
});
