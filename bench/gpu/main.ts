/**
 * `npm run bench:gpu`: what a frame of the ring scene costs the page, beside one mesh per ring, in the same
 * run. Frames per second are left out: they measure the graphics card, and here there may be none.
 */
import { figure } from '../figure.ts';
import {
  FRAMES,
  type FrameBench,
  type FrameSummary,
  measureFrames,
  openPage,
  VIEWPORT,
  withFrameBench,
} from './frames.ts';

const COUNTS = [1, 8, 100, 500] as const;
/** One rifff of eight rings on a whole window: what a machine without a graphics chip has to fill. */
const PICTURE = { viewport: { width: 1440, height: 900 }, sizePx: 800, warmUp: 5, pictures: 40 };
/** What it took on two idle cores when each pixel went through all rings (docs/decisions/rings-as-geometry.md). */
const PER_PIXEL_MS = 500;

/** Least and median time of one picture in milliseconds, from the script to its last pixel: others use the cores too. */
async function measurePicture(bench: FrameBench) {
  const search = `kind=rings&count=1&size=${PICTURE.sizePx}`;
  const page = await openPage(bench, search, PICTURE.viewport);
  await page.waitForFunction(() => document.querySelector('canvas'));
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

function print(kind: string, count: number, cost: FrameSummary): void {
  const figures = [
    kind.padEnd(14),
    String(count).padStart(6),
    String(cost.draws).padStart(6),
    cost.median.toFixed(2).padStart(8),
    cost.p95.toFixed(2).padStart(8),
    cost.heapKb.toFixed(1).padStart(9),
  ];
  console.log(figures.join(' '));
}

await withFrameBench(async (bench) => {
  console.log(
    `A frame of rifffs of eight loops at ${VIEWPORT.width} × ${VIEWPORT.height}, ${FRAMES} frames each.`,
  );
  console.log('scene          rifffs  draws  med ms   p95 ms   heap kB');
  const costs: FrameSummary[] = [];
  for (const count of COUNTS) {
    const cost = await measureFrames(bench, `kind=rings&count=${count}`);
    costs.push(cost);
    print('rings', count, cost);
    print('mesh per ring', count, await measureFrames(bench, `kind=naive&count=${count}`));
  }
  const { least, median } = await measurePicture(bench);
  console.log(
    `\nOne picture of eight rings, radius ${PICTURE.sizePx / 2}, to its last pixel: ${least.toFixed(1)} ms at least, ` +
      `${median.toFixed(1)} ms median; ${PER_PIXEL_MS} where each pixel went through all rings\n`,
  );
  const most = (of: (cost: FrameSummary) => number) => Math.max(...costs.map(of));
  figure(
    'ringDraws',
    most(({ draws }) => draws),
  );
  figure(
    'ringMedian',
    most(({ median: ms }) => ms),
  );
  figure(
    'ringP95',
    most(({ p95 }) => p95),
  );
  figure(
    'ringHeap',
    most(({ heapKb }) => heapKb),
  );
  figure('ringPicture', least);
});
