/**
 * `npm run bench:stage`: what a frame of each look of the stage costs the page, with 23 earlier rifffs behind it, beside
 * one rifff as every page draws it, in the same run.
 */
import { STAGE_LOOKS } from '../../src/data/contract/stageLooks.ts';
import {
  FRAMES,
  type FrameSummary,
  measureFrames,
  VIEWPORT,
  verdict,
  withFrameBench,
} from '../gpu/frames.ts';

/** A stage draws in one call, and in twice the time of a plain rifff at most. */
const BARS = { draws: 3, times: 2, heapKb: 20 };

/** One rifff of eight rings. */
const RIFFF = 'kind=rings&count=1';

await withFrameBench(async (bench) => {
  console.log(
    `A frame at ${VIEWPORT.width} × ${VIEWPORT.height}, ${FRAMES} frames each. Bars: draws ≤ ${BARS.draws}, ` +
      `median ≤ ${BARS.times} × the plain rifff, heap < ${BARS.heapKb} kB.\n`,
  );
  console.log('picture         draws  med ms   p95 ms   heap kB');
  const plain = await measureFrames(bench, RIFFF);
  const show = (name: string, cost: FrameSummary, more = '') =>
    console.log(
      `${name.padEnd(15)} ${String(cost.draws).padStart(5)} ${cost.median.toFixed(2).padStart(7)} ` +
        `${cost.p95.toFixed(2).padStart(8)} ${cost.heapKb.toFixed(1).padStart(9)}${more}`,
    );
  show('plain rifff', plain);
  for (const look of STAGE_LOOKS) {
    const cost = await measureFrames(bench, `${RIFFF}&look=${look}`);
    const isFast = cost.median <= BARS.times * plain.median;
    const isSmall = cost.heapKb < BARS.heapKb;
    show(
      `stage, ${look}`,
      cost,
      `  draws ${verdict(cost.draws <= BARS.draws)}, median ${verdict(isFast)}, heap ${verdict(isSmall)}`,
    );
  }
});
