/** Tries a share of many storms in a worker of its own, and tells of the worst. */
import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import { hostileStorm, type Storm, worstOf } from './lookStorm.ts';

export interface StormShare {
  readonly seed: number;
  readonly count: number;
}
/** What has been tried of a share, told every hundred storms and at its end. */
export interface StormNews {
  readonly tried: number;
  readonly worst: number;
  /** Of the worst; null before the first. */
  readonly storm: Storm | null;
  readonly isOver: boolean;
}

const { seed, count } = workerData as StormShare;
let news: StormNews = { tried: 0, worst: -1, storm: null, isOver: false };
for (const storm of fc.sample(hostileStorm, { seed, numRuns: count })) {
  const flashes = worstOf(storm);
  const worse = flashes > news.worst ? { worst: flashes, storm } : {};
  const tried = news.tried + 1;
  news = { ...news, ...worse, tried, isOver: tried === count };
  if (news.isOver || tried % 100 === 0) parentPort?.postMessage(news);
}
