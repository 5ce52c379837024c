import fc from 'fast-check';
import { afterAll, beforeEach, inject, type TestContext, vi } from 'vitest';

/** Where in its row a property failed: which one of its test, with which seed, at which example. */
export interface FailedExample {
  readonly nth: number;
  readonly seed: number;
  readonly path: string;
}

declare module 'vitest' {
  interface TaskMeta {
    failedExample?: FailedExample;
  }
  interface ProvidedContext {
    /** By name of a test: where the second try of its property begins. */
    examples: Readonly<Record<string, FailedExample>>;
  }
}

/**
 * `npm test` tries the same row of inputs each time, so that a change is judged by what it changes; `npm run
 * test:long` tries another row each time and prints the seed of what fails.
 */
const ROW = import.meta.env.RONDO_LONG === '1' ? {} : { seed: 20_261_121 };

// Only for what tests start. The process of the tests itself would write thousands of files when it is asked to stop, which on a
// busy machine takes longer than Vitest waits for it.
const { COMPILED_FOLDER } = import.meta.env;
if (COMPILED_FOLDER) process.env.NODE_COMPILE_CACHE ??= COMPILED_FOLDER;

let task: TestContext['task'];
/** Properties of the test that have ended. */
let ended = 0;

/**
 * Settings for the next property of the test. One that failed in the first try goes on in its row where it failed: a
 * path of one number is a place in the row, and as many inputs follow it as ever.
 */
function configure(): void {
  const example = inject('examples')?.[task.fullTestName];
  const { seed, path } = example?.nth === ended ? example : { path: '' };
  fc.configureGlobal({ ...ROW, ...(path && { seed, path }), reporter } as fc.GlobalParameters);
}

/** Remembers where a property failed, for its second try, and fails as fast-check does by itself. */
function reporter(details: fc.RunDetails<unknown>): void {
  const [path = ''] = details.counterexamplePath?.split(':') ?? [];
  if (details.failed) task.meta.failedExample = { nth: ended, seed: details.seed, path };
  ended++;
  configure();
  if (details.failed)
    throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance });
}

beforeEach((context) => {
  task = context.task;
  ended = 0;
  configure();
});

// Files share a process: a `fetch` that one of them puts in place must not answer the next one.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
