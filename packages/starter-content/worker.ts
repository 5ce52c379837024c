import { parentPort } from 'node:worker_threads';
import { FAMILIES } from './families/index.ts';
import { buildLoop } from './output/build.ts';

/** One loop of the pack: which family, which recipe, and its place in the whole. */
export interface Job {
  readonly family: number;
  readonly recipe: number;
  readonly index: number;
}

parentPort?.on('message', async (job: Job) => {
  try {
    const family = FAMILIES[job.family]!;
    const built = await buildLoop(family, family.recipes[job.recipe]!, job.index);
    parentPort?.postMessage({ job, built });
  } catch (error) {
    parentPort?.postMessage({ job, error: error instanceof Error ? error.message : String(error) });
  }
});
