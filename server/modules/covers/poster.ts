/** Posters: a rifff that turns, as a short video without sound that loops. */

import { runInChild } from '../../plugins/childProcess.ts';
import { createFairLanes } from '../../plugins/fairLanes.ts';
import type { PosterJob } from './poster.child.ts';
import type { PublicShare } from './publicShare.ts';

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

/** Makes posters, one after the other, in processes that give way. */
export function createPosterMaker(): (share: PublicShare) => Promise<Buffer> {
  const lanes = createFairLanes(LANES);
  const script = new URL('./poster.child.ts', import.meta.url);
  return ({ rifff }) =>
    lanes.run('', async () => {
      const job: PosterJob = { rifff };
      return Buffer.from(await runInChild<Uint8Array>(script, job, LIMITS));
    });
}
