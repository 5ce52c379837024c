import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumArgs, chromiumPath } from './tests/chromium.ts';

/** `*.test.ts` runs in Node, `*.browser.test.ts(x)` in the real Chromium, `*.long.test.ts` only when asked. */
const isLong = process.env.RONDO_LONG === '1';
const longOnly = isLong ? [] : ['**/*.long.*test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['{src,server,tools,tests}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.browser.test.*', '**/*.gpu.test.*', 'tests/e2e/**', ...longOnly],
          globalSetup: ['server/testing/onePostgres.ts'],
          setupFiles: ['tests/sameRow.ts'],
          // A process of its own for each file cost twice the processor time of the tests themselves. What a file
          // changes in a module it therefore puts back.
          isolate: false,
          // By default one processor is left idle, which is half of two.
          maxWorkers: '100%',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        worker: { format: 'es' },
        // Found in the middle of a run, these would be bundled again and React would exist twice.
        optimizeDeps: {
          include: [
            'react',
            'react-dom/client',
            'react-hook-form',
            'radix-ui',
            'react-router',
            'react/jsx-dev-runtime',
            '@react-three/fiber',
            'three',
            'valtio/vanilla',
            'zod',
            'fast-check',
            'idb',
            'fflate',
            'mediabunny',
            'signalsmith-stretch',
            '@mediabunny/flac-encoder',
            '@tanstack/react-virtual',
            'wavesurfer.js',
            'wasm-media-encoders',
          ],
        },
        test: {
          name: 'browser',
          include: ['{src,tests}/**/*.{browser,gpu}.test.{ts,tsx}'],
          exclude: [...longOnly],
          testTimeout: isLong ? 2_400_000 : 120_000,
          fileParallelism: false,
          // Sound in real time: on a machine that others share a stall is no fault of ours. As with the journeys.
          retry: process.env.CI ? 1 : 0,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: chromiumPath(), args: chromiumArgs },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
