import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { precompress } from './server/plugins/precompress.ts';
import { MANUAL_PATH } from './src/data/contract/manual.ts';
import { APP_PIECE, MAIN_PIECE, PAGE_LOADS, PAGE_PIECES, TRADE } from './src/pages/pieces.ts';
import { askAhead, besideScripts } from './tools/build/besideScripts.ts';
import { manual, manualPages } from './tools/build/manual.ts';
import { namePages } from './tools/build/namePages.ts';
import { pieces } from './tools/build/pieces.ts';
import { offlineWorker } from './tools/build/worker.ts';

/** Legal texts that the footer links to, by their address. Text files, so that a browser shows them. */
const LEGAL_TEXTS = {
  'LICENSE.txt': 'LICENSE',
  'THIRD_PARTY_NOTICES.txt': 'THIRD_PARTY_NOTICES',
} as const;

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'));

const CONTRACT = join(import.meta.dirname, 'src/data/contract');

/**
 * What calls of zod begin with besides `z`: schemas that others are made of, and what makes them. Such calls do nothing
 * else, so a page that uses none of them does not carry zod.
 */
function schemaNames(): string[] {
  const made =
    /^(?:export )?const (\w+Schema|required|plainText|plainName|wholeNumber|timeMs|flag)\b/gm;
  return readdirSync(CONTRACT)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(join(CONTRACT, file), 'utf8').matchAll(made)])
    .map(([, name = '']) => name);
}

/** Code that does nothing until it is called: what of it no page uses is left out, and what only that needs. */
const PURE =
  /[\\/](src[\\/](data[\\/](contract[\\/](?!jitless\.)|rules[\\/])|dsp[\\/]|drawing[\\/])|@simplewebauthn[\\/])/;

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

export default defineConfig({
  plugins: [
    react(),
    legalTexts(),
    manual(),
    askAhead(),
    pieces({ main: MAIN_PIECE, loads: PAGE_LOADS, apart: TRADE }),
    offlineWorker(),
    namePages({
      app: APP_PIECE,
      pages: PAGE_PIECES,
      only: { [`${MANUAL_PATH}/:page?`]: manualPages() },
      version,
      compress: precompress,
    }),
  ],
  // Icons and the manifest keep their names at the root of the site.
  publicDir: 'assets/icons',
  experimental: besideScripts,
  worker: { format: 'es' },
  resolve: {
    alias: [
      // Makes functions out of text, which our policy forbids, for a part of near-api-js that nothing uses.
      {
        find: 'is-my-json-valid',
        replacement: join(import.meta.dirname, 'src/data/wallet/noSchemas.ts'),
      },
      // What the Vorbis decoder would read its file by in Node; the browser hands it over.
      {
        find: /^(fs|path)$/,
        replacement: join(import.meta.dirname, 'src/audio/workers/nothing.ts'),
      },
    ],
  },
  build: {
    target: 'es2023',
    outDir: 'dist',
    assetsInlineLimit: 0,
    // One sheet for all pages: compressed it is smaller than the requests of many.
    cssCodeSplit: false,
    sourcemap: false,
    // three alone is larger than the default limit; budgets are measured, not warned about.
    chunkSizeWarningLimit: 900,
    // What is measured against a budget is found by it.
    manifest: true,
    // Every browser that passes the guard knows it.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { main: 'index.html', embed: 'embed.html' },
      // The first script lists the names of most others, and hashes do not compress: seven characters are the fewest.
      output: { chunkFileNames: 'assets/[name]-[hash:7].js' },
      treeshake: {
        manualPureFunctions: ['z', ...schemaNames()],
        moduleSideEffects: [{ test: PURE, sideEffects: false }],
      },
    },
  },
});
