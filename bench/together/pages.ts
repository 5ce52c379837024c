import { type Browser, chromium, type Page } from 'playwright';
import type { RoomTransport } from '../../src/data/contract/live.ts';
import { chromiumArgs, chromiumPath } from '../../tests/chromium.ts';
import { withBuiltPage } from '../audio/benchPage.ts';
import type { Heard } from './page/main.ts';

const RATE_PER_MS = 48;
/** The second page comes so long after the first. */
const LATE_MS = 3000;
/** A page is in phase once it is so close to the room. */
const IN_PHASE_MS = 15;

/** How the two pages fared. */
export interface PagesFigures {
  /** Ms between what the two play, ten times a second, once both were in phase. */
  readonly apartMs: readonly number[];
  /** From entering to being in phase, for each page. */
  readonly entryMs: readonly number[];
  /** Of both pages together. */
  readonly splices: number;
  readonly minutes: number;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
/** The clock of the room: this process's own. */
const roomNow = () => performance.now();

/** A context of its own whose clock goes faster or slower than it should, for everything that runs in it. */
async function openSkewed(browser: Browser, url: string, skew: number): Promise<Page> {
  const context = await browser.newContext();
  await context.exposeFunction('roomNow', roomNow);
  await context.addInitScript((by: number) => {
    const now = performance.now.bind(performance);
    performance.now = () => now() * (1 + by);
    const stamp = AudioContext.prototype.getOutputTimestamp;
    AudioContext.prototype.getOutputTimestamp = function () {
      const { contextTime = 0, performanceTime = 0 } = stamp.call(this);
      return { contextTime, performanceTime: performanceTime * (1 + by) };
    };
    window.benchClock = { skew: by, trueNow: now };
  }, skew);
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`page: ${error.message}`));
  await page.goto(url);
  await page.waitForFunction(() => window.togetherBench !== undefined);
  return page;
}

interface Followed {
  readonly beganMs: number;
  readonly behindMs: number;
  readonly samples: readonly Heard[];
}

/** The room's time at which the first bar of what a sample heard would have been. */
const originMs = ({ heardMs, heardFrame, originFrame }: Heard, behindMs: number) =>
  originFrame === null ? Number.NaN : behindMs + heardMs + (originFrame - heardFrame) / RATE_PER_MS;

/**
 * Two real pages in contexts of their own follow a room for so long, each behind a line of 100 ms there and back with
 * 20 ms of jitter, the clock of one 100 ppm too fast and that of the other 100 ppm too slow. No sound is recorded: what
 * counts is which frame the browser says leaves the loudspeaker.
 */
export async function measurePages(seconds: number): Promise<PagesFigures> {
  let figures: PagesFigures | undefined;
  await withBuiltPage({ folder: '../together/page' }, async (url) => {
    const browser = await chromium.launch({
      executablePath: chromiumPath(),
      args: [...chromiumArgs, '--autoplay-policy=no-user-gesture-required'],
    });
    try {
      const pages = [await openSkewed(browser, url, 1e-4), await openSkewed(browser, url, -1e-4)];
      const transport: RoomTransport = {
        mode: 'together',
        host: null,
        rifffId: 'bench'.padEnd(32, '0'),
        isPlaying: true,
        atMs: roomNow() - 12_345,
        phaseSec: 1.25,
        version: 1,
      };
      const followed: Followed[] = [];
      for (const [at, page] of pages.entries()) {
        if (at > 0) await pause(LATE_MS);
        const behindMs = await page.evaluate(() => window.togetherBench!.behindMs());
        const order = { transport, seed: at + 1, oneWayMs: 40, jitterMs: 20 };
        const { beganMs } = await page.evaluate(
          (given) => window.togetherBench!.follow(given),
          order,
        );
        followed.push({ beganMs, behindMs, samples: [] });
      }
      await pause(seconds * 1000);
      for (const [at, page] of pages.entries()) {
        const samples = await page.evaluate(() => window.togetherBench!.samples());
        followed[at] = { ...followed[at]!, samples };
      }
      figures = figuresOf(followed, transport.atMs - transport.phaseSec * 1000);
    } finally {
      await browser.close();
    }
  });
  return figures!;
}

function figuresOf(followed: readonly Followed[], roomOriginMs: number): PagesFigures {
  const entryMs = followed.map(({ samples, behindMs, beganMs }) => {
    const first = samples.find(
      (one) => Math.abs(originMs(one, behindMs) - roomOriginMs) < IN_PHASE_MS,
    );
    return (first?.atMs ?? Number.POSITIVE_INFINITY) - beganMs;
  });
  const splices = followed
    .map(({ samples }) => {
      const origins = samples.flatMap(({ originFrame }) => originFrame ?? []);
      return origins.filter((frame, at) => at > 0 && frame !== origins[at - 1]).length;
    })
    .reduce((sum, count) => sum + count, 0);
  const [one, other] = followed as [Followed, Followed];
  const bothInMs = Math.max(
    ...followed.map(({ beganMs, behindMs }, at) => beganMs + behindMs + entryMs[at]!),
  );
  const apartMs: number[] = [];
  let at = 0;
  for (const sample of other.samples.filter((_, index) => index % 5 === 0)) {
    const roomMs = sample.atMs + other.behindMs;
    if (roomMs < bothInMs) continue;
    while (at + 1 < one.samples.length && one.samples[at + 1]!.atMs + one.behindMs <= roomMs) {
      at += 1;
    }
    const off = originMs(sample, other.behindMs) - originMs(one.samples[at]!, one.behindMs);
    if (Number.isFinite(off)) apartMs.push(Math.abs(off));
  }
  const lastMs = other.samples.at(-1)?.atMs ?? other.beganMs;
  return { apartMs, entryMs, splices, minutes: (2 * (lastMs - other.beganMs)) / 60_000 };
}
