/**
 * `npm run bench:arcade`: what a flight through a hundred rifffs of eight rings costs the page in a frame, by WebGL and by
 * 2D canvases, as it stands and with everything unlocked, beside a crowd drawn the obvious way (a canvas for each disc, all
 * rings in every frame), beside parts of drei and beside the scene with nothing in it, in the same run; and how much decoded sound is kept while flying past all of them.
 * `own p95` is processor time alone: on a machine that does other things too, `p95 ms` has their turns in it.
 * `--flags emulated` composes the page by an emulated graphics chip; frames a second say something only where nothing else
 * runs.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { type Browser, chromium, type Page } from 'playwright';
import { build, preview } from 'vite';
import { chromiumPath } from '../../tests/chromium.ts';
import { figure } from '../figure.ts';
import type { FlightCost } from './page/probe.ts';

const WARM_UP_SEC = 4;
const SECONDS = Number(process.env.BENCH_SECONDS) || 8;
const VIEWPORT = { width: 1440, height: 900 };
/** What the same flight costs drawn otherwise, beside which no bar stands. */
const PEERS = ['empty undrawn', 'naive', 'instances undrawn', 'text undrawn'];
const KINDS = [
  'webgl',
  'webgl undrawn',
  'webgl unlocked undrawn',
  'canvas',
  'canvas unlocked',
  ...PEERS,
];
const PLAIN_FONT = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf';
const PLAIN = ['--no-sandbox', '--no-first-run', '--disable-background-networking'];
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  none: [],
  emulated: ['--enable-unsafe-swiftshader', '--use-angle=swiftshader'],
};

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;

async function open(browser: Browser, url: string, query: string) {
  const page = await browser.newPage({ viewport: VIEWPORT });
  page.on('pageerror', (error) => console.error(`  page: ${error.message}`));
  // drei's text reads no WOFF2, and without a font it asks a server of others for one.
  await page.route('**/font.ttf', (route) => route.fulfill({ path: PLAIN_FONT }));
  await page.goto(`${url}?kind=${query}`);
  await page.waitForFunction(() => window.flight !== undefined);
  return page;
}

/** An animation frame's callback as Chromium traces it. */
interface Traced {
  readonly name: string;
  /** Processor time of its thread, in microseconds: less than passed where something else ran meanwhile. */
  readonly tdur?: number;
}

/** Measures a flight. @returns its cost, and p95 of the processor time that a frame's callback took, in ms */
async function measure(browser: Browser, page: Page) {
  await page.waitForTimeout(WARM_UP_SEC * 1000);
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  const cost = await page.evaluate((seconds) => window.flight!.measure(0, seconds), SECONDS);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Traced[] };
  const times = trace.traceEvents
    .filter(({ name }) => name === 'FireAnimationFrame')
    .map(({ tdur }) => (tdur ?? Number.NaN) / 1000)
    .sort((a, b) => a - b);
  return { cost, processorMs: times[Math.floor(times.length * 0.95)] ?? Number.NaN };
}

function print(kind: string, cost: FlightCost, processorMs: number): void {
  const figures = [
    kind.padEnd(23),
    cost.frames.toFixed(1).padStart(8),
    String(cost.draws).padStart(6),
    cost.medianMs.toFixed(2).padStart(8),
    cost.p95Ms.toFixed(2).padStart(8),
    (Number.isNaN(processorMs) ? '–' : processorMs.toFixed(2)).padStart(8),
    cost.heapKb.toFixed(1).padStart(9),
  ].join(' ');
  console.log(figures);
}

async function main(): Promise<void> {
  const outDir = await mkdtemp(join(tmpdir(), 'rondo-bench-arcade-'));
  const root = join(import.meta.dirname, 'page');
  const shared = { root, configFile: false, logLevel: 'error' } as const;
  await build({
    ...shared,
    plugins: [react()],
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'esnext' },
  });
  const server = await preview({ ...shared, build: { outDir }, preview: { port: 0 } });
  const url = server.resolvedUrls!.local[0]!;
  const wish = process.argv.indexOf('--flags');
  const names = wish < 0 ? Object.keys(FLAGS) : [process.argv[wish + 1] ?? 'none'];
  console.log(
    `A flight past 100 rifffs of eight rings at ${VIEWPORT.width} × ${VIEWPORT.height}, ${SECONDS} s each.`,
  );
  const costs: { kind: string; cost: FlightCost }[] = [];
  try {
    for (const name of names) {
      const browser = await chromium.launch({
        executablePath: chromiumPath(),
        args: [
          ...PLAIN,
          ...(FLAGS[name] ?? []),
          '--enable-precise-memory-info',
          '--js-flags=--expose-gc',
        ],
      });
      console.log(
        `\nflags: ${name}\ncrowd                     frames  draws  med ms   p95 ms  own p95   heap kB`,
      );
      try {
        for (const kind of KINDS) {
          const page = await open(browser, url, kind.replaceAll(' ', '&'));
          const { cost, processorMs } = await measure(browser, page);
          print(kind, cost, processorMs);
          if (!PEERS.includes(kind)) costs.push({ kind, cost });
          await page.close();
        }
        if (name !== names[0]) continue;
        const page = await open(browser, url, 'canvas');
        const { mostBytes, allBytes, ready } = await page.evaluate(() => window.flight!.memory());
        console.log(
          `\nFlying past 100: ${ready} were ready when one came to them. All of their sound: ${megabytes(allBytes)}.`,
        );
        figure('flightSound', mostBytes / 2 ** 20);
        await page.close();
      } finally {
        await browser.close();
      }
    }
    figure('flightDraws', Math.max(...costs.map(({ cost }) => cost.draws)));
    // An emulated chip is a processor at work: only where nothing is drawn is script alone measured.
    const byWebgl = costs.filter(({ kind }) => kind.includes('undrawn'));
    figure('flightMedian', Math.max(...byWebgl.map(({ cost }) => cost.medianMs)));
    figure('flightP95', Math.max(...byWebgl.map(({ cost }) => cost.p95Ms)));
    figure('flightHeap', Math.max(...byWebgl.map(({ cost }) => cost.heapKb)));
    const byCanvas = costs.filter(({ kind }) => kind.startsWith('canvas'));
    figure('canvasMedian', Math.max(...byCanvas.map(({ cost }) => cost.medianMs)));
    figure('canvasP95', Math.max(...byCanvas.map(({ cost }) => cost.p95Ms)));
    figure('canvasHeap', Math.max(...byCanvas.map(({ cost }) => cost.heapKb)));
  } finally {
    await server.close();
    await rm(outDir, { recursive: true, force: true });
  }
}

await main();
