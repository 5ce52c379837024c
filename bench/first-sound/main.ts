/**
 * `npm run bench:first-sound`: a cold visit on throttled 4G with a processor four times slower, from a production
 * build on the real server. The play disc is tapped as soon as it is there; the figure is how long after that the
 * first sample that can be heard leaves the loudspeaker. `BENCH_REPEATS` visits, each in a browser profile of its own.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { build } from 'vite';
import { chromiumArgs, chromiumPath } from '../../tests/chromium.ts';
import { startServer } from '../server.ts';
import { watchVisit } from './watchVisit.ts';

const ROOT = join(import.meta.dirname, '../..');
const REPEATS = Number(process.env.BENCH_REPEATS) || 3;
const BAR_MS = 2500;
const SCRIPT_BAR_BYTES = 180_000;
/** Chrome's own "4G throttled": 1.6 Mbit/s down, 750 kbit/s up, 150 ms for every answer; processor 4 × slower. */
const DOWN_BYTES_PER_SEC = 1.6e6 / 8;
const UP_BYTES_PER_SEC = 750e3 / 8;
const LATENCY_MS = 150;
const CPU_RATE = 4;

interface Fetched {
  readonly path: string;
  readonly bytes: number;
  readonly fromMs: number;
  readonly toMs: number;
}

interface Visit {
  /** Since navigation: the disc can be tapped, it was tapped, the first sample is heard, the last loop is there. */
  readonly tappableMs: number;
  readonly tappedMs: number;
  readonly heardMs: number;
  readonly wholeMs: number;
  readonly fetched: readonly Fetched[];
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(`page: ${error.message}`));
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: false });
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: DOWN_BYTES_PER_SEC,
      uploadThroughput: UP_BYTES_PER_SEC,
    });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
    await page.addInitScript(watchVisit);
    await page.goto(url, { waitUntil: 'commit' });
    const disc = page.getByRole('button', { name: /^Play / });
    await disc.first().click({ timeout: 60_000, noWaitAfter: true });
    const times = await page.evaluate(() => window.visit!.done);
    const fetched = await page.evaluate(() =>
      performance.getEntriesByType('resource').map((entry) => {
        const { name, transferSize, startTime, responseEnd } = entry as PerformanceResourceTiming;
        const { pathname } = new URL(name);
        return { path: pathname, bytes: transferSize, fromMs: startTime, toMs: responseEnd };
      }),
    );
    return { ...times, fetched };
  } finally {
    await context.close();
  }
}

const isScript = ({ path }: Fetched) => path.endsWith('.js');
const isAudio = ({ path }: Fetched) => path.startsWith('/media/');
const sumBytes = (fetched: readonly Fetched[]) =>
  fetched.reduce((sum, { bytes }) => sum + bytes, 0);
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const sec = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

function list({ fetched }: Visit): void {
  for (const { path, bytes, fromMs, toMs } of fetched) {
    console.log(
      `  ${sec(fromMs).padStart(8)} ${sec(toMs).padStart(8)} ${kB(bytes).padStart(9)}  ${path}`,
    );
  }
}

function print(visits: readonly Visit[]): void {
  const waits = visits.map((one) => one.heardMs - one.tappableMs);
  const sorted = [...visits].sort((a, b) => a.heardMs - a.tappableMs - (b.heardMs - b.tappableMs));
  const middle = sorted[Math.floor((sorted.length - 1) / 2)] as Visit;
  const before = middle.fetched.filter(({ toMs }) => toMs > 0 && toMs <= middle.heardMs);
  const wait = middle.heardMs - middle.tappableMs;
  const scripts = sumBytes(before.filter(isScript));
  const verdict = (isHit: boolean) => (isHit ? 'hit' : 'MISSED');
  console.log('Fetched in the median visit (from, to, transferred):');
  list(middle);
  console.log(`Visits: ${waits.map(sec).join(', ')} from tappable to heard`);
  console.log(`navigation to tappable                ${sec(middle.tappableMs)}`);
  console.log(`tappable to tapped (the bench's hand) ${sec(middle.tappedMs - middle.tappableMs)}`);
  console.log(
    `tappable to first sound, median       ${sec(wait)}  ≤ ${sec(BAR_MS)}  ${verdict(wait <= BAR_MS)}`,
  );
  console.log(`navigation to first sound             ${sec(middle.heardMs)}`);
  console.log(`navigation to all of its loops        ${sec(middle.wholeMs)}`);
  console.log(
    `script before the first sound         ${kB(scripts)}  ≤ ${kB(SCRIPT_BAR_BYTES)}  ${verdict(scripts <= SCRIPT_BAR_BYTES)}`,
  );
  console.log(`audio before the first sound          ${kB(sumBytes(before.filter(isAudio)))}`);
}

async function main(): Promise<void> {
  await build({ root: ROOT, logLevel: 'error' });
  const data = await mkdtemp(join(tmpdir(), 'rondo-bench-first-'));
  const server = await startServer(data);
  // The server compresses its files once after it starts.
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const visits: Visit[] = [];
  try {
    for (let i = 0; i < REPEATS; i++) {
      const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
      visits.push(await visit(browser, server.url).finally(() => browser.close()));
    }
    print(visits);
  } finally {
    server.process.kill();
    await rm(data, { recursive: true, force: true });
  }
}

await main();
