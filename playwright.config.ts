import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { hasPostgres } from './server/testing/postgres.ts';
import { journeyArgs, testChromiumPath } from './tests/chromium.ts';
import { isAlone, isBeside, journeysOf } from './tests/e2e/shortSuite.ts';
import { freePort } from './tests/support/freePort.ts';

// Workers read this file again: the first reader decides, the others inherit its environment.
process.env.RONDO_E2E_PORT ??= String(await freePort());
process.env.RONDO_E2E_DATA ??= mkdtempSync(join(tmpdir(), 'rondo-e2e-'));
// What is made alone keeps nothing on the server.
process.env.RONDO_E2E_POSTGRES ??= hasPostgres() && !isAlone ? String(await freePort()) : '';
process.env.RONDO_E2E_POSTGRES_DATA ??= mkdtempSync(join(tmpdir(), 'rondo-e2e-pg-'));
const postgresPort = process.env.RONDO_E2E_POSTGRES;

/** The real server with data of its own. */
const serverOf = (command: string, port: string, data: string) => ({
  command,
  url: `http://localhost:${port}/healthz`,
  env: {
    PORT: port,
    RONDO_DATA: data,
    // What the server makes by itself would take turns with what is tried.
    RONDO_RANDOM_STOCK: '0',
    RONDO_POSTERS: 'off',
    LOG_LEVEL: 'error',
    RONDO_MODERATORS: 'referee',
    // Accounts that journeys make beside a page come from addresses of their own: an hour has room for 100 of one.
    TRUST_PROXY: '1',
  },
  timeout: 180_000,
  // Some journeys are made through a server that runs in a container: `tests/image`.
  reuseExistingServer: process.env.RONDO_E2E_RUNNING === '1',
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 30_000 },
});

/** `npm run test:long` makes every journey everywhere. */
const isLong = process.env.RONDO_LONG === '1';
const WIDE = { viewport: { width: 1440, height: 900 } };

/** What is kept and shared goes through the database. */
const STORED = /(accounts|accountDevices|keeping|leaving|sharing)\.e2e\.ts/;

/**
 * A journey that is told by one layout alone, or that no width changes, says so by its file or its tag: `@wide` is
 * for a mouse, a keyboard or whatever is the same everywhere, `@narrow` for a finger or a narrow window.
 */
const ONLY_WIDE = {
  files: /(editorWide|keyboard|leaving|script|scriptOutside|stage|stageLong)\.e2e\.ts/,
  tag: /@wide\b/,
};
const ONLY_NARROW = { files: /editorNarrow\.e2e\.ts/, tag: /@narrow\b/ };
const wideOnly = { testIgnore: ONLY_NARROW.files, grepInvert: ONLY_NARROW.tag };
const narrowOnly = { testIgnore: ONLY_WIDE.files, grepInvert: ONLY_WIDE.tag };

/** Journeys through the built pages on the real server, with data of their own. Build the pages first. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  // A second part leaves the first one's pictures where they are.
  outputDir: isAlone ? 'test-results/e2e-alone' : 'test-results/e2e',
  // Bounds for what hangs: how fast a machine is no journey can know, and eight busy processes make one five times as long.
  timeout: 420_000,
  expect: { timeout: 60_000 },
  // Sound is measured in real time: such journeys must not take each other's processor.
  workers: isBeside ? 2 : 1,
  fullyParallel: false,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    baseURL: `http://localhost:${process.env.RONDO_E2E_PORT}`,
    browserName: 'chromium',
    launchOptions: { executablePath: testChromiumPath(), args: journeyArgs },
    // No journey of the short suite compares pictures: a quarter of the pixels tells it as much. Widths stay in CSS.
    deviceScaleFactor: isLong ? 1 : 0.5,
    // Without a GPU every frame costs the processor that plays the sound.
    contextOptions: { reducedMotion: 'reduce' },
    // A worker between page and network would answer what journeys hold up; the one about it lets it in.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'wide', ...wideOnly, grep: journeysOf('wide'), use: WIDE },
    {
      name: 'narrow',
      ...narrowOnly,
      grep: journeysOf('narrow'),
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    ...(postgresPort
      ? [
          {
            name: 'postgres',
            ...wideOnly,
            testMatch: STORED,
            grep: journeysOf('postgres'),
            metadata: { dataFolder: process.env.RONDO_E2E_POSTGRES_DATA },
            use: { ...WIDE, baseURL: `http://localhost:${postgresPort}` },
          },
        ]
      : []),
  ],
  webServer: [
    serverOf('node server/main.ts', process.env.RONDO_E2E_PORT, process.env.RONDO_E2E_DATA),
    ...(postgresPort
      ? [
          serverOf(
            'node tests/e2e/postgresServer.ts',
            postgresPort,
            process.env.RONDO_E2E_POSTGRES_DATA,
          ),
        ]
      : []),
  ],
});
