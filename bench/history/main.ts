/**
 * `npm run bench:history`: a room of ten thousand rifffs with branches, opened and scrolled in a real browser on the real
 * server (a production build has to be there: `npm run build`). Prints how long its history takes to be there, how many
 * elements the page holds, and the frames while it is flicked back at 4000 CSS pixels a second and swept from end to end
 * within seconds, beside an empty list of the same length that is scrolled in the same page the same way.
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

const RIFFFS = 10_000;
const AT_ONCE = 500;
/** Every so many rifffs one answers another than the newest. */
const BRANCH_EVERY = 25;
const SCROLL_MS = 6000;
const FLICK_PX_PER_SEC = 4000;
/** A frame that took longer is one that is seen to be missing, in ms: two of 60 a second. */
const LATE_MS = 34;
const SIZES: Readonly<Record<string, BrowserContextOptions>> = {
  wide: { viewport: { width: 1440, height: 900 } },
  narrow: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

async function makeRoom(url: string): Promise<{ jamId: string; credential: string }> {
  const post = async (path: string, body: object, authorization = '') => {
    const headers = { 'content-type': 'application/json', authorization };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${url}/api${path}`, init);
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  const passwords = { password: 'Rings4Ever', confirmPassword: 'Rings4Ever' };
  const email = 'scroller@example.org';
  const made = await post('/signup', { username: 'scroller', email, ...passwords });
  const credential = `${made.token}:${made.password}`;
  const who = `Bearer ${credential}`;
  await post('/accounts/settings', { settings: { termsVersionAccepted: 1 } }, who);
  const { data } = await post('/jam', { name: 'Long night', access: 'public' }, who);
  const library = await (await fetch(`${url}/api/library/rifffs`)).json();
  for (const { rifff } of library.data.rifffs.slice(0, 8)) {
    const sent = { ...rifff, _id: newId(), parent: null };
    await post(`/jam/${data.id}/rifffs`, { rifff: sent }, who);
  }
  return { jamId: data.id, credential };
}

/** Repeats the first rifffs of the room until there are so many, a minute apart, in a line with branches. */
async function fillRoom(folder: string, jamId: string): Promise<void> {
  const database = await openDatabase(readSettings({ RONDO_DATA: folder }));
  const { queries } = database;
  const samples = await queries
    .selectFrom('rifffs')
    .selectAll()
    .where('jamId', '=', jamId)
    .execute();
  const loops = await queries
    .selectFrom('rifffLoops')
    .selectAll()
    .where('jamId', '=', jamId)
    .execute();
  const ids: string[] = [];
  const first = Date.now() - RIFFFS * 60_000;
  for (let from = 0; from < RIFFFS - samples.length; from += AT_ONCE) {
    await queries.transaction().execute(async (transaction) => {
      for (let at = from; at < Math.min(from + AT_ONCE, RIFFFS - samples.length); at++) {
        const sample = samples[at % samples.length]!;
        const created = first + at * 60_000;
        const id = newId(created);
        const parentId = (at % BRANCH_EVERY === 0 ? ids.at(-7) : ids.at(-1)) ?? null;
        const parent = parentId && { jamId, rifffId: parentId };
        const doc = JSON.stringify({ ...(sample.doc as object), _id: id, created, parent });
        const row = { ...sample, id, created, parentId, parentJamId: parentId && jamId, doc };
        await transaction.insertInto('rifffs').values(row).execute();
        const own = loops.filter(({ rifffId }) => rifffId === sample.id);
        for (const loop of own) {
          await transaction
            .insertInto('rifffLoops')
            .values({ ...loop, rifffId: id })
            .execute();
        }
        ids.push(id);
      }
    });
  }
  await queries.updateTable('jams').set({ rifffCount: RIFFFS }).where('id', '=', jamId).execute();
  await database.close();
}

interface Frames {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly late: number;
}

/** Scrolls back from the newest and notes the frames. @param isEmpty a list of the same size with nothing in it */
function scrollFrames(page: Page, way: 'flick' | 'sweep', isEmpty: boolean): Promise<Frames> {
  return page.evaluate(
    async ({ forMs, lateMs, pxPerSec, isBare }) => {
      const history = document.querySelector<HTMLElement>('section[aria-label="History"]')!;
      const inside = [...history.querySelectorAll<HTMLElement>('div')];
      const own = inside.find(
        (one) =>
          one.scrollWidth > one.clientWidth + 999 || one.scrollHeight > one.clientHeight + 999,
      );
      // In a narrow window the page itself scrolls.
      let list: HTMLElement = own ?? (document.scrollingElement as HTMLElement);
      const { scrollWidth, scrollHeight } = list;
      let bare: HTMLElement | null = null;
      if (isBare) {
        bare = document.createElement('div');
        bare.style.cssText = 'position:fixed;inset:auto 0 0;height:280px;overflow:auto;z-index:9';
        const sheet = document.createElement('div');
        sheet.style.cssText = `width:${scrollWidth}px;height:${scrollHeight}px`;
        bare.append(sheet);
        document.body.append(bare);
        list = bare;
      }
      const rangeX = list.scrollWidth - list.clientWidth;
      const rangeY = list.scrollHeight - list.clientHeight;
      const gaps: number[] = [];
      const startMs = performance.now();
      let last = startMs;
      while (last - startMs < forMs) {
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        gaps.push(now - last);
        last = now;
        const px =
          ((now - startMs) / 1000) * (pxPerSec ?? (1000 * Math.max(rangeX, rangeY)) / forMs);
        // The newest is to the right of the wide picture and on top of the upright one.
        list.scrollTo(rangeX - px, px);
      }
      bare?.remove();
      gaps.sort((a, b) => a - b);
      const at = (share: number) =>
        gaps[Math.min(gaps.length - 1, Math.floor(share * gaps.length))]!;
      return {
        p50Ms: at(0.5),
        p99Ms: at(0.99),
        late: gaps.filter((gap) => gap > lateMs).length / gaps.length,
      };
    },
    {
      forMs: SCROLL_MS,
      lateMs: LATE_MS,
      pxPerSec: way === 'flick' ? FLICK_PX_PER_SEC : null,
      isBare: isEmpty,
    },
  );
}

const tell = (name: string, { p50Ms, p99Ms, late }: Frames) =>
  console.log(
    `  ${name.padEnd(24)} frame p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, ${(100 * late).toFixed(1)} % over ${LATE_MS} ms`,
  );

const folder = await mkdtemp(join(tmpdir(), 'rondo-history-'));
let server = await startServer(folder);
const { jamId, credential } = await makeRoom(server.url);
server.process.kill();
await new Promise((resolve) => server.process.once('exit', resolve));
await fillRoom(folder, jamId);
server = await startServer(folder);
const browser = await chromium.launch({ executablePath: chromiumPath() });
/** Late frames beyond those of an empty list, in hundredths; being swept from end to end has no bar. */
const more: number[] = [];
try {
  for (const [size, options] of Object.entries(SIZES)) {
    const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
    await context.addInitScript((value) => {
      localStorage.setItem('rondo/credential', value);
    }, credential);
    const page = await context.newPage();
    const startMs = performance.now();
    await page.goto(`${server.url}/jams/${jamId}`);
    await page.getByText(/10[,. ]?000 rifffs since/).waitFor();
    const thereMs = performance.now() - startMs;
    await page.waitForFunction(
      () =>
        document.documentElement.scrollHeight > 99_999 ||
        [...document.querySelectorAll('section[aria-label="History"] div')].some(
          (one) => one.scrollWidth > 99_999,
        ),
    );
    const wholeMs = performance.now() - startMs;
    await page.waitForTimeout(2000);
    const elements = await page.evaluate(() => document.querySelectorAll('*').length);
    console.log(
      `${size}: history there after ${(thereMs / 1000).toFixed(2)} s, its whole tree after ${(wholeMs / 1000).toFixed(2)} s, ${elements} elements`,
    );
    for (const way of ['flick', 'sweep'] as const) {
      const empty = await scrollFrames(page, way, true);
      const full = await scrollFrames(page, way, false);
      tell(`${way}, an empty list`, empty);
      tell(`${way}, ten thousand`, full);
      if (way === 'flick') more.push(100 * (full.late - empty.late));
    }
    await context.close();
  }
  figure('historyLate', Math.max(...more));
} finally {
  await browser.close();
  server.process.kill();
  await rm(folder, { recursive: true, force: true });
}
