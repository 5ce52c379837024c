/**
 * `npm run bench:rings [-- --page editor,feed] [--flags emulated]`: what pages whose rings turn take from a machine without a
 * graphics chip. Production build on the real server, music playing: frames that the browser's compositor shows in a
 * second, processor time of everything that the browser runs, and underruns of the sound. `--flags emulated` composes
 * the page by an emulated chip, as some test browsers do; `--way webgl` draws the rings by it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from 'playwright';
import { build, preview } from 'vite';
import { chromiumPath } from '../../tests/chromium.ts';
import { figure } from '../figure.ts';
import { startServer } from '../server.ts';
import { fillRoom, letIn } from '../surface/room.ts';
import { firstRing } from './firstRing.ts';
import {
  COUNTED_SEC,
  gatherContexts,
  mainThread,
  shownFrames,
  spentSec,
  underruns,
} from './pageCost.ts';

const ROOT = join(import.meta.dirname, '../..');
const SETTLE_MS = 6000;
const MEASURED_SEC = 10;
const WIDE: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
const NARROW: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  none: [],
  emulated: ['--enable-unsafe-swiftshader', '--use-angle=swiftshader'],
};

const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};

async function play(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Play/ }).first().click();
  await page
    .getByRole('button', { name: /^Pause/ })
    .first()
    .waitFor();
}

async function surprise(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/jam`);
  await page
    .getByRole('button', { name: /Surprise me/ })
    .first()
    .click();
  await page
    .getByRole('button', { name: /^(Pause|Play)/ })
    .first()
    .waitFor();
  await page.waitForTimeout(3000);
  const pause = page.getByRole('button', { name: /^Pause/ }).first();
  if (!(await pause.isVisible())) await play(page);
}

/** Id of the shared rifff with the most rings. */
async function fullest(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/rifff-feed/query?limit=60`);
  const { data } = (await answer.json()) as {
    data: { rifffs: { _id: string; rifff: { loops: [] } }[] };
  };
  const sorted = [...data.rifffs].sort((a, b) => b.rifff.loops.length - a.rifff.loops.length);
  return sorted[0]!._id;
}

interface Visit {
  readonly context: BrowserContextOptions;
  open(page: Page, url: string): Promise<void>;
  /** What goes on while it is measured. */
  during?(page: Page): Promise<void>;
  /** Its frames have a bar of their own; its processor has none. */
  readonly isBusy?: boolean;
  /** Its frames and its processor have bars of their own. */
  readonly isRoom?: boolean;
  /** A page of this bench instead of one of the product. */
  readonly isField?: boolean;
  /** Measured only where it is asked for by its name: it has no bar. */
  readonly isAsked?: boolean;
}

const open = (path: string) => async (page: Page, url: string) => {
  await page.goto(`${url}${path}`);
  await play(page);
};

/** Scrolls all the time, as a finger would. */
async function scroll(page: Page): Promise<void> {
  await page.evaluate(
    (seconds) =>
      new Promise<void>((done) => {
        const start = performance.now();
        const step = () => {
          const sec = (performance.now() - start) / 1000;
          const room = document.documentElement.scrollHeight - innerHeight;
          scrollTo(0, room * (0.5 - 0.5 * Math.cos(sec * 1.2)));
          if (sec < seconds) requestAnimationFrame(step);
          else done();
        };
        step();
      }),
    MEASURED_SEC + COUNTED_SEC + 2,
  );
}

async function openFeed(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/feed`);
  await page.locator('article').first().waitFor();
  for (let more = 0; more < 6; more++) {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.waitForTimeout(500);
  }
  console.log(`  feed: ${await page.locator('article').count()} discs`);
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator('article button').first().click();
}

/** The picture alone, over the whole window, of the rifff with the most rings. */
async function openWall(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/listen?from=mood&mood=full`);
  await play(page);
  await page.keyboard.press('w');
  // Without a hand on it the controls go.
  await page.waitForTimeout(9000);
}

/** What another window shows of it. The one that plays stays open, and counts as well. */
async function openShown(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/listen?from=mood&mood=full`);
  await play(page);
  const shown = await page.context().newPage();
  await shown.goto(`${url}/listen?show=1`);
  await shown.locator('[data-playing]').waitFor();
}

const openField = (page: Page, url: string) =>
  page.goto(`${url}?kind=canvas&count=100&playing=20`).then(() => undefined);

/** What lets people out of the room again that is measured. */
let letOut = () => {};

/** A room of three who make something, with its map and its talk. The two others are no pages: their processor is not its. */
async function openRoom(page: Page, url: string): Promise<void> {
  const room = await fillRoom(url, { people: 3, rifffs: 24, messages: 24, loops: 8 });
  await page.addInitScript(
    (credential) => localStorage.setItem('rondo/credential', credential),
    room.members[0]!.credential,
  );
  letOut = await letIn(room);
  await open(`/jams/${room.id}`)(page, url);
  await page.getByRole('region', { name: 'Talk' }).getByRole('listitem').first().waitFor();
  await page.locator('[aria-label="History"] li button').first().waitFor();
}

/** The looks of the house, all of them drawn in the page while their rifff plays, or with what stands there at rest. */
const openLooks = (isPlaying: boolean) => async (page: Page, url: string) => {
  await page.goto(`${url}/looks?tab=house`);
  await page.locator('[data-look]').nth(9).waitFor();
  if (isPlaying) await play(page);
};

const VISITS: Readonly<Record<string, Visit>> = {
  landing: { context: WIDE, open: open('/') },
  editor: { context: WIDE, open: surprise },
  listen: { context: WIDE, open: open('/listen') },
  'listen, wall': { context: WIDE, open: openWall },
  'listen, shown': { context: WIDE, open: openShown },
  rifff: {
    context: WIDE,
    open: async (page, url) => open(`/rifff/${await fullest(url)}`)(page, url),
  },
  'room of three': { context: WIDE, open: openRoom, isRoom: true },
  'landing, narrow': { context: NARROW, open: open('/') },
  'editor, narrow': { context: NARROW, open: surprise },
  'feed, scrolling': { context: WIDE, open: openFeed, during: scroll, isBusy: true },
  looks: { context: WIDE, open: openLooks(true), isAsked: true },
  'looks, at rest': { context: WIDE, open: openLooks(false), isAsked: true },
  'looks, narrow': { context: NARROW, open: openLooks(true), isAsked: true },
  'field of 100, 20 play': { context: WIDE, open: openField, isBusy: true, isField: true },
};

async function measure(name: string, visit: Visit, url: string, flags: readonly string[]) {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--no-first-run', '--disable-background-networking', ...flags],
  });
  try {
    const context = await browser.newContext(visit.context);
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(`  page: ${error.message}`));
    await page.addInitScript(gatherContexts);
    const way = option('way');
    if (way) await page.addInitScript((one) => localStorage.setItem('rondo.ringDrawing', one), way);
    await visit.open(page, url);
    await page.waitForTimeout(SETTLE_MS);
    const busy = visit.during?.(page);
    const [spent, missed] = [await spentSec(browser), await underruns(page)];
    const workedSec = await mainThread(page);
    await page.waitForTimeout(MEASURED_SEC * 1000);
    const mainShare = (await workedSec()) / MEASURED_SEC;
    const cores = ((await spentSec(browser)) - spent) / MEASURED_SEC;
    const lost = (await underruns(page)) - missed;
    const frames = await shownFrames(browser);
    await busy;
    const figures = [
      name.padEnd(22),
      `${frames.toFixed(1).padStart(6)} frames a second`,
      `${cores.toFixed(2)} cores`,
      `${(100 * mainShare).toFixed(0)} % of the main thread`,
      `${lost} underruns`,
    ];
    console.log(figures.join('   '));
    const folder = option('pictures');
    if (folder) await page.screenshot({ path: join(folder, `${name.replace(/\W+/g, '-')}.png`) });
    return { frames, cores, lost };
  } finally {
    letOut();
    letOut = () => {};
    await browser.close();
  }
}

/** Serves the page of this bench. */
async function serveField() {
  const outDir = await mkdtemp(join(tmpdir(), 'rondo-bench-field-'));
  const root = join(import.meta.dirname, 'page');
  const shared = { root, configFile: false, logLevel: 'error', build: { outDir } } as const;
  await build({ ...shared, build: { outDir, emptyOutDir: true } });
  const server = await preview({ ...shared, preview: { port: 0 } });
  const close = async () => {
    await server.close();
    await rm(outDir, { recursive: true, force: true });
  };
  return { url: server.resolvedUrls!.local[0]!, close };
}

type Found = Awaited<ReturnType<typeof measure>> & { readonly visit: Visit };

/** The bars of all pages together. */
function tell(all: readonly Found[]): void {
  const pages = all.filter(({ visit }) => !visit.isField);
  figure('framesLeast', Math.min(...pages.map(({ frames }) => frames)));
  const calm = pages.filter(({ visit }) => !visit.isBusy && !visit.isRoom);
  figure('coresMost', Math.max(...calm.map(({ cores }) => cores)));
  for (const { frames, visit } of all) if (visit.isField) figure('fieldFrames', frames);
  figure(
    'pageUnderruns',
    all.reduce((sum, { lost }) => sum + lost, 0),
  );
}

async function main(): Promise<void> {
  if (!process.argv.includes('--built')) await build({ root: ROOT, logLevel: 'error' });
  const data = await mkdtemp(join(tmpdir(), 'rondo-bench-rings-'));
  const server = await startServer(data);
  const flags = FLAGS[option('flags') ?? 'none'] ?? [];
  const wanted = option('page')?.split(',');
  console.log(`${cpus().length} cores, of which all of the browser counts`);
  const field = await serveField();
  const all: Found[] = [];
  try {
    for (const [name, visit] of Object.entries(VISITS)) {
      if (wanted ? !wanted.some((one) => name.startsWith(one)) : visit.isAsked) continue;
      const found = await measure(name, visit, visit.isField ? field.url : server.url, flags);
      all.push({ ...found, visit });
    }
    if (!wanted) tell(all);
    for (const { frames, cores, visit } of all) {
      if (!visit.isRoom) continue;
      figure('roomFrames', frames);
      figure('roomCores', cores);
    }
    if (!wanted || wanted.includes('first')) await firstRing(server.url);
  } finally {
    server.process.kill();
    await field.close();
    await rm(data, { recursive: true, force: true });
  }
}

await main();
