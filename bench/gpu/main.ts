/**
 * `npm run bench:gpu`: what a frame of the ring scene costs the page, beside one mesh per ring, in the same
 * run. Frames per second are left out: they measure the graphics card, and here there may be none.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { type Browser, chromium } from 'playwright';
import { build, preview } from 'vite';
import { chromiumArgs, chromiumPath } from '../../tests/chromium.ts';
import type { FrameCost } from './page/probe.ts';

const COUNTS = [1, 8, 100, 500] as const;
/** Frames after which what is called often has been compiled: before that numbers are boxed. */
const WARM_UP = 60;
const FRAMES = Number(process.env.BENCH_FRAMES) || 120;
/** Small, because a machine without a GPU draws it by hand and script time does not depend on it. */
const VIEWPORT = { width: 720, height: 450 };
const BARS = { scriptMedianMs: 2, scriptP95Ms: 4, heapKb: 20, draws: 3 };
/** One rifff of eight rings on a whole window: what a machine without a graphics chip has to fill. */
const PICTURE = { viewport: { width: 1440, height: 900 }, sizePx: 800, warmUp: 5, pictures: 40 };
/** What it took on two idle cores when each pixel went through all rings (docs/decisions/rings-as-geometry.md). */
const PER_PIXEL_MS = 500;

interface Summary {
  draws: number;
  median: number;
  p95: number;
  heapKb: number;
}

function summarise(costs: FrameCost[]): Summary {
  const times = costs.map((cost) => cost.scriptMs).sort((a, b) => a - b);
  const heap = costs.map((cost) => cost.heapBytes).reduce((sum, one) => sum + one, 0);
  return {
    draws: Math.max(...costs.map((cost) => cost.draws)),
    median: times[Math.floor(times.length / 2)]!,
    p95: times[Math.floor(times.length * 0.95)]!,
    heapKb: heap / costs.length / 1024,
  };
}

async function measure(browser: Browser, url: string, kind: string, count: number) {
  const page = await browser.newPage({ viewport: VIEWPORT });
  page.on('pageerror', (error) => console.error(`page: ${error.message}`));
  await page.goto(`${url}?kind=${kind}&count=${count}`);
  await page.waitForFunction(() => window.bench?.ready);
  const costs = await page.evaluate(
    ([warmUp, frames]) => window.bench!.measure(warmUp!, frames!),
    [WARM_UP, FRAMES],
  );
  await page.close();
  return summarise(costs);
}

/** Least and median time of one picture in milliseconds, from the script to its last pixel: others use the cores too. */
async function measurePicture(browser: Browser, url: string) {
  const page = await browser.newPage({ viewport: PICTURE.viewport });
  page.on('pageerror', (error) => console.error(`page: ${error.message}`));
  await page.goto(`${url}?kind=rings&count=1&size=${PICTURE.sizePx}`);
  await page.waitForFunction(() => window.bench?.ready && document.querySelector('canvas'));
  await page.waitForTimeout(1000);
  const times = await page.evaluate(
    ([warmUp, count]) => {
      window.bench!.pictures(warmUp!);
      return window.bench!.pictures(count!);
    },
    [PICTURE.warmUp, PICTURE.pictures],
  );
  await page.close();
  times.sort((a, b) => a - b);
  return { least: times[0]!, median: times[Math.floor(times.length / 2)]! };
}

const verdict = (isHit: boolean) => (isHit ? 'hit' : 'MISSED');

function print(kind: string, count: number, cost: Summary): void {
  const figures = [
    kind.padEnd(14),
    String(count).padStart(6),
    String(cost.draws).padStart(6),
    cost.median.toFixed(2).padStart(8),
    cost.p95.toFixed(2).padStart(8),
    cost.heapKb.toFixed(1).padStart(9),
  ];
  const bars =
    kind === 'rings'
      ? `  draws ${verdict(cost.draws <= BARS.draws)}, median ${verdict(
          cost.median <= BARS.scriptMedianMs,
        )}, p95 ${verdict(cost.p95 <= BARS.scriptP95Ms)}, heap ${verdict(
          cost.heapKb < BARS.heapKb,
        )}`
      : '';
  console.log(figures.join(' ') + bars);
}

async function main(): Promise<void> {
  const outDir = await mkdtemp(join(tmpdir(), 'rondo-bench-gpu-'));
  const root = join(import.meta.dirname, 'page');
  const shared = { root, configFile: false, logLevel: 'error' } as const;
  await build({ ...shared, plugins: [react()], build: { outDir, emptyOutDir: true } });
  const server = await preview({ ...shared, build: { outDir }, preview: { port: 0 } });
  const url = server.resolvedUrls!.local[0]!;
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [...chromiumArgs, '--enable-precise-memory-info', '--js-flags=--expose-gc'],
  });
  console.log(
    `A frame of rifffs of eight loops at ${VIEWPORT.width} × ${VIEWPORT.height}, ${FRAMES} frames each.`,
  );
  console.log(
    `Bars: draws ≤ ${BARS.draws}, script ≤ ${BARS.scriptMedianMs} ms median and ≤ ${BARS.scriptP95Ms} ms p95, heap < ${BARS.heapKb} kB.\n`,
  );
  console.log('scene          rifffs  draws  med ms   p95 ms   heap kB');
  try {
    for (const count of COUNTS) {
      print('rings', count, await measure(browser, url, 'rings', count));
      print('mesh per ring', count, await measure(browser, url, 'naive', count));
    }
    const { least, median } = await measurePicture(browser, url);
    const bar = PER_PIXEL_MS / 6;
    console.log(
      `\nOne picture of eight rings, radius ${PICTURE.sizePx / 2}, to its last pixel: ${least.toFixed(1)} ms at least, ` +
        `${median.toFixed(1)} ms median; ≤ ${bar.toFixed(0)} ms  ${verdict(least <= bar)}`,
    );
  } finally {
    await browser.close();
    await server.close();
    await rm(outDir, { recursive: true, force: true });
  }
}

await main();
