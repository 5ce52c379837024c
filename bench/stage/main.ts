/**
 * `npm run bench:stage`: what a frame of each look of the stage costs the page, with 23 earlier rifffs behind it, beside
 * one rifff as every page draws it, in the same run.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { type Browser, chromium } from 'playwright';
import { build, preview } from 'vite';
import { STAGE_LOOKS } from '../../src/data/contract/stageLooks.ts';
import { chromiumArgs, chromiumPath } from '../../tests/chromium.ts';

const WARM_UP = 60;
const FRAMES = Number(process.env.BENCH_FRAMES) || 120;
const VIEWPORT = { width: 720, height: 450 };
/** A stage draws in one call, and in twice the time of a plain rifff at most. */
const BARS = { draws: 3, times: 2, heapKb: 20 };

async function measure(browser: Browser, url: string, search: string) {
  const page = await browser.newPage({ viewport: VIEWPORT });
  page.on('pageerror', (error) => console.error(`page: ${error.message}`));
  await page.goto(`${url}?kind=rings&count=1&${search}`);
  await page.waitForFunction(() => window.bench?.ready);
  const costs = await page.evaluate(
    ([warmUp, frames]) => window.bench!.measure(warmUp!, frames!),
    [WARM_UP, FRAMES],
  );
  await page.close();
  const times = costs.map(({ scriptMs }) => scriptMs).sort((a, b) => a - b);
  return {
    draws: Math.max(...costs.map(({ draws }) => draws)),
    median: times[Math.floor(times.length / 2)]!,
    p95: times[Math.floor(times.length * 0.95)]!,
    heapKb: costs.reduce((sum, { heapBytes }) => sum + heapBytes, 0) / costs.length / 1024,
  };
}

const verdict = (isHit: boolean) => (isHit ? 'hit' : 'MISSED');

async function main(): Promise<void> {
  const outDir = await mkdtemp(join(tmpdir(), 'rondo-bench-stage-'));
  const root = join(import.meta.dirname, '../gpu/page');
  const shared = { root, configFile: false, logLevel: 'error' } as const;
  await build({ ...shared, plugins: [react()], build: { outDir, emptyOutDir: true } });
  const server = await preview({ ...shared, build: { outDir }, preview: { port: 0 } });
  const url = server.resolvedUrls!.local[0]!;
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [...chromiumArgs, '--enable-precise-memory-info', '--js-flags=--expose-gc'],
  });
  console.log(
    `A frame at ${VIEWPORT.width} × ${VIEWPORT.height}, ${FRAMES} frames each. Bars: draws ≤ ${BARS.draws}, ` +
      `median ≤ ${BARS.times} × the plain rifff, heap < ${BARS.heapKb} kB.\n`,
  );
  console.log('picture         draws  med ms   p95 ms   heap kB');
  try {
    const plain = await measure(browser, url, '');
    const show = (name: string, cost: typeof plain, more = '') =>
      console.log(
        `${name.padEnd(15)} ${String(cost.draws).padStart(5)} ${cost.median.toFixed(2).padStart(7)} ` +
          `${cost.p95.toFixed(2).padStart(8)} ${cost.heapKb.toFixed(1).padStart(9)}${more}`,
      );
    show('plain rifff', plain);
    for (const look of STAGE_LOOKS) {
      const cost = await measure(browser, url, `look=${look}`);
      const isFast = cost.median <= BARS.times * plain.median;
      const isSmall = cost.heapKb < BARS.heapKb;
      show(
        `stage, ${look}`,
        cost,
        `  draws ${verdict(cost.draws <= BARS.draws)}, median ${verdict(isFast)}, heap ${verdict(isSmall)}`,
      );
    }
  } finally {
    await browser.close();
    await server.close();
    await rm(outDir, { recursive: true, force: true });
  }
}

await main();
