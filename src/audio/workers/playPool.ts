/** The workers of everything that must be done before a loop sounds. */
import { DECODE_WORKERS } from '../../data/contract/constants.ts';
import type { playTasks } from './play.worker.ts';
import { type PoolSettings, WorkerPool } from './workerPool.ts';

/** As many at once as the machine has processors: more would only make the first one later. */
const AT_ONCE = Math.min(DECODE_WORKERS, Math.max(1, navigator.hardwareConcurrency || 2));

export const PLAY_POOL: PoolSettings<typeof playTasks> = {
  size: DECODE_WORKERS,
  atOnce: AT_ONCE,
  hire: () => new Worker(new URL('./play.worker.ts', import.meta.url), { type: 'module' }),
  tasks: async () => (await import('./play.worker.ts')).playTasks,
};

/** One for the page. */
export const playPool = new WorkerPool(PLAY_POOL);
