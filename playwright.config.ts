import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { hasPostgres } from './server/testing/postgres.ts';
import { chromiumArgs, chromiumPath } from './tests/chromium.ts';

/** A port that is free now. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, 'localhost', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

// Workers read this file again: the first reader decides, the others inherit its environment.
process.env.RONDO_E2E_PORT ??= String(await freePort());
process.env.RONDO_E2E_DATA ??= mkdtempSync(join(tmpdir(), 'rondo-e2e-'));
process.env.RONDO_E2E_POSTGRES ??= hasPostgres() ? String(await freePort()) : '';
process.env.RONDO_E2E_POSTGRES_DATA ??= mkdtempSync(join(tmpdir(), 'rondo-e2e-pg-'));
const postgresPort = process.env.RONDO_E2E_POSTGRES;

/** The real server with data of its own. */
const serverOf = (command: string, port: string, data: string) => ({
  command,
  url: `http://localhost:${port}/healthz`,
  env: { PORT: port, RONDO_DATA: data, LOG_LEVEL: 'error', RONDO_MODERATORS: 'referee' },
  timeout: 60_000,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
});

/** The whole matrix takes a quarter of an hour: `npm run test:long` runs it, `npm test` leaves out repetitions. */
const isLong = process.env.RONDO_LONG === '1';
const FINE_GESTURES =
  /rings stay on|goes back unless|Escape takes a drag back|held, a ring|every gesture has a key/;
/** The narrow editor has journeys of its own; of the shared ones only accessibility differs. */
const SHARED_EDITOR = /editor\.e2e\.ts (?!.*has no violations)/;
/** Nothing in these depends on the width: shell, accounts, then what is kept. */
const SAME_AT_ANY_WIDTH = [
  /when there is nothing to play|Go Back|the network going|a piece that cannot|code is gone|the footer leads|the sheet of/,
  /a taken name|led to another site|ended elsewhere|no longer good|credential is kept|another tab follows|a forgotten password|terms are asked/,
  /device that is refused|signed in through the mail/,
  /makes a child of it|meets a failing server|dies before the answer|of two tabs one sends/,
];
/** Journeys whose course differs in a narrow window; every screen is checked in both widths besides. */
const NARROW = /(landing|rings|editor|editorNarrow|screens|sharing|shell)\.e2e\.ts/;
const WIDE = { viewport: { width: 1440, height: 900 } };

/** What is kept and shared goes through the database; of these journeys `npm test` makes five. */
const STORED = /(accounts|accountDevices|keeping|leaving|sharing)\.e2e\.ts/;
const STORED_SHORT =
  /a visitor commits, signs up|a forgotten password|terms are asked for|both names stand on both|who leaves/;

/** Journeys through the built pages on the real server, with data of their own. Build the pages first. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/e2e',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Sound is measured in real time: journeys must not take each other's processor.
  workers: 1,
  fullyParallel: false,
  retries: process.env.CI ? 1 : 0,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    baseURL: `http://localhost:${process.env.RONDO_E2E_PORT}`,
    browserName: 'chromium',
    launchOptions: { executablePath: chromiumPath(), args: chromiumArgs },
    // Without a GPU every frame costs the processor that plays the sound.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'wide',
      grepInvert: isLong ? [] : [FINE_GESTURES],
      use: WIDE,
    },
    {
      name: 'narrow',
      testMatch: isLong ? '**/*.e2e.ts' : NARROW,
      grepInvert: isLong ? [] : [FINE_GESTURES, SHARED_EDITOR, ...SAME_AT_ANY_WIDTH],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    ...(postgresPort
      ? [
          {
            name: 'postgres',
            testMatch: STORED,
            grep: isLong ? /./ : STORED_SHORT,
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
