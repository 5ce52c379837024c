import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { chromiumArgs, MICROPHONE, testChromiumPath } from './tests/chromium.ts';
import { PATIENCE_MS } from './tests/support/patience.ts';

/** `*.test.ts` runs in Node, `*.browser.test.ts(x)` in the real Chromium, `*.long.test.ts` only when asked. */
const isLong = process.env.RONDO_LONG === '1';
const longOnly = isLong ? [] : ['**/*.long.*test.ts'];

/** Tests of sound wait for most of their time: apart from the others, which are busy meanwhile. */
const SOUND = ['src/audio/!(export)/**/*.browser.test.{ts,tsx}'];
const ALL = ['{src,tests}/**/*.{browser,gpu}.test.{ts,tsx}'];

const PATIENCE = { poll: { timeout: PATIENCE_MS } };
/** A bound for what hangs. How fast a machine is no test can know. */
const BOUND_MS = 600_000;

/** Where properties that failed begin in their second try: `tools/launch/secondTries.mjs`. */
export const PROPERTIES = {
  setupFiles: ['tests/setup.ts'],
  provide: { examples: JSON.parse(process.env.RONDO_EXAMPLES ?? '{}') },
};

interface Share {
  readonly name: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** A share of the tests in the real Chromium, one file after the other. */
const inChromium = ({ name, include = ALL, exclude = [] }: Share): TestProjectConfiguration => ({
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
      '@react-three/drei/core/PerformanceMonitor.js',
      '@react-three/drei/core/PerspectiveCamera.js',
      '@pixi/react',
      'pixi.js',
      'pixi.js/unsafe-eval',
      'three',
      'valtio/vanilla',
      'zod',
      'fast-check',
      'idb',
      'fflate',
      'mediabunny',
      'meyda',
      'signalsmith-stretch',
      'sql.js',
      '@mediabunny/flac-encoder',
      '@simplewebauthn/browser',
      '@tanstack/react-virtual',
      'wavesurfer.js',
      'wasm-media-encoders',
    ],
  },
  test: {
    name,
    include: [...include],
    exclude: [...exclude, ...longOnly],
    ...PROPERTIES,
    env: { RONDO_LONG: isLong ? '1' : '' },
    testTimeout: isLong ? 2_400_000 : BOUND_MS,
    hookTimeout: BOUND_MS,
    expect: PATIENCE,
    fileParallelism: false,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          executablePath: testChromiumPath(),
          args: [...chromiumArgs, ...MICROPHONE],
        },
        contextOptions: { permissions: ['microphone'] },
      }),
      instances: [{ browser: 'chromium' }],
      connectTimeout: BOUND_MS,
    },
  },
});

export default defineConfig({
  test: {
    // For a process that is asked to stop, too: beside everything else it may come to its turn late.
    teardownTimeout: BOUND_MS,
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['{src,server,tools,packages,tests}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.browser.test.*', '**/*.gpu.test.*', 'tests/e2e/**', ...longOnly],
          globalSetup: ['server/testing/onePostgres.ts'],
          ...PROPERTIES,
          // Servers and decoders that tests start compile the same code again and again: the second time they find it here.
          env: { COMPILED_FOLDER: join(tmpdir(), 'rondo-compiled') },
          // A process of its own for each file cost twice the processor time of the tests themselves. What a file
          // changes in a module it therefore puts back.
          isolate: false,
          // By default one processor is left idle, which is half of two.
          maxWorkers: '100%',
          testTimeout: BOUND_MS,
          expect: PATIENCE,
          hookTimeout: BOUND_MS,
        },
      },
      inChromium({ name: 'browser', exclude: SOUND }),
      inChromium({ name: 'sound', include: SOUND }),
    ],
  },
});
