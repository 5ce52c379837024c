/**
 * `npm run bench:finishes [-- dots plates clear type]`: what Pixi would cost where looks could use it, beside what draws
 * them: a finish as a filter over what three has drawn, beside geometry and a pass of our own; a transparent stage by the
 * blend that erases, beside 2D canvases and our matte; letters of a bitmap font beside letters as geometry. The reference
 * rifff at 1280 × 720, with the policy of our pages. Where a chip is emulated script, draws and bytes carry over, pictures
 * a second do not.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from 'playwright';
import { build, preview } from 'vite';
import { chromiumArgs, testChromiumPath } from '../../tests/chromium.ts';
import type { WayCost } from './page/main.ts';

/** A folder for the pictures, to be looked at. */
const PICTURES = process.env.BENCH_PICTURES;
const FRAMES = Number(process.env.BENCH_FRAMES) || 120;
/** Each way, and the one whose picture it is meant to have. */
const WAYS: readonly (readonly [way: string, twin: string | null])[] = [
  ['rings', null],
  ['dots, 2D canvas', null],
  ['dots, geometry', 'dots, 2D canvas'],
  ['dots, our pass', 'dots, 2D canvas'],
  ['dots, Pixi filter', 'dots, our pass'],
  ['plates, 2D canvas', null],
  ['plates, geometry', 'plates, 2D canvas'],
  ['plates, our pass', 'plates, 2D canvas'],
  ['plates, Pixi filter', 'plates, our pass'],
  ['clear, 2D canvas', null],
  ['clear, our matte', 'clear, 2D canvas'],
  ['clear, Pixi erase', 'clear, 2D canvas'],
  ['type, 2D canvas', null],
  ['type, geometry', 'type, 2D canvas'],
  ['type, Pixi letters', 'type, 2D canvas'],
];

/** Bytes of the scripts that a page fetched and that are not `known`, each packed by gzip at its best. */
async function scriptBytes(page: Page, outDir: string, known: Set<string>): Promise<number> {
  const paths = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith('.js')),
  );
  const more = [...new Set(paths)].filter((path) => !known.has(path));
  // The first page has what the stage has.
  if (known.size === 0) for (const path of more) known.add(path);
  const files = await Promise.all(more.map((path) => readFile(join(outDir, path))));
  return files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0);
}

/** Largest difference of two pictures in a channel, their mean, and the share of pixels that are off by a quarter. */
const differ = (page: Page, one: string, other: string) =>
  page.evaluate(
    async ([a, b]) => {
      const read = async (url: string) => {
        const image = new Image();
        image.src = url;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = image.width;
        canvas.height = image.height;
        const context = canvas.getContext('2d')!;
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height).data;
      };
      const [first, second] = [await read(a!), await read(b!)];
      let most = 0;
      let sum = 0;
      let off = 0;
      for (let at = 0; at < first.length; at += 4) {
        let own = 0;
        for (let channel = at; channel < at + 3; channel++) {
          const far = Math.abs(first[channel]! - second[channel]!);
          own = Math.max(own, far);
          sum += far;
        }
        most = Math.max(most, own);
        if (own > 64) off += 1;
      }
      return { most, mean: sum / (first.length * 0.75), share: off / (first.length / 4) };
    },
    [one, other],
  );

async function measure(browser: Browser, url: string, outDir: string): Promise<void> {
  const costs = new Map<string, WayCost>();
  const known = new Set<string>();
  const cell = (text: string | number) => String(text).padStart(10);
  console.log(
    `${'way'.padEnd(20)}${['kB more', 'draws', 'passes', 'med ms', 'p95 ms', 'heap kB', 'pict. ms', 'a second', 'first ms'].map(cell).join('')}  beside its twin`,
  );
  const asked = process.argv.slice(2);
  const isAsked = (way: string) => asked.length === 0 || asked.some((one) => way.startsWith(one));
  for (const [way, twin] of WAYS.filter(([way]) => way === 'rings' || isAsked(way))) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    page.on('pageerror', (error) => console.error(`  page: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') console.error(`  page: ${message.text()}`);
    });
    await page.goto(`${url}?way=${encodeURIComponent(way)}`);
    await page.waitForFunction(() => window.cost !== undefined);
    const cost = await page.evaluate((frames) => window.cost!(frames), FRAMES);
    const bytes = await scriptBytes(page, outDir, known);
    costs.set(way, cost);
    if (PICTURES) {
      const name = way.replaceAll(/\W+/g, '-');
      const data = cost.picture.split(',')[1]!;
      await writeFile(join(PICTURES, `${name}.png`), Buffer.from(data, 'base64'));
    }
    const other = twin && costs.get(twin)?.picture;
    const far = other ? await differ(page, cost.picture, other) : null;
    await page.close();
    const figures = [
      way === 'rings' ? '–' : (bytes / 1024).toFixed(1),
      cost.draws,
      cost.passes,
      cost.scriptMs.toFixed(2),
      cost.scriptP95Ms.toFixed(2),
      cost.heapKb.toFixed(1),
      cost.pictureMs.toFixed(1),
      (1000 / cost.pictureMs).toFixed(0),
      cost.firstMs.toFixed(0),
    ];
    const beside = far
      ? `  most ${far.most}, mean ${far.mean.toFixed(2)}, off by a quarter ${(100 * far.share).toFixed(2)} % (${twin})`
      : '';
    console.log(`${way.padEnd(20)}${figures.map(cell).join('')}${beside}`);
  }
}

const outDir = await mkdtemp(join(tmpdir(), 'rondo-bench-finishes-'));
const root = join(import.meta.dirname, 'page');
const shared = { root, configFile: false, logLevel: 'error' } as const;
await build({ ...shared, build: { outDir, emptyOutDir: true, target: 'esnext' } });
const server = await preview({ ...shared, build: { outDir }, preview: { port: 0 } });
const browser = await chromium.launch({
  executablePath: testChromiumPath(),
  args: [...chromiumArgs, '--enable-precise-memory-info', '--js-flags=--expose-gc'],
});
try {
  await measure(browser, server.resolvedUrls!.local[0]!, outDir);
} finally {
  await browser.close();
  await server.close();
  await rm(outDir, { recursive: true, force: true });
}
