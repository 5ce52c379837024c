/**
 * `node bench/audio/export.ts`: how fast rifffs become files, and what memory a long export takes, in the real
 * Chromium from a production build.
 */
import { readFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright';
import { chromiumArgs, chromiumPath } from '../../tests/chromium.ts';
import { line, openPage, withBuiltPage } from './benchPage.ts';
import type {} from './page/main.ts';

const MINUTES = Number(process.env.BENCH_MINUTES) || 10;
/** An export of one minute has everything that a longer one needs; more than this beside it would be growth. */
const GROWTH_BAR_MB = 64;

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

const WHOLE = ['wav24', 'flac', 'ogg', 'stems', 'video'] as const;

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
    const name = `mix of eight stereo loops${hasEffects ? ', with effects' : ''}`;
    line(name, times(speed), '≥ 100 × real time', speed >= 100);
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

const launch = () => chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });

/** A browser of its own for each, so that none pays for what another left, in memory or in its files. */
async function memory(open: (browser: Browser) => Promise<Page>): Promise<void> {
  for (const what of WHOLE) {
    const browser = await launch();
    const page = await open(browser);
    const short = await peakMb(browser, page, 1, what);
    const growth = (await peakMb(browser, page, MINUTES, what)) - short;
    await browser.close();
    line(
      `memory of ${MINUTES} min as ${what} beyond 1 min`,
      `${growth.toFixed(0)} MB`,
      `≤ ${GROWTH_BAR_MB} MB`,
      growth <= GROWTH_BAR_MB,
    );
  }
}

await withBuiltPage({ folder: 'page' }, async (url) => {
  const open = (within: Browser) => openPage(within, url, 'soundBench');
  const browser = await launch();
  try {
    await speeds(await open(browser));
  } finally {
    await browser.close();
  }
  await memory(open);
});
