/**
 * Work on hostile bytes in a process of its own, one job each. It knows no secret of the server, gives way to it, may be
 * ended at any time, and its memory goes back to the system with it.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { constants, getPriority, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFairLanes } from './fairLanes.ts';

/** Why a job has no answer. */
export class ChildFault extends Error {
  readonly reason: 'time' | 'memory' | 'crash';

  constructor(reason: ChildFault['reason'], options?: ErrorOptions) {
    super(`the job was ended: ${reason}`, options);
    this.reason = reason;
  }
}

export interface ChildLimits {
  /** From the start of the process on. */
  readonly timeMs: number;
  /** Resident memory of the whole process, watched where the system tells (Linux). */
  readonly memoryMb: number;
}

/** Memory of decoders is taken a megabyte at a time at most, so it is found out soon enough. */
const WATCH_MS = 50;
const HEAP_MB = 128;
/** Steps of priority below the server. */
const GIVES_WAY = 5;
/** What the process may know of the server's own surroundings. */
const KNOWN = ['LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'SystemRoot'] as const;

/**
 * Where compiled code is kept while the server runs: a process begins in half the time with two thirds of the memory.
 * Nobody else may write there. Empty where no folder can be made; then code is compiled each time.
 */
function makeCodeFolder(): string {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'rondo-code-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  } catch {
    return '';
  }
}

let codeFolder = process.env.NODE_COMPILE_CACHE;

/** Resident memory of a process in MB, 0 where the system does not tell. */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

function start(script: URL): ChildProcess {
  const environment = KNOWN.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  codeFolder ??= makeCodeFolder();
  const child = fork(fileURLToPath(script), {
    env: { ...Object.fromEntries(environment), NODE_COMPILE_CACHE: codeFolder },
    execArgv: [`--max-old-space-size=${HEAP_MB}`, '--expose-gc'],
    // What decoders print about hostile files is nobody's news.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  try {
    const priority = Math.min(constants.priority.PRIORITY_LOW, getPriority() + GIVES_WAY);
    if (child.pid) setPriority(child.pid, priority);
  } catch {
    // It has ended already, or the system keeps priorities for itself.
  }
  return child;
}

/**
 * Runs one job in a new process.
 * @param script calls `answerOneJob`
 * @returns its answer, once the process is gone and its memory with it
 * @throws ChildFault when it took too much of something, or ended by itself
 */
export function runInChild<Answer>(
  script: URL,
  job: object,
  { timeMs, memoryMb }: ChildLimits,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = start(script);
    let settle = () => reject(new ChildFault('crash'));
    const end = (outcome: () => void) => {
      settle = outcome;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => end(() => reject(new ChildFault('time'))), timeMs);
    const watch = setInterval(async () => {
      const used = await residentMb(child.pid ?? 0);
      if (used > memoryMb) end(() => reject(new ChildFault('memory')));
    }, WATCH_MS);
    const over = () => {
      clearTimeout(timer);
      clearInterval(watch);
      settle();
    };
    child.once('message', (answer) => end(() => resolve(answer as Answer)));
    child.once('exit', over);
    child.once('error', (cause) => {
      settle = () => reject(new ChildFault('crash', { cause }));
      // A process that never began never exits.
      if (child.pid === undefined) over();
    });
    child.send(job, () => undefined);
  });
}

/**
 * Processes at the same time, each on a core and one for an account; others wait, an account with a commit or two. With
 * 170 MB for the longest sound and 250 for the largest picture both fit beside the server into 768 MB.
 */
const LANES = {
  lanes: 2,
  lanesPerKey: 1,
  waitingPerKey: 8,
  waiting: 64,
  refusal: 'The server is busy with other files: try again in a few seconds',
  retryAfterSec: 5,
};

/** Jobs of all kinds, a few at a time, accounts in turn. */
export interface ChildJobs {
  /**
   * Runs one job in a new process when its account's turn comes.
   * @param userId who sent what is worked on
   * @throws ChildFault, or ApiError `unavailable` when too many wait
   */
  run<Answer>(userId: string, script: URL, job: object, limits: ChildLimits): Promise<Answer>;
}

/** One for a server. */
export function createChildJobs(): ChildJobs {
  const lanes = createFairLanes(LANES);
  return {
    run: (userId, script, job, limits) => lanes.run(userId, () => runInChild(script, job, limits)),
  };
}

/** The other side: answers the one job of this process, and ends with the server. Call it once. */
export function answerOneJob<Job>(work: (job: Job) => Promise<unknown>): void {
  process.once('message', (job) => {
    // By the end of the job the process is killed, and would not write it.
    flushCompileCache();
    work(job as Job).then(
      (answer) => process.send?.(answer),
      () => process.exit(1),
    );
  });
  process.once('disconnect', () => process.exit());
}
