import { afterEach, expect } from 'vitest';
import { gesture } from '../../../tests/audio/gesture.ts';
import { impulse, makeLoop, makeRifff } from '../../../tests/audio/loops.ts';
import { inRealTime } from '../../../tests/support/realTime.ts';
import { percentile } from '../../../tests/together/line.ts';
import { openListeningPage } from '../../../tests/together/listeningPage.ts';
import type { RoomTransport } from '../../data/contract/live.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import type { RoomFollowing } from './InStep.ts';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
type Page = Awaited<ReturnType<typeof openListeningPage>>;

const opened: { page: Page; following?: RoomFollowing }[] = [];
afterEach(async () => {
  for (const { page, following } of opened.splice(0)) {
    following?.dispose();
    page.tap.release();
    await page.close();
  }
});

/** The clock of the room goes faster than this page's by 100 ppm. */
const roomNow = () => 5e6 + performance.now() * (1 + 100e-6);

/** A page that follows the room through a line of its own: 100 ms there and back, 20 ms jitter, a burst now and then. */
async function listen(rifff: Rifff, transport: RoomTransport): Promise<Page> {
  const page = await openListeningPage();
  const entry: (typeof opened)[number] = { page };
  opened.push(entry);
  await gesture(page.scope);
  await page.engine.unlock();
  const way = () => 50 + 20 * Math.random() + (Math.random() < 0.1 ? 150 * Math.random() : 0);
  entry.following = await page.engine.followRoom({
    async probe() {
      await wait(way());
      const atMs = roomNow();
      await wait(way());
      return { atMs };
    },
    rifff: async () => rifff,
  });
  entry.following.setTransport(transport);
  await expect.poll(() => page.engine.inStep.place()?.playing?.rifffId).toBe(rifff._id);
  return page;
}

interface Stamp {
  readonly frame: number;
  readonly ms: number;
}

/** The frame of a page that leaves its loudspeaker now, by this page's time. */
function stampOf({ engine, scope }: Page): Stamp {
  const { heard } = engine.inStep.place()!;
  // Not by `timeOrigin`: of a frame that is written into it tells another moment.
  return {
    frame: heard.frame,
    ms: heard.performanceMs + performance.now() - scope.performance.now(),
  };
}

/** Time at which a frame left the loudspeaker: a busy machine drops frames, so only stamps from near it say when. */
function timeOf(stamps: readonly Stamp[], frame: number): number {
  const far = (stamp: Stamp) => Math.abs(stamp.frame - frame);
  const near = stamps.reduce((best, stamp) => (far(stamp) < far(best) ? stamp : best));
  return near.ms + (frame - near.frame) / 48;
}

/** Ms by which what one page plays is ahead of another, by the grids that they say they play on. */
function apartMs(one: Page, other: Page): number {
  const [a, b] = [one, other].map((page) =>
    timeOf([stampOf(page)], page.engine.inStep.place()!.playing!.originFrame),
  );
  return b! - a!;
}

inRealTime('two pages behind bad lines sound the same beat at the same time', async () => {
  const rifff = makeRifff([makeLoop({ sound: impulse(0.9), length16ths: 8 })]);
  const transport: RoomTransport = {
    mode: 'together',
    host: null,
    rifffId: rifff._id,
    isPlaying: true,
    atMs: roomNow() - 12_345,
    phaseSec: 1.25,
    version: 1,
  };
  const first = await listen(rifff, transport);
  await wait(2000);
  const late = await listen(rifff, transport);
  await wait(3000);
  const pages = [first, late];
  await Promise.all(pages.map((page) => page.tap.start(6)));
  const said: number[] = [];
  const stamps: Stamp[][] = pages.map(() => []);
  for (let i = 0; i < 50; i++) {
    await wait(100);
    said.push(Math.abs(apartMs(first, late)));
    for (const [n, page] of pages.entries()) stamps[n]!.push(stampOf(page));
  }
  const [a, b] = await Promise.all(
    pages.map(async (page, n) => {
      const { wave, firstFrame } = await page.tap.stop();
      return [...wave.keys()]
        .filter((at) => wave[at]! > 0.3 && wave[at]! >= (wave[at - 1] ?? 0))
        .map((at) => timeOf(stamps[n]!, firstFrame + at));
    }),
  );
  const beats = a!.filter((ms) => ms > b![0]! - 200 && ms < b!.at(-1)! + 200);
  const heard = beats.map((ms) => Math.min(...b!.map((other) => Math.abs(other - ms))));
  const tell = (all: number[]) =>
    [0.5, 0.95, 1].map((x) => percentile(all, x).toFixed(1)).join(', ');
  console.info(`two pages apart (p50, p95, worst) in ms: by their grids ${tell(said)}`);
  console.info(`  by what left their loudspeakers, ${heard.length} beats: ${tell(heard)}`);
  expect(heard.length).toBeGreaterThan(2);
  // Pages that are not in step are up to half of what lies between two sounds apart, 500 ms; one that is further off than
  // 100 ms enters anew. How near they come is measured where nothing else is done meanwhile: `npm run bench:together`.
  expect(percentile(said, 0.5)).toBeLessThanOrEqual(50);
  expect(percentile(heard, 0.5)).toBeLessThanOrEqual(100);
});
