/**
 * `npm run bench:map`: what a map of ten thousand rifffs costs while one pans and zooms on it without an end, at 1440 × 900:
 * by WebGL (here by an emulated chip: script time carries over, frames do not), by our 2D canvas without a chip, and by
 * Pixi's own renderer for 2D canvases, which is asked for less.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { chromium } from 'playwright';
import { build, preview } from 'vite';
import { chromiumPath } from '../../tests/chromium.ts';
import type { FlightCost } from '../arcade/page/probe.ts';
import { figure } from '../figure.ts';

const WARM_UP_SEC = 4;
const SECONDS = Number(process.env.BENCH_SECONDS) || 16;
const PLAIN = ['--no-sandbox', '--no-first-run', '--enable-precise-memory-info'];
const EMULATED = ['--enable-unsafe-swiftshader', '--use-angle=swiftshader'];

async function main(): Promise<void> {
  const outDir = await mkdtemp(join(tmpdir(), 'rondo-bench-map-'));
  const root = join(import.meta.dirname, 'page');
  const shared = { root, configFile: false, logLevel: 'error' } as const;
  await build({
    ...shared,
    plugins: [react()],
    build: { outDir, emptyOutDir: true, target: 'esnext' },
  });
  const server = await preview({ ...shared, build: { outDir }, preview: { port: 0 } });
  const url = server.resolvedUrls!.local[0]!;
  const costs = new Map<string, FlightCost>();
  console.log('map              frames  draws  med ms   p95 ms   heap kB');
  try {
    for (const kind of ['webgl', 'canvas', 'pixi-canvas']) {
      const browser = await chromium.launch({
        executablePath: chromiumPath(),
        args: [...PLAIN, ...(kind === 'webgl' ? EMULATED : [])],
      });
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      page.on('pageerror', (error) => console.error(`  page: ${error.message}`));
      await page.goto(`${url}?kind=${kind}`);
      await page.waitForFunction(() => window.moving !== undefined);
      const cost = await page.evaluate(
        ([warmUp, seconds]) => window.moving!.measure(warmUp!, seconds!),
        [WARM_UP_SEC, kind === 'webgl' ? 4 * SECONDS : SECONDS],
      );
      costs.set(kind, cost);
      const { frames, draws, medianMs, p95Ms, heapKb } = cost;
      const shown = [frames.toFixed(1), draws, medianMs.toFixed(2), p95Ms.toFixed(2)];
      console.log(
        [
          kind.padEnd(14),
          ...[...shown, heapKb.toFixed(1)].map((one) => String(one).padStart(8)),
        ].join(' '),
      );
      await browser.close();
    }
    figure('mapFrames', costs.get('canvas')!.frames);
    figure('mapScript', costs.get('webgl')!.p95Ms);
  } finally {
    await server.close();
    await rm(outDir, { recursive: true, force: true });
  }
}

await main();
