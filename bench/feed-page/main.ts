/**
 * `npm run bench:feed-page`: a feed of two thousand shared rifffs, gone through to its end and scrolled in a real
 * browser on the real server (a production build has to be there: `npm run build`). Prints how long it takes to be
 * there, how many elements and drawn rifffs the page holds, and the frames while it is flicked at 4000 CSS pixels a
 * second and swept from end to end within seconds, beside an empty list of the same height that is scrolled in the same
 * page the same way.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from 'playwright';
import { openDatabase } from '../../server/ports/database/openDatabase.ts';
import { readSettings } from '../../server/settings.ts';
import { newId } from '../../src/data/rules/ids.ts';
import { chromiumPath } from '../../tests/chromium.ts';
import { figure } from '../figure.ts';
import { startServer } from '../server.ts';

const SHARES = 2000;
const AT_ONCE = 250;
const SCROLL_MS = 6000;
const FLICK_PX_PER_SEC = 4000;
/** A frame that took longer is one that is seen to be missing, in ms: two of 60 a second. */
const LATE_MS = 34;
const SIZES: Readonly<Record<string, BrowserContextOptions>> = {
  wide: { viewport: { width: 1440, height: 900 } },
  narrow: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

/** An account with rifffs of the library in its own jam. */
async function makeMaker(url: string): Promise<string> {
  const post = async (path: string, body: object, authorization = '') => {
    const headers = { 'content-type': 'application/json', authorization };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${url}/api${path}`, init);
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  const passwords = { password: 'Rings4Ever', confirmPassword: 'Rings4Ever' };
  const name = 'scroller';
  const made = await post('/signup', { username: name, email: 's@example.org', ...passwords });
  const who = `Bearer ${made.token}:${made.password}`;
  await post('/accounts/settings', { settings: { termsVersionAccepted: 1 } }, who);
  const library = await (await fetch(`${url}/api/library/rifffs`)).json();
  for (const { rifff } of library.data.rifffs) {
    await post(`/jam/${name}/rifffs`, { rifff: { ...rifff, _id: newId(), parent: null } }, who);
  }
  return name;
}

/** Repeats the rifffs of a jam until there are so many, each shared, a minute apart. */
async function fillFeed(folder: string, jamId: string): Promise<void> {
  const database = await openDatabase(readSettings({ RONDO_DATA: folder }));
  const { queries } = database;
  const own = (table: 'rifffs' | 'rifffLoops') =>
    queries.selectFrom(table).selectAll().where('jamId', '=', jamId).execute();
  const samples = (await own('rifffs')) as { id: string; doc: unknown }[];
  const loops = (await own('rifffLoops')) as { rifffId: string }[];
  const first = Date.now() - SHARES * 60_000;
  for (let from = 0; from < SHARES; from += AT_ONCE) {
    await queries.transaction().execute(async (transaction) => {
      for (let at = from; at < from + AT_ONCE; at++) {
        const sample = samples[at % samples.length]!;
        const created = first + at * 60_000;
        const rifffId = newId(created);
        const doc = JSON.stringify({ ...(sample.doc as object), _id: rifffId, created });
        const row = { ...sample, id: rifffId, created, doc };
        await transaction
          .insertInto('rifffs')
          .values(row as never)
          .execute();
        for (const loop of loops.filter((one) => one.rifffId === sample.id)) {
          await transaction
            .insertInto('rifffLoops')
            .values({ ...loop, rifffId } as never)
            .execute();
        }
        await transaction
          .insertInto('shares')
          .values({
            id: newId(created),
            jamId,
            rifffId,
            userId: jamId,
            title: `Number ${at + 1}`,
            isPrivate: false,
            created,
            likeCount: at % 1500,
            commentCount: at % 7,
            source: null,
            isRemoved: false,
          })
          .execute();
      }
    });
  }
  await database.close();
}

interface Frames {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly late: number;
}

/** Scrolls down from the top and notes the frames. @param isBare a list of the same size with nothing in it */
function scrollFrames(page: Page, way: 'flick' | 'sweep', isBare: boolean): Promise<Frames> {
  return page.evaluate(
    async (asked) => {
      let list: HTMLElement = document.scrollingElement as HTMLElement;
      let bare: HTMLElement | null = null;
      if (asked.isBare) {
        bare = document.createElement('div');
        bare.style.cssText = 'position:fixed;inset:0;overflow:auto;z-index:9';
        const sheet = document.createElement('div');
        sheet.style.height = `${list.scrollHeight}px`;
        bare.append(sheet);
        document.body.append(bare);
        list = bare;
      }
      const range = list.scrollHeight - list.clientHeight;
      const gaps: number[] = [];
      const startMs = performance.now();
      let last = startMs;
      while (last - startMs < asked.forMs) {
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        gaps.push(now - last);
        last = now;
        const pxPerSec = asked.pxPerSec ?? (1000 * range) / asked.forMs;
        list.scrollTo(0, ((now - startMs) / 1000) * pxPerSec);
      }
      bare?.remove();
      gaps.sort((a, b) => a - b);
      const at = (share: number) =>
        gaps[Math.min(gaps.length - 1, Math.floor(share * gaps.length))]!;
      return {
        p50Ms: at(0.5),
        p99Ms: at(0.99),
        late: gaps.filter((gap) => gap > asked.lateMs).length / gaps.length,
      };
    },
    {
      forMs: SCROLL_MS,
      lateMs: LATE_MS,
      pxPerSec: way === 'flick' ? FLICK_PX_PER_SEC : null,
      isBare,
    },
  );
}

const tell = (name: string, { p50Ms, p99Ms, late }: Frames) =>
  console.log(
    `  ${name.padEnd(24)} frame p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, ${(100 * late).toFixed(1)} % over ${LATE_MS} ms`,
  );

/** Goes down until every page of the feed has been fetched. */
async function goToTheEnd(page: Page): Promise<void> {
  await page.waitForFunction(
    (all) => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      const card = document.querySelector('li[aria-setsize]');
      return card?.getAttribute('aria-setsize') === String(all);
    },
    SHARES,
    { timeout: 300_000, polling: 50 },
  );
  await page.evaluate(() => window.scrollTo(0, 0));
}

const folder = await mkdtemp(join(tmpdir(), 'rondo-feed-page-'));
let server = await startServer(folder);
const jamId = await makeMaker(server.url);
server.process.kill();
await new Promise((resolve) => server.process.once('exit', resolve));
await fillFeed(folder, jamId);
server = await startServer(folder);
const browser = await chromium.launch({ executablePath: chromiumPath() });
/** Late frames beyond those of an empty list, in hundredths; being swept from end to end has no bar. */
const more: number[] = [];
try {
  for (const [size, options] of Object.entries(SIZES)) {
    const context = await browser.newContext(options);
    await context.addCookies([{ name: 'unsupported-browser', value: 'accepted', url: server.url }]);
    const page = await context.newPage();
    const startMs = performance.now();
    await page.goto(`${server.url}/feed`);
    await page
      .getByRole('button', { name: /^Play / })
      .first()
      .waitFor();
    const thereMs = performance.now() - startMs;
    await goToTheEnd(page);
    const wholeMs = performance.now() - startMs;
    await page.waitForTimeout(2000);
    const [elements, cards] = await page.evaluate(() => [
      document.querySelectorAll('*').length,
      document.querySelectorAll('[data-item]').length,
    ]);
    console.log(
      `${size}: feed there after ${(thereMs / 1000).toFixed(2)} s, all ${SHARES} after ${(wholeMs / 1000).toFixed(2)} s; ${cards} cards and ${elements} elements on the page`,
    );
    for (const way of ['flick', 'sweep'] as const) {
      const empty = await scrollFrames(page, way, true);
      await page.evaluate(() => window.scrollTo(0, 0));
      const full = await scrollFrames(page, way, false);
      tell(`${way}, an empty list`, empty);
      tell(`${way}, two thousand cards`, full);
      if (way === 'flick') more.push(100 * (full.late - empty.late));
    }
    await context.close();
  }
  figure('feedLate', Math.max(...more));
} finally {
  await browser.close();
  server.process.kill();
  await rm(folder, { recursive: true, force: true });
}
