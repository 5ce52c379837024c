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
import { figure, line } from '../figure.ts';
import { startServer } from '../server.ts';
import { watchVisit } from './watchVisit.ts';

const ROOT = join(import.meta.dirname, '../..');
const REPEATS = Number(process.env.BENCH_REPEATS) || 3;
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
  /** Was the server asked, or did it come out of the browser's memory? */
  readonly isAsked: boolean;
  /** Of the body as it came over the line. */
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

/**
 * What the page has asked for so far, the document first. `transferSize` is the body as it came and 300 for headers,
 * whatever they are, and 0 for what was not asked for (Resource Timing, section 4.1).
 */
const readFetched = (page: Page): Promise<Fetched[]> =>
  page.evaluate(() =>
    [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ].map((entry) => {
      const { name, transferSize, startTime, responseEnd } = entry as PerformanceResourceTiming;
      const { pathname } = new URL(name);
      const bytes = Math.max(0, transferSize - 300);
      return {
        path: pathname,
        isAsked: transferSize > 0,
        bytes,
        fromMs: startTime,
        toMs: responseEnd,
      };
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

/** What came out of the browser's memory, such as a worker that is started again, asked for nothing. */
const askedOf = ({ fetched }: Weight) => fetched.filter(({ isAsked }) => isAsked);
const soonOf = (weight: Weight) =>
  askedOf(weight).filter(({ fromMs }) => fromMs < weight.tappableMs).length;

/** What each page weighs, and the bars of all of them. */
function tellWeights(weights: ReadonlyMap<string, Weight>): void {
  for (const [path, weight] of weights) {
    const { tappableMs, fetched } = weight;
    const asked = `${soonOf(weight)} requests before it, ${askedOf(weight).length} in all`;
    line(`${path} can be tapped after`, sec(tappableMs), asked);
    line('  script of it in all', kB(sumBytes(fetched.filter(isScript))));
  }
  const all = [...weights.values()];
  figure('requestsSoon', Math.max(...all.map(soonOf)));
  figure('requestsAll', Math.max(...all.map((weight) => askedOf(weight).length)));
  figure('tappableHome', weights.get('/')!.tappableMs);
  figure('tappableJam', weights.get('/jam')!.tappableMs);
  figure('tappableFeed', weights.get('/feed')!.tappableMs);
  figure('tappableRoom', weights.get('/jams/:jam')!.tappableMs);
  figure('tappableListen', weights.get('/listen')!.tappableMs);
  figure('loginScript', sumBytes(weights.get('/login')!.fetched.filter(isScript)) / 1000);
}

/** Script until the first ring of the pages that have rings, as the build has it; `bench:rings` has the bars. */
function tellRings({ namedBy, scriptsOf, sumBytes: sum }: Built): void {
  const paths = PAGES.filter(({ hasRings }) => hasRings).map(({ path }) => path);
  const bytesOf = (path: string, way: keyof typeof RING_PIECES) =>
    sum([...namedBy(path), ...scriptsOf(RING_PIECES[way])]);
  for (const path of paths) {
    const [canvas, webgl] = [bytesOf(path, 'canvas'), bytesOf(path, 'webgl')];
    line(`${path}: script until the first ring`, `${kB(canvas)}, ${kB(webgl)} by WebGL`);
  }
}

function list({ fetched }: Visit): void {
  for (const { path, bytes, fromMs, toMs } of fetched) {
    console.log(
      `  ${sec(fromMs).padStart(8)} ${sec(toMs).padStart(8)} ${kB(bytes).padStart(9)}  ${path}`,
    );
  }
}

/** @returns the median visit */
function print(visits: readonly Visit[]): Visit {
  const waits = visits.map((one) => one.heardMs - one.tappableMs);
  const sorted = [...visits].sort((a, b) => a.heardMs - a.tappableMs - (b.heardMs - b.tappableMs));
  const middle = sorted[Math.floor((sorted.length - 1) / 2)] as Visit;
  const before = middle.fetched.filter(({ toMs }) => toMs > 0 && toMs <= middle.heardMs);
  console.log('Fetched in the median visit (from, to, transferred):');
  list(middle);
  console.log(`Visits: ${waits.map(sec).join(', ')} from tappable to heard`);
  figure('firstSound', middle.heardMs - middle.tappableMs);
  figure('firstScript', sumBytes(before.filter(isScript)) / 1000);
  line('  tappable to tapped (the bench’s hand)', sec(middle.tappedMs - middle.tappableMs));
  line('  navigation to first sound', sec(middle.heardMs));
  line('  navigation to all of its loops', sec(middle.wholeMs));
  line('  audio before the first sound', kB(sumBytes(before.filter(isAudio))));
  return middle;
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
    const weights = new Map<string, Weight>([['/', print(visits)]]);
    const jam = await openJam(server.url);
    for (const { path } of PAGES) {
      if (path === '/') continue;
      const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
      const address = server.url + path.replace(':jam', jam);
      weights.set(path, await weigh(browser, address).finally(() => browser.close()));
    }
    tellWeights(weights);
    tellRings(readBuild());
  } finally {
    server.process.kill();
    await rm(data, { recursive: true, force: true });
  }
}

await main();
