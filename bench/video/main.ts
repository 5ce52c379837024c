/**
 * `npm run bench:video`: how fast a video of eight rings is made, on the production build and the real server: seconds
 * of video for a second of work, and how long each picture takes to be drawn, to become a frame and to be encoded.
 *
 * `node bench/video/main.ts [--built] [--flags plain|swiftshader] [--turns 2] [--keep file.mp4]`
 */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { build } from 'vite';
import { chromiumPath } from '../../tests/chromium.ts';
import { addLoops, openEditor } from '../../tests/e2e/editorPage.ts';
import { figure, line } from '../figure.ts';
import { startServer } from '../server.ts';
import { type VideoTimes, watchVideo } from './watchVideo.ts';

const ROOT = join(import.meta.dirname, '../..');
const RINGS = 8;
const CANCELS = 5;
const MOST_MS = 300_000;
const WINDOW = { width: 1440, height: 900 };
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  plain: [],
  swiftshader: ['--enable-unsafe-swiftshader', '--use-angle=swiftshader'],
  none: ['--disable-gpu', '--disable-software-rasterizer'],
};

const arg = (name: string) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : (process.argv[at + 1] ?? '');
};

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;

function spread(name: string, ms: readonly number[]): void {
  const sorted = [...ms].sort((a, b) => a - b);
  const figures = [0.5, 0.95].map((share) => quantile(sorted, share).toFixed(1));
  line(`  ${name}, p50 and p95`, `${figures.join(' and ')} ms`);
}

/** Puts eight loops into the draft and chooses a video of so many turns. */
async function prepare(page: Page, turns: number): Promise<void> {
  await openEditor(page);
  await addLoops(page, ...Array.from({ length: RINGS }, (_, at) => 2 * at));
  if (!process.argv.includes('--playing')) {
    await page
      .getByRole('button', { name: /^Pause/ })
      .first()
      .click();
  }
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: /^Export/ });
  await dialog.getByRole('radio', { name: 'Video' }).check();
  await dialog.getByLabel('Length').selectOption(String(turns));
  await dialog.getByText(/MP4|WebM/).waitFor();
  line('made as', (await dialog.getByText(/MP4|WebM/).innerText()).split('. ')[0]!);
}

/** Seconds of the processor that the browser has taken, by kind of process. */
async function processorSec(browser: Browser): Promise<Record<string, number>> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const sums: Record<string, number> = {};
  for (const { type, cpuTime } of processInfo) sums[type] = (sums[type] ?? 0) + cpuTime;
  return sums;
}

async function measure(browser: Browser, page: Page): Promise<void> {
  const keep = arg('keep');
  const coming = page.waitForEvent('download', { timeout: MOST_MS });
  const before = await processorSec(browser);
  const from = performance.now();
  await page.getByRole('button', { name: 'Export', exact: true }).last().click();
  const download = await coming;
  const workSec = (performance.now() - from) / 1000;
  const after = await processorSec(browser);
  if (keep) await copyFile(await download.path(), keep);
  const times = await page.evaluate(() => (window as { videoTimes?: VideoTimes }).videoTimes!);
  const videoSec = times.encodedMs.length / times.fps;
  line(`${videoSec.toFixed(1)} s of video, ${times.size}`, `${workSec.toFixed(1)} s of work`);
  figure('videoSpeed', videoSec / workSec);
  const used = Object.entries(after).map(
    ([type, sec]) => [type, (sec - (before[type] ?? 0)) / videoSec] as const,
  );
  const all = used.reduce((sum, [, sec]) => sum + sec, 0);
  line('processor for a second of video', `${all.toFixed(2)} s`);
  for (const [type, sec] of used) if (sec > 0.005) line(`  ${type}`, `${sec.toFixed(2)} s`);
  spread('a picture described', times.drawnMs);
  spread('filled and copied into a frame', times.framedMs);
  spread('encoded, from the call to its bytes', times.encodedMs);
  spread('from one picture to the next', times.apartMs);
  const bits = (times.bytes * 8) / videoSec / 1e6;
  line('  bytes of its pictures', `${bits.toFixed(1)} Mbit/s, ${times.mode}`);
}

/** Begins another one and takes it back: how long after the press the dialog can be used again. */
async function cancelling(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Export/ });
  await dialog.getByRole('button', { name: 'Export another' }).click();
  const waits: number[] = [];
  for (let time = 0; time < CANCELS; time++) {
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    await page.waitForFunction(() =>
      Number(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')),
    );
    // Without Playwright's own wait for a still page: the press comes in the middle of a picture.
    await page
      .getByRole('button', { name: 'Cancel export' })
      .click({ noWaitAfter: true, force: true });
    await dialog.getByRole('radio', { name: 'Video' }).waitFor();
    waits.push(
      await page.evaluate(() => (window as { videoTimes?: VideoTimes }).videoTimes!.freeMs),
    );
  }
  figure('videoCancel', Math.max(...waits));
}

async function main(): Promise<void> {
  if (!process.argv.includes('--built')) await build({ root: ROOT, logLevel: 'error' });
  const data = await mkdtemp(join(tmpdir(), 'rondo-bench-video-'));
  const server = await startServer(data);
  const flags = FLAGS[arg('flags') ?? 'plain'] ?? [];
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--no-first-run', '--disable-background-networking', ...flags],
  });
  try {
    const page = await browser.newPage({ baseURL: server.url, viewport: WINDOW });
    page.on('pageerror', (error) => console.error(`page: ${error.message}`));
    await page.addInitScript(watchVideo);
    await prepare(page, Number(arg('turns') ?? 2));
    await measure(browser, page);
    await cancelling(page);
  } finally {
    await browser.close();
    server.process.kill();
    await rm(data, { recursive: true, force: true });
  }
}

await main();
