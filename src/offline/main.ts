import type { Shell } from '../data/contract/offline.ts';
import type { WorkerScope } from './scope.ts';
import { startWorker } from './worker.ts';

/** What the build is made of; put in by `tools/build/worker.ts`. */
declare const __SHELL__: Shell;

startWorker(self as unknown as WorkerScope, __SHELL__);
