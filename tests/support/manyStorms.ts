/** Many looks that want to flash, on all processors. `node tests/support/manyStorms.ts 10000 1` tries them by hand. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { StormNews, StormShare } from './storm.worker.ts';

/**
 * Tries many storms of looks that anybody could make.
 *
 * @param seed the same finds the same on a machine with as many processors
 * @param onNews hears of each worker as it goes on
 * @returns the most flashes within a second, and what made them
 */
export async function manyStorms(
  count: number,
  seed: number,
  onNews: (at: number, news: StormNews) => void = () => undefined,
): Promise<StormNews> {
  const workers = availableParallelism();
  const shares = Array.from({ length: workers }, (_, at): StormShare => {
    const [from, to] = [at, at + 1].map((edge) => Math.floor((edge * count) / workers));
    return { seed: seed * 1000 + at, count: to! - from! };
  });
  const all = shares.filter((share) => share.count > 0);
  const ends = all.map(
    (workerData, at) =>
      new Promise<StormNews>((resolve, reject) => {
        const worker = new Worker(new URL('./storm.worker.ts', import.meta.url), { workerData });
        worker.on('error', reject);
        worker.on('message', (news: StormNews) => {
          onNews(at, news);
          if (news.isOver) resolve(news);
        });
      }),
  );
  const [first, ...others] = await Promise.all(ends);
  return others.reduce((worst, one) => (one.worst > worst.worst ? one : worst), first!);
}

if (import.meta.main) {
  const [count = 100, seed = 1] = process.argv.slice(2).map(Number);
  const beganMs = performance.now();
  const worst = await manyStorms(count, seed, (at, { tried, worst: most }) =>
    console.log(`worker ${at}: ${tried} tried, at most ${most} flashes`),
  );
  const seconds = Math.round((performance.now() - beganMs) / 1000);
  console.log(`${count} of seed ${seed} in ${seconds} s: at most ${worst.worst} flashes`);
  console.log(JSON.stringify(worst.storm));
}
