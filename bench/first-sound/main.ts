/**
 * `npm run bench:first-sound`: cold visits on throttled 4G with a processor four times slower, from a production
 * build on the real server. On the first page the play disc is tapped as soon as it is there; the figure is how long
 * after that the first sample that can be heard leaves the loudspeaker. For every page of `PAGES`: when something on it can be
 * tapped, what it asks for until then and in all, and the script until its first ring by either way of drawing, as the
 * built files tell. Each figure stands beside its bar. `BENCH_REPEATS` visits, each in a browser profile of its own.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { build } from 'vite';
import { RING_PIECES } from '../../src/pages/pieces.ts';
import { chromiumArgs, chromiumPath } from '../../tests/chromium.ts';
import { readBuild } from '../../tests/e2e/builtScripts.ts';
import { startServer } from '../server.ts';
import { watchVisit } from './watchVisit.ts';

const ROOT = join(import.meta.dirname, '../..');
const REPEATS = Number(process.env.BENCH_REPEATS) || 3;
const BAR_MS = 2500;
const SCRIPT_BAR_BYTES = 180_000;
const LOGIN_BAR_BYTES = 150_000;
const TAPPABLE_BAR_MS = 1500;
const SOON_BAR = 20;
const ALL_BAR = 40;
/** Script until the first ring, as gzip, in bytes: the bars are those of a cold visit to the first page. */
const RING_BARS_BYTES = { canvas: 300_000, webgl: 420_000 } as const;
/** Pages by the path of `pages/pieces.ts`, and whether rings are drawn on them. */
const PAGES = [
  { path: '/', hasRings: true },
  { path: '/jam', hasRings: true },
  { path: '/feed', hasRings: true },
  { path: '/jams/:jam', hasRings: true },
  { path: '/listen', hasRings: true },
  { path: '/login', hasRings: false },
] as const;
/** A page that asked for nothing for this long has asked for everything. */
const QUIET_MS = 4000;
/** Chrome's own "4G throttled": 1.6 Mbit/s down, 750 kbit/s up, 150 ms for every answer; processor 4 × slower. */
const THROTTLED = {
  downBytesPerSec: 1.6e6 / 8,
  upBytesPerSec: 750e3 / 8,
  latencyMs: 150,
  cpuRate: 4,
};

interface Fetched {
  readonly path: string;
  readonly bytes: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** A page until something on it can be tapped, in milliseconds since navigation, and everything it asked for. */
interface Weight {
  readonly tappableMs: number;
  readonly fetched: readonly Fetched[];
}

interface Visit extends Weight {
  /** Since navigation: the disc was tapped, the first sample is heard, the last loop is there. */
  readonly tappedMs: number;
  readonly heardMs: number;
  readonly wholeMs: number;
}

/** A page of a browser with nothing kept, on the slow line. */
async function slowPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`page: ${error.message}`));
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: false });
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: THROTTLED.latencyMs,
    downloadThroughput: THROTTLED.downBytesPerSec,
    uploadThroughput: THROTTLED.upBytesPerSec,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLED.cpuRate });
  await page.addInitScript(watchVisit);
  return page;
}

/** What the page has asked for so far, the document first. */
const readFetched = (page: Page): Promise<Fetched[]> =>
  page.evaluate(() =>
    [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ].map((entry) => {
      const { name, transferSize, startTime, responseEnd } = entry as PerformanceResourceTiming;
      const { pathname } = new URL(name);
      return { path: pathname, bytes: transferSize, fromMs: startTime, toMs: responseEnd };
    }),
  );

async function visit(browser: Browser, url: string): Promise<Visit> {
  const page = await slowPage(browser);
  try {
    await page.goto(url, { waitUntil: 'commit' });
    // A finger knows where it taps. Playwright's own click looks at the page first, for seconds on this processor.
    const { x, y } = await page.evaluate(() => window.visit!.tappable);
    await page.mouse.click(x, y);
    const times = await page.evaluate(() => window.visit!.done);
    return { ...times, fetched: await readFetched(page) };
  } finally {
    await page.context().close();
  }
}

/** Waits until something on a page can be tapped, and until it asks for nothing more. */
async function weigh(browser: Browser, url: string): Promise<Weight> {
  const page = await slowPage(browser);
  try {
    await page.goto(url, { waitUntil: 'commit' });
    const { atMs: tappableMs } = await page.evaluate(() => window.visit!.tappable);
    let fetched = await readFetched(page);
    for (let quietMs = 0; quietMs < QUIET_MS; quietMs += 500) {
      await page.waitForTimeout(500);
      const now = await readFetched(page);
      if (now.length > fetched.length) quietMs = 0;
      fetched = now;
    }
    return { tappableMs, fetched };
  } finally {
    await page.context().close();
  }
}

const isScript = ({ path }: Fetched) => path.endsWith('.js');
const isAudio = ({ path }: Fetched) => path.startsWith('/media/');
const sumBytes = (fetched: readonly Fetched[]) =>
  fetched.reduce((sum, { bytes }) => sum + bytes, 0);
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const sec = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

const verdict = (isHit: boolean) => (isHit ? 'hit' : 'MISSED');

/** A figure beside its bar. */
function printFigure(what: string, figure: string, bar: string, isHit: boolean): void {
  console.log(`  ${what.padEnd(36)} ${figure.padStart(9)}  ≤ ${bar.padEnd(8)} ${verdict(isHit)}`);
}

/** The figures of one page with their bars. */
function printWeight(path: string, { tappableMs, fetched }: Weight): void {
  // What came out of the browser's memory, such as a worker that is started again, asked for nothing.
  const asked = fetched.filter(({ bytes }) => bytes > 0);
  const soon = asked.filter(({ fromMs }) => fromMs < tappableMs).length;
  const script = sumBytes(asked.filter(isScript));
  console.log(`${path}, ${kB(script)} of script in all`);
  const inTime = tappableMs <= TAPPABLE_BAR_MS;
  printFigure('navigation to tappable', sec(tappableMs), sec(TAPPABLE_BAR_MS), inTime);
  printFigure('requests before it', String(soon), String(SOON_BAR), soon <= SOON_BAR);
  const { length } = asked;
  printFigure('requests in all', String(length), String(ALL_BAR), length <= ALL_BAR);
  if (path === '/login') {
    printFigure('script', kB(script), kB(LOGIN_BAR_BYTES), script <= LOGIN_BAR_BYTES);
  }
}

/** Script of a page until its first ring, with its bars. */
function printRings(path: string, { namedBy, scriptsOf, sumBytes: sum }: Built): void {
  for (const way of ['canvas', 'webgl'] as const) {
    const bytes = sum([...namedBy(path), ...scriptsOf(RING_PIECES[way])]);
    const bar = RING_BARS_BYTES[way];
    printFigure(`script until the first ring, ${way}`, kB(bytes), kB(bar), bytes <= bar);
  }
}

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
  console.log('Fetched in the median visit (from, to, transferred):');
  list(middle);
  console.log(`Visits: ${waits.map(sec).join(', ')} from tappable to heard`);
  console.log(
    `navigation to tappable                ${sec(middle.tappableMs)}  ≤ ${sec(TAPPABLE_BAR_MS)}  ${verdict(middle.tappableMs <= TAPPABLE_BAR_MS)}`,
  );
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
  printWeight('/', middle);
}

type Built = ReturnType<typeof readBuild>;

/** The jam of the newest shared rifff, which everybody may see. */
async function openJam(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/rifff-feed/query?limit=1`);
  const { data } = (await answer.json()) as { data: { rifffs: { jamId: string }[] } };
  return data.rifffs[0]!.jamId;
}

async function main(): Promise<void> {
  await build({ root: ROOT, logLevel: 'error' });
  const data = await mkdtemp(join(tmpdir(), 'rondo-bench-first-'));
  const server = await startServer(data);
  const visits: Visit[] = [];
  try {
    for (let i = 0; i < REPEATS; i++) {
      const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
      visits.push(await visit(browser, server.url).finally(() => browser.close()));
    }
    print(visits);
    const built = readBuild();
    const jam = await openJam(server.url);
    for (const { path, hasRings } of PAGES) {
      if (path !== '/') {
        const browser = await chromium.launch({
          executablePath: chromiumPath(),
          args: chromiumArgs,
        });
        const weight = await weigh(browser, server.url + path.replace(':jam', jam)).finally(() =>
          browser.close(),
        );
        printWeight(path, weight);
      }
      if (hasRings) printRings(path, built);
    }
  } finally {
    server.process.kill();
    await rm(data, { recursive: true, force: true });
  }
}

await main();
