import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { FAMILIES } from '../families/index.ts';
import type { Job } from '../worker.ts';
import type { BuiltLoop } from './build.ts';

interface Answer {
  readonly job: Job;
  readonly built?: BuiltLoop;
  readonly error?: string;
}

/** Every loop of every family, in the order of the manifest. */
export function allJobs(): Job[] {
  let index = 0;
  return FAMILIES.flatMap((family, f) =>
    family.recipes.map((_, r) => ({ family: f, recipe: r, index: index++ })),
  );
}

/**
 * Builds `jobs` on every core, in their order; `onDone` is called for each finished one. Rejects with all the
 * messages when any loop fails.
 */
export async function buildAll(
  jobs: readonly Job[],
  onDone: (name: string, done: number) => void,
): Promise<BuiltLoop[]> {
  const results = new Map<number, BuiltLoop>();
  const failures: string[] = [];
  const queue = [...jobs];
  const lanes = Math.min(jobs.length, Math.max(1, Math.min(8, availableParallelism())));
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      const worker = new Worker(new URL('../worker.ts', import.meta.url));
      try {
        for (let job = queue.shift(); job; job = queue.shift()) {
          const answer = await ask<Answer>(worker, job);
          const name = FAMILIES[job.family]!.recipes[job.recipe]!.name;
          if (answer.built) results.set(job.index, answer.built);
          else failures.push(`${name}: ${answer.error}`);
          onDone(name, results.size + failures.length);
        }
      } finally {
        await worker.terminate();
      }
    }),
  );
  if (failures.length > 0) throw new Error(failures.join('\n'));
  return jobs.map((job) => results.get(job.index)!);
}

/** What a worker answers to one job; fails with the worker. */
export function ask<A>(worker: Worker, job: unknown): Promise<A> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (answer: A) => {
      worker.off('error', reject);
      resolve(answer);
    });
    worker.postMessage(job);
  });
}
