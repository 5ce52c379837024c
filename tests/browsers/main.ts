/**
 * The journey in every browser that this machine has: Firefox and WebKitGTK, each playing into a sound card that is
 * recorded, and Chromium for pictures to compare with. Run it from the repository root after `vite build`.
 * Writes `test-results/browsers.json` with what passed, and pictures below `test-results/browsers/`.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath } from '../chromium.ts';
import { freePort } from '../support/freePort.ts';
import { Steps } from '../support/steps.ts';
import { startChromium } from './chromium.ts';
import { type Driver, until } from './driver.ts';
import { findFirefox, startFirefox } from './firefox.ts';
import { makeJourney } from './journey.ts';
import { keepPicture } from './pictures.ts';
import { hasSoundCard, type SoundCard, startSoundCard } from './soundCard.ts';
import { findWebKit, startWebKit } from './webkit.ts';

const root = join(import.meta.dirname, '..', '..');
const results = join(root, 'test-results');
const pictures = join(results, 'browsers');
mkdirSync(pictures, { recursive: true });

/** The real server with data of its own. */
async function startServer(): Promise<{ address: string; stop: () => void }> {
  const port = await freePort();
  const data = mkdtempSync(join(tmpdir(), 'rondo-browsers-'));
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      RONDO_DATA: data,
      RONDO_RANDOM_STOCK: '0',
      RONDO_POSTERS: 'off',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const address = `http://localhost:${port}`;
  const isUp = () =>
    fetch(`${address}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until('the server', isUp, 60_000);
  return {
    address,
    stop() {
      server.kill();
      rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

const steps = new Steps();

/** Goes on the journey with one browser, and says of each step how it went. */
async function travel(
  name: string,
  address: string,
  card: SoundCard | undefined,
  start: () => Promise<Driver>,
): Promise<void> {
  console.log(`\n${name}`);
  let driver: Driver;
  try {
    driver = await start();
  } catch (error) {
    steps.fail(`it did not start: ${error instanceof Error ? error.message : error}`);
    return;
  }
  const step = async (title: string, run: () => Promise<void>) => {
    await steps.step(title, run, () =>
      keepPicture(driver, pictures, `failed ${steps.counts.failed}`),
    );
  };
  try {
    await makeJourney({ driver, address, pictures, step, ...(card ? { card } : {}) });
  } finally {
    await driver.close();
  }
}

const server = await startServer();
const card = hasSoundCard() ? await startSoundCard() : undefined;
const downloads = mkdtempSync(join(tmpdir(), 'rondo-downloads-'));
const env = card?.env ?? process.env;
const only = process.argv.slice(2);
const isAsked = (name: string) => only.length === 0 || only.includes(name);
try {
  if (!card) steps.skip('No PulseAudio: what Firefox and WebKitGTK play is not listened to.');
  if (isAsked('firefox')) {
    const port = await freePort();
    if (!findFirefox()) steps.skip('No Firefox here.');
    else await travel('Firefox', server.address, card, () => startFirefox(port, downloads, env));
  }
  if (isAsked('webkit')) {
    const port = await freePort();
    if (!findWebKit()) steps.skip('No WebKitGTK with its driver, or no virtual display for it.');
    else await travel('WebKitGTK', server.address, card, () => startWebKit(port, env));
  }
  if (isAsked('chromium') && chromiumPath()) {
    await travel('Chromium', server.address, undefined, startChromium);
  }
} finally {
  card?.stop();
  server.stop();
  rmSync(downloads, { recursive: true, force: true });
}
console.log(`\nPictures are in ${pictures}`);
process.exit(steps.write(join(results, 'browsers.json')));
