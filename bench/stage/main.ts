/**
 * `npm run bench:stage`: what a frame of each look of the stage costs the page, with 23 earlier rifffs behind it, beside
 * one rifff as every page draws it, in the same run. A look's pictures are counted for flashes before they are shown.
 */
import { STAGE_LOOK_IDS } from '../../src/data/contract/stageLooks.ts';
import { figure } from '../figure.ts';
import {
  FRAMES,
  type FrameSummary,
  measureFrames,
  openPage,
  VIEWPORT,
  withFrameBench,
} from '../gpu/frames.ts';

/** One rifff of eight rings. */
const RIFFF = 'kind=rings&count=1';

await withFrameBench(async (bench) => {
  console.log(`A frame at ${VIEWPORT.width} × ${VIEWPORT.height}, ${FRAMES} frames each.\n`);
  console.log('picture         draws  med ms   p95 ms   heap kB');
  const plain = await measureFrames(bench, RIFFF);
  const show = (name: string, cost: FrameSummary) =>
    console.log(
      `${name.padEnd(15)} ${String(cost.draws).padStart(5)} ${cost.median.toFixed(2).padStart(7)} ` +
        `${cost.p95.toFixed(2).padStart(8)} ${cost.heapKb.toFixed(1).padStart(9)}`,
    );
  show('plain rifff', plain);
  show('print, uncounted', await measureFrames(bench, `${RIFFF}&look=print&wall=off`));
  const costs: FrameSummary[] = [];
  for (const look of STAGE_LOOK_IDS) {
    const cost = await measureFrames(bench, `${RIFFF}&look=${look}`);
    costs.push(cost);
    show(`stage, ${look}`, cost);
  }
  // All of them in turn on one wall: each is said a second before its bar, as a stage hears of it.
  const wall = await openPage(bench, `${RIFFF}&look=${STAGE_LOOK_IDS[0]}`);
  const changes: number[] = [];
  for (const look of [...STAGE_LOOK_IDS.slice(1), STAGE_LOOK_IDS[0]]) {
    const costs = await wall.evaluate(async (to) => {
      window.bench!.changeLook(to, true);
      await window.bench!.measure(0, 60);
      window.bench!.changeLook(to, false);
      return window.bench!.measure(0, 60);
    }, look);
    const longest = Math.max(...costs.map(({ scriptMs }) => scriptMs));
    changes.push(longest);
    console.log(`to ${look.padEnd(12)} longest frame ${longest.toFixed(1).padStart(6)} ms`);
  }
  await wall.close();
  figure('stageDraws', Math.max(...costs.map(({ draws }) => draws)));
  figure('stageTimes', Math.max(...costs.map(({ median }) => median / plain.median)));
  figure('stageChange', Math.max(...changes));
  figure('stageHeap', Math.max(...costs.map(({ heapKb }) => heapKb)));
});
