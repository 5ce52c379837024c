/** The page of `page/` in a browser of its own, and what its frames cost. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { type Browser, chromium, type Page } from 'playwright';
import { build, preview } from 'vite';
import { chromiumArgs, chromiumPath } from '../../tests/chromium.ts';

/** Frames after which what is called often has been compiled: before that numbers are boxed. */
const WARM_UP = 160;
export const FRAMES = Number(process.env.BENCH_FRAMES) || 120;
/** Small, because a machine without a GPU draws it by hand and script time does not depend on it. */
export const VIEWPORT = { width: 720, height: 450 };

/** Draw calls at most; script time in milliseconds, median and 95th percentile; heap a frame in kB, mean. */
export interface FrameSummary {
  readonly draws: number;
  readonly median: number;
  readonly p95: number;
  readonly heapKb: number;
}

/** @param search what the page shows, as its address says it; its errors are printed */
export async function openPage(
  { browser, url }: FrameBench,
  search: string,
  viewport = VIEWPORT,
): Promise<Page> {
  const page = await browser.newPage({ viewport });
  page.on('pageerror', (error) => console.error(`page: ${error.message}`));
  await page.goto(`${url}?${search}`);
  await page.waitForFunction(() => window.bench?.ready);
  return page;
}

/** What `FRAMES` frames of the page cost. @param search as for `openPage` */
export async function measureFrames(bench: FrameBench, search: string): Promise<FrameSummary> {
  const page = await openPage(bench, search);
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

/** Where the built page is served, and a browser that counts its heap. */
export interface FrameBench {
  readonly url: string;
  readonly browser: Browser;
}

/** Builds and serves the page, has `use` measure it, and closes everything behind it. */
export async function withFrameBench(use: (bench: FrameBench) => Promise<void>): Promise<void> {
  const outDir = await mkdtemp(join(tmpdir(), 'rondo-bench-frames-'));
  const root = join(import.meta.dirname, 'page');
  const shared = { root, configFile: false, logLevel: 'error' } as const;
  await build({ ...shared, plugins: [react()], build: { outDir, emptyOutDir: true } });
  const server = await preview({ ...shared, build: { outDir }, preview: { port: 0 } });
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [...chromiumArgs, '--enable-precise-memory-info', '--js-flags=--expose-gc'],
  });
  try {
    await use({ url: server.resolvedUrls!.local[0]!, browser });
  } finally {
    await browser.close();
    await server.close();
    await rm(outDir, { recursive: true, force: true });
  }
}
