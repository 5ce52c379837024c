/** The workers for making, importing and exporting music. */

import type { studioTasks } from './studio.worker.ts';
import { type PoolSettings, WorkerPool } from './workerPool.ts';

export const STUDIO_POOL: PoolSettings<typeof studioTasks> = {
  // An export lends two, for limiting and for encoding.
  size: 4,
  // Encoders keep the memory that they once needed until their worker ends.
  idleMs: 5000,
  hire: () => new Worker(new URL('./studio.worker.ts', import.meta.url), { type: 'module' }),
  tasks: async () => (await import('./studio.worker.ts')).studioTasks,
};

/** One for the page. */
export const studioPool = new WorkerPool(STUDIO_POOL);
