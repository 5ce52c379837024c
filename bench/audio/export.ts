/**
 * `node bench/audio/export.ts`: how fast rifffs become files, and what memory a long export takes, in the real
 * Chromium from a production build.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { chromiumArgs, chromiumPath } from '../../tests/chromium.ts';
import type { BarId } from '../bars.ts';
import { figure, line } from '../figure.ts';
import { openPage, withBuiltPage } from './benchPage.ts';
import type {} from './page/main.ts';

const MINUTES = Number(process.env.BENCH_MINUTES) || 10;
/** When the browser collects differs from run to run: the middle one of so many is told. */
const MEMORY_REPEATS = 3;

const times = (x: number) => `${x.toFixed(0)} × real time`;

/** Resident memory of the browser's renderers in MB (Linux). */
async function residentMb(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => {
      const status = readFileSync(`/proc/${id}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
    });
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** An export of one minute has everything that a longer one needs; what comes beside it is growth. */
const GROWTH = {
  wav24: 'growthWav',
  flac: 'growthFlac',
  ogg: 'growthOgg',
  stems: 'growthStems',
  video: 'growthVideo',
} as const satisfies Record<string, BarId>;
const WHOLE = Object.keys(GROWTH) as (keyof typeof GROWTH)[];

/** The largest that memory was while an export of so many minutes was made into a file. */
async function peakMb(
  browser: Browser,
  page: Page,
  minutes: number,
  what: (typeof WHOLE)[number],
): Promise<number> {
  let peak = 0;
  let isOver = false;
  const run = page
    .evaluate(([length, kind]) => window.soundBench!.exportWhole(length, kind), [
      minutes,
      what,
    ] as const)
    .finally(() => {
      isOver = true;
    });
  while (!isOver) {
    peak = Math.max(peak, await residentMb(browser));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await run;
  return peak;
}

async function speeds(page: Page): Promise<void> {
  for (const hasEffects of [false, true]) {
    const speed = await page.evaluate(
      ([minutes, effects]) => window.soundBench!.mixSpeed(minutes, effects),
      [MINUTES, hasEffects] as const,
    );
    figure(hasEffects ? 'mixEffects' : 'mix', speed);
    for (const format of ['wav24', 'flac', 'ogg'] as const) {
      const { speed: whole, bytes } = await page.evaluate(
        ([kind, effects]) => window.soundBench!.fileSpeed(4, kind, effects),
        [format, hasEffects] as const,
      );
      line(`  limited all the time, written as ${format}`, times(whole));
      if (!hasEffects)
        line(`  bytes of a minute as ${format}`, `${(bytes / 4 / 1e6).toFixed(1)} MB`);
    }
  }
}

/**
 * What a long export takes beyond a short one, in a browser of its own, so that none pays for what another left. Its
 * profile is on the disk: a window without one keeps files in memory, with as much room as it happens to draw.
 */
async function growthMb(url: string, what: (typeof WHOLE)[number]): Promise<number> {
  const profile = await mkdtemp(join(tmpdir(), 'rondo-bench-profile-'));
  const options = { executablePath: chromiumPath(), args: chromiumArgs };
  const context = await chromium.launchPersistentContext(profile, options);
  try {
    const browser = context.browser()!;
    const page = await openPage(context, url, 'soundBench');
    const short = await peakMb(browser, page, 1, what);
    return (await peakMb(browser, page, MINUTES, what)) - short;
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

async function memory(url: string): Promise<void> {
  for (const what of WHOLE) {
    const growths: number[] = [];
    for (let i = 0; i < MEMORY_REPEATS; i++) growths.push(await growthMb(url, what));
    const growth = growths.sort((a, b) => a - b)[Math.floor(MEMORY_REPEATS / 2)]!;
    figure(GROWTH[what], growth);
  }
}

await withBuiltPage({ folder: 'page' }, async (url) => {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
  try {
    await speeds(await openPage(browser, url, 'soundBench'));
  } finally {
    await browser.close();
  }
  await memory(url);
});
