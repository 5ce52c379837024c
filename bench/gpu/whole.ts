/**
 * `npm run bench:rings`: what a page whose rings turn takes from a machine without a graphics chip: frames shown, counted by
 * the browser's compositor, and processor time of everything that the browser runs, in cores. Production build, real
 * server, eight rings playing.
 *
 * `node bench/gpu/whole.ts [--page landing|editor|listen|rifff|feed] [--way auto|gl|canvas] [--narrow] [--flags compositor]`
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright';
import { build } from 'vite';
import { chromiumPath } from '../../tests/chromium.ts';
import { startServer } from '../server.ts';

const ROOT = join(import.meta.dirname, '../..');
const SETTLE_MS = 6000;
const MEASURED_SEC = 10;
const arg = (name: string) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : (process.argv[at + 1] ?? '');
};
const FLAGS: Record<string, string[]> = {
  swiftshader: [
    '--enable-unsafe-swiftshader',
    '--use-angle=swiftshader',
    '--disable-gpu-rasterization',
  ],
  plain: [],
  compositor: [
    '--disable-gpu-compositing',
    '--enable-unsafe-swiftshader',
    '--use-angle=swiftshader',
  ],
  none: ['--disable-gpu', '--disable-software-rasterizer'],
};

async function cpu(browser: Browser): Promise<Record<string, number>> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  const sums: Record<string, number> = {};
  for (const { type, cpuTime } of processInfo) sums[type] = (sums[type] ?? 0) + cpuTime;
  return sums;
}

async function shownFrames(session: CDPSession, sec: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const one of value as unknown as { name: string; ph: string }[]) {
      if (one.ph !== 'E') counts[one.name] = (counts[one.name] ?? 0) + 1;
    }
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['viz', 'disabled-by-default-viz.none'] },
  });
  await new Promise((done) => setTimeout(done, sec * 1000));
  const done = new Promise((ok) => session.once('Tracing.tracingComplete', ok));
  await session.send('Tracing.end');
  await done;
  return counts;
}

const PAGES: Record<string, (page: Page, url: string) => Promise<void>> = {
  async landing(page, url) {
    await page.goto(url);
    await page
      .getByRole('button', { name: /^Play / })
      .first()
      .click();
    await page
      .getByRole('button', { name: /^Pause / })
      .first()
      .waitFor();
  },
  async editor(page, url) {
    await page.goto(`${url}/jam`);
    await page
      .getByRole('button', { name: /Surprise me/ })
      .first()
      .click();
    await page.waitForTimeout(4000);
    const pause = page.getByRole('button', { name: /^Pause/ }).first();
    if (!(await pause.isVisible()))
      await page.getByRole('button', { name: /^Play/ }).first().click();
  },
  async listen(page, url) {
    await page.goto(`${url}/listen`);
    await page.getByRole('button', { name: /^Play/ }).first().click();
  },
  async feed(page, url) {
    await page.goto(`${url}/feed`);
    await page.waitForTimeout(2000);
  },
};

async function main(): Promise<void> {
  const which = arg('page') ?? 'landing';
  const isNarrow = process.argv.includes('--narrow');
  if (!process.argv.includes('--built')) await build({ root: ROOT, logLevel: 'error' });
  const data = await mkdtemp(join(tmpdir(), 'rondo-bench-whole-'));
  const server = await startServer(data);
  try {
    for (const flags of (arg('flags') ?? 'swiftshader').split(',')) {
      const browser = await chromium.launch({
        executablePath: chromiumPath(),
        args: [
          '--no-sandbox',
          '--no-first-run',
          '--disable-background-networking',
          ...FLAGS[flags]!,
        ],
      });
      try {
        const page = await browser.newPage(
          isNarrow
            ? {
                viewport: { width: 390, height: 844 },
                deviceScaleFactor: 2,
                hasTouch: true,
                isMobile: true,
              }
            : { viewport: { width: 1440, height: 900 } },
        );
        page.on('pageerror', (error) => console.error(`page: ${error.message}`));
        const way = arg('way');
        if (way) await page.addInitScript((w) => localStorage.setItem('rondo-rings', w!), way);
        await PAGES[which]!(page, server.url);
        await page.waitForTimeout(SETTLE_MS);
        const before = await cpu(browser);
        await page.waitForTimeout(MEASURED_SEC * 1000);
        const after = await cpu(browser);
        const session = await browser.newBrowserCDPSession();
        const counts = await shownFrames(session, 4);
        const parts = Object.keys(after).map(
          (type) =>
            `${type} ${(((after[type] ?? 0) - (before[type] ?? 0)) / MEASURED_SEC).toFixed(2)}`,
        );
        const all = Object.keys(after).reduce(
          (sum, type) => sum + (after[type]! - (before[type] ?? 0)),
          0,
        );
        const names = Object.entries(counts).filter(([name]) => /Draw|Swap/.test(name));
        console.log(
          `${which} ${flags}: ${(all / MEASURED_SEC).toFixed(2)} cores (${parts.join(', ')}); ` +
            names.map(([name, n]) => `${name} ${(n / 4).toFixed(1)}/s`).join(', '),
        );
        if (arg('shot')) await page.screenshot({ path: arg('shot') });
      } finally {
        await browser.close();
      }
    }
  } finally {
    server.process.kill();
    await rm(data, { recursive: true, force: true });
  }
}

await main();
