/**
 * `node bench/gpu/pace.ts`: what the picture takes from the processor while the first page plays, on a machine that
 * draws without a GPU, beside the same page when it does not wait for its drawing. From a production build on the real
 * server, 1440 × 900.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { build } from 'vite';
import { chromiumArgs, chromiumPath } from '../../tests/chromium.ts';
import { startServer } from '../server.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The music plays so long before (the picture has found its resolution by then) and while it is measured. */
const SETTLE_MS = 9000;
const MEASURED_SEC = 8;

declare global {
  interface Window {
    draws: number;
  }
}

/** Processor time of the process that draws, in seconds. */
async function drawingSec(browser: Browser): Promise<number> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  return processInfo
    .filter(({ type }) => type === 'GPU')
    .reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** @param waits whether the page may wait for its drawing: a fence that is null counts as drawn at once */
async function measure(url: string, waits: boolean): Promise<{ cores: number; frames: number }> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript((mayWait) => {
      const { prototype } = WebGL2RenderingContext;
      const { drawElementsInstanced } = prototype;
      window.draws = 0;
      prototype.drawElementsInstanced = function (...args) {
        window.draws += 1;
        drawElementsInstanced.apply(this, args);
      };
      if (!mayWait) prototype.fenceSync = () => null;
    }, waits);
    await page.goto(url);
    await page
      .getByRole('button', { name: /^Play / })
      .first()
      .click();
    await page
      .getByRole('button', { name: /^Pause / })
      .first()
      .waitFor();
    await page.waitForTimeout(SETTLE_MS);
    const [before, from] = [await drawingSec(browser), await page.evaluate(() => window.draws)];
    await page.waitForTimeout(MEASURED_SEC * 1000);
    const [after, to] = [await drawingSec(browser), await page.evaluate(() => window.draws)];
    return { cores: (after - before) / MEASURED_SEC, frames: (to - from) / MEASURED_SEC };
  } finally {
    await browser.close();
  }
}

async function main(): Promise<void> {
  await build({ root: ROOT, logLevel: 'error' });
  const data = await mkdtemp(join(tmpdir(), 'rondo-bench-pace-'));
  const server = await startServer(data);
  const bar = cpus().length / 2;
  try {
    for (const waits of [true, false]) {
      const { cores, frames } = await measure(server.url, waits);
      const verdict = waits ? `  ≤ ${bar.toFixed(1)}  ${cores <= bar ? 'hit' : 'MISSED'}` : '';
      const name = waits ? 'as it is' : 'without waiting for the drawing';
      console.log(
        `${name.padEnd(34)}${cores.toFixed(2)} cores of ${cpus().length}, ${frames.toFixed(1)} frames a second${verdict}`,
      );
    }
  } finally {
    server.process.kill();
    await rm(data, { recursive: true, force: true });
  }
}

await main();
