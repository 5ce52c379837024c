/** Posters: a rifff that turns, as a short video without sound that loops. */

import { runInChild } from '../../plugins/childProcess.ts';
import { createFairLanes } from '../../plugins/fairLanes.ts';
import type { PosterJob } from './poster.child.ts';

const LIMITS = { timeMs: 60_000, memoryMb: 320 };
/** One at a time on a node; no caller waits behind hundreds. */
const LANES = {
  lanes: 1,
  lanesPerKey: 1,
  waitingPerKey: 60,
  waiting: 60,
  refusal: 'Too many posters at once: try again in a minute',
  retryAfterSec: 60,
};

export const POSTER_SCRIPT = new URL('./poster.child.ts', import.meta.url);

/** What turns, what draws it, and for which size. */
export type Turning = Omit<PosterJob, 'isStill'>;

/** Makes posters, one after the other, in processes that give way. */
export function createPosterMaker(): (turning: Turning) => Promise<Buffer> {
  const lanes = createFairLanes(LANES);
  return (turning) =>
    lanes.run('', async () => {
      const job: PosterJob = { ...turning, isStill: false };
      return Buffer.from(await runInChild<Uint8Array>(POSTER_SCRIPT, job, LIMITS));
    });
}
