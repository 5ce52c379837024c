/**
 * `npm run bench:surface`: what a room costs those who make something in it. A touch of a ring until its change is heard
 * and seen, from a room that was only opened; an answer that is committed, from its acknowledgement until two others are
 * told and hear it. Production build on the real server, real pages. `-- --built` takes the build that is there. What a
 * frame of a room costs is measured with the other pages, by `npm run bench:rings -- --page room`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { build } from 'vite';
import { chromiumArgs, chromiumPath } from '../../tests/chromium.ts';
import { percentile } from '../../tests/together/line.ts';
import { figure, line } from '../figure.ts';
import { startServer } from '../server.ts';
import { type BenchRoom, fillRoom, type Member } from './room.ts';
import { type Watch, watchSurface } from './watch.ts';

const ROOT = join(import.meta.dirname, '../..');
const WIDE = { viewport: { width: 1440, height: 900 } };
const TOUCHES = Number(process.env.BENCH_REPEATS) || 9;
const COMMITS = Number(process.env.BENCH_COMMITS) || 40;
/** A page that was opened has its loops by then. */
const SETTLE_MS = 4000;
/** What an answer needs from being told until it could sound, before it waits for its bar. */
const READY_MS = 150;
/** Longer than this no change is waited for. */
const PATIENCE_MS = 10_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The page of a member in the room, in a context of its own. */
async function enter(browser: Browser, { url, id }: BenchRoom, who: Member): Promise<Page> {
  const context = await browser.newContext(WIDE);
  await context.addInitScript(
    (credential) => localStorage.setItem('rondo/credential', credential),
    who.credential,
  );
  await context.addInitScript(watchSurface);
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`page: ${error.message}`));
  await page.goto(`${url}/jams/${id}`);
  await page.locator('[data-drop="rings"]').waitFor();
  return page;
}

const watchOf = (page: Page): Promise<Watch> => page.evaluate(() => window.surface);

/** A finger that taps the outermost ring, which is muted. */
async function touchRing(page: Page): Promise<void> {
  const box = (await page.locator('[data-drop="rings"]').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height * 0.2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.up();
}

interface Touched {
  heardMs: number;
  seenMs: number;
  touches: number;
}

/** Touches a ring of a room that was only opened; where that is not heard, presses play as well. */
async function touchOnce(browser: Browser, room: BenchRoom): Promise<Touched> {
  const page = await enter(browser, room, room.members[0]!);
  try {
    await pause(SETTLE_MS);
    await touchRing(page);
    const isThere = () =>
      page
        .waitForFunction(() => window.surface.heardMs > 0 && window.surface.seenMs > 0, null, {
          timeout: PATIENCE_MS,
        })
        .then(
          () => true,
          () => false,
        );
    let touches = 1;
    if (!(await isThere())) {
      touches += 1;
      await page.getByRole('button', { name: /^Play/ }).first().click();
      await isThere();
    }
    const { touchedMs, heardMs, seenMs } = await watchOf(page);
    const since = (ms: number) => (ms > 0 ? ms - touchedMs : Number.POSITIVE_INFINITY);
    return { heardMs: since(heardMs), seenMs: since(seenMs), touches };
  } finally {
    await page.context().close();
  }
}

/** From a room that was opened to one's own change, several times, each in a context of its own. */
async function measureTouches(browser: Browser, room: BenchRoom): Promise<void> {
  const all: Touched[] = [];
  for (let at = 0; at < TOUCHES; at++) all.push(await touchOnce(browser, room));
  const of = (what: keyof Touched) => all.map((one) => one[what]);
  figure('ownTouches', Math.max(...of('touches')));
  figure('ownHeard', percentile(of('heardMs'), 0.5));
  line('  slowest', `${Math.max(...of('heardMs')).toFixed(0)} ms`);
  figure('ownSeen', percentile(of('seenMs'), 0.5));
  line('  slowest', `${Math.max(...of('seenMs')).toFixed(0)} ms`);
}

/** How long a bar of what the room plays lasts. */
async function barMs({ url, id, members }: BenchRoom): Promise<number> {
  const answer = await fetch(`${url}/api/jam/${id}/rifffs`, {
    headers: { authorization: `Bearer ${members[0]!.credential}` },
  });
  const { data } = (await answer.json()) as {
    data: { rifffs: { state: { bps: number; barLength: number } }[] };
  };
  const { bps, barLength } = data.rifffs[0]!.state;
  return (1000 * barLength) / 4 / bps;
}

async function play(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
}

/** Answers that are committed in the room while two others listen to it. */
async function measureAnswers(browser: Browser, room: BenchRoom): Promise<void> {
  const [maker, ...others] = await Promise.all(
    room.members.map((member) => enter(browser, room, member)),
  );
  if (!maker) return;
  for (const page of [maker, ...others]) await play(page);
  await maker.getByRole('button', { name: 'Slots', exact: true }).click();
  const mute = maker.getByRole('button', { name: /^Mute / }).first();
  const moves: string[] = [];
  maker.on('framenavigated', (frame) => {
    if (frame === maker.mainFrame()) moves.push(frame.url());
  });
  const bar = await barMs(room);
  const [told, waits]: [number[], number[]] = [[], []];
  for (let at = 0; at < COMMITS; at++) {
    const title = `Nº ${room.rifffs.length + at + 1}`;
    await mute.click();
    await maker.locator('[data-commit="draft"]').click();
    const shown = { state: 'visible', timeout: PATIENCE_MS } as const;
    for (const page of others) {
      await page.getByRole('heading', { name: title, exact: true }).waitFor(shown);
    }
    await maker.getByRole('heading', { name: title, exact: true }).waitFor(shown);
    const { acknowledgedMs, toldMs: known } = await watchOf(maker);
    const [rifffId] = Object.entries(known).sort(([, a], [, b]) => b - a)[0]!;
    for (const page of others) {
      const { toldMs, shownMs } = await watchOf(page);
      told.push(toldMs[rifffId]! - acknowledgedMs.at(-1)!);
      waits.push(shownMs[title]! - toldMs[rifffId]!);
    }
  }
  figure('answerMoves', moves.length);
  figure('answerTold', percentile(told, 0.99));
  line('  p50', `${percentile(told, 0.5).toFixed(1)} ms (${told.length})`);
  const passed = waits.map((ms) => Math.max(0, Math.ceil((ms - READY_MS) / bar) - 1));
  figure('answerBars', Math.max(...passed));
  line('  from being told to being heard, p50', `${percentile(waits, 0.5).toFixed(0)} ms`);
  line('  slowest', `${Math.max(...waits).toFixed(0)} ms`, `a bar lasts ${bar.toFixed(0)} ms`);
  for (const page of [maker, ...others]) await page.context().close();
}

async function main(): Promise<void> {
  if (!process.argv.includes('--built')) await build({ root: ROOT, logLevel: 'error' });
  console.log(`${availableParallelism()} cores, shared by the server and all pages`);
  const data = await mkdtemp(join(tmpdir(), 'rondo-bench-surface-'));
  const server = await startServer(data);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
  try {
    const some = { people: 3, rifffs: 4, messages: 12, loops: 4 };
    await measureTouches(browser, await fillRoom(server.url, some));
    await measureAnswers(browser, await fillRoom(server.url, some));
  } finally {
    await browser.close();
    server.process.kill();
    await rm(data, { recursive: true, force: true });
  }
}

await main();
