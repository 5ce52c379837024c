import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { ask } from '../output/pool.ts';
import type { MeasureAnswer, MeasureJob } from './worker.ts';

const MAX_WORKERS = 8;

/** Decodes and measures every job on all cores; answers stand in the order of the jobs. */
export async function measureAll(jobs: readonly MeasureJob[]): Promise<MeasureAnswer[]> {
  const answers: MeasureAnswer[] = new Array(jobs.length);
  let next = 0;
  const lane = async () => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url));
    try {
      for (let at = next++; at < jobs.length; at = next++)
        answers[at] = await ask<MeasureAnswer>(worker, jobs[at]!);
    } finally {
      await worker.terminate();
    }
  };
  const lanes = Math.min(MAX_WORKERS, availableParallelism(), jobs.length);
  await Promise.all(Array.from({ length: lanes }, lane));
  return answers;
}
