/**
 * Work on hostile bytes in processes of their own. A process knows no secret of the server, gives way to it, may be ended
 * at any time, and its memory goes back to the system with it. It works for one account alone.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { constants, getPriority, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Why a job has no answer. */
export class ChildFault extends Error {
  readonly reason: 'time' | 'memory' | 'crash';

  constructor(reason: ChildFault['reason'], options?: ErrorOptions) {
    super(`the job was ended: ${reason}`, options);
    this.reason = reason;
  }
}

export interface ChildLimits {
  /**
   * For one job, the start of its process included: of the processor, so that a busy machine refuses no file. Where
   * the system does not tell that (Linux does), and for a job that only waits, the clock decides, see `PATIENCE`.
   */
  readonly timeMs: number;
  /** Resident memory of the whole process, watched where the system tells (Linux). */
  readonly memoryMb: number;
}

/** Memory of decoders is taken a megabyte at a time at most, so it is found out soon enough. */
const WATCH_MS = 50;
/** A job that takes so many times its time by the clock is ended whatever it took of the processor. */
const PATIENCE = 8;
const HEAP_MB = 128;
/** Steps of priority below the server. */
const GIVES_WAY = 5;
/** What the process may know of the server's own surroundings. */
const KNOWN = ['LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'SystemRoot'] as const;

/**
 * Where compiled code is kept while the server runs: a process begins in half the time with two thirds of the memory.
 * Other accounts of the machine may not write there. Empty where no folder can be made; then code is compiled each time.
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

/** Linux counts the time of processes in hundredths of a second: `man 5 proc`, `/proc/pid/stat`. */
const TICK_MS = 10;
/** In the text behind the name in brackets, where user and system time stand. */
const [USER, SYSTEM] = [11, 12];

/** What a process took of the processor, ms; null where the system does not tell. */
async function processorMs(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[USER]) + Number(fields[SYSTEM]);
  return Number.isNaN(ticks) ? null : ticks * TICK_MS;
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
    // What decoders print about hostile files is no news.
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

/** A process that does one job after the other, until it is ended or a job of it fails. */
export class Child {
  readonly #process: ChildProcess;
  readonly #gone: Promise<void>;
  isGone = false;
  /** Jobs that it began. */
  jobs = 0;

  /** @param script calls `answerJobs` */
  constructor(script: URL) {
    const child = start(script);
    this.#process = child;
    this.#gone = new Promise((resolve) => {
      const over = () => {
        this.isGone = true;
        resolve();
      };
      child.once('exit', over);
      // A process that never began never exits.
      child.on('error', () => child.pid === undefined && over());
    });
  }

  /** Ends it; resolves when it is gone and its memory with it. */
  end(): Promise<void> {
    this.#process.kill('SIGKILL');
    return this.#gone;
  }

  /** Resident memory in MB, 0 where the system does not tell. */
  residentMb(): Promise<number> {
    return residentMb(this.#process.pid ?? 0);
  }

  /** Lets the server end while this one waits for its next job. */
  rest(): void {
    this.#process.unref();
    this.#process.channel?.unref();
  }

  /** @throws ChildFault when the job took too much of something, or the process ended; then it is gone */
  async run<Answer>(job: object, { timeMs, memoryMb }: ChildLimits): Promise<Answer> {
    const child = this.#process;
    const pid = child.pid ?? 0;
    const before = this.jobs > 0 ? ((await processorMs(pid)) ?? 0) : 0;
    const usedMs = async () => ((await processorMs(pid)) ?? Number.POSITIVE_INFINITY) - before;
    const beganMs = performance.now();
    this.jobs += 1;
    child.ref();
    child.channel?.ref();
    let fail: (reason: ChildFault['reason']) => void = () => undefined;
    const answer = new Promise<Answer>((resolve, reject) => {
      fail = (reason) => reject(new ChildFault(reason));
      child.once('message', (message) => resolve(message as Answer));
      void this.#gone.then(() => fail('crash'));
      child.send(job, () => undefined);
    });
    const watch = setInterval(async () => {
      if ((await residentMb(pid)) > memoryMb) fail('memory');
      const tookMs = performance.now() - beganMs;
      if (tookMs > PATIENCE * timeMs) fail('time');
      else if (tookMs > timeMs && (await usedMs()) > timeMs) fail('time');
    }, WATCH_MS);
    try {
      return await answer;
    } catch (fault) {
      await this.end();
      throw fault;
    } finally {
      clearInterval(watch);
      child.removeAllListeners('message');
    }
  }
}

/**
 * Runs one job in a new process.
 * @param script calls `answerJobs`
 * @returns its answer, once the process is gone and its memory with it
 * @throws ChildFault when it took too much of something, or ended by itself
 */
export async function runInChild<Answer>(
  script: URL,
  job: object,
  limits: ChildLimits,
): Promise<Answer> {
  const child = new Child(script);
  const answer = await child.run<Answer>(job, limits);
  await child.end();
  return answer;
}

/** The other side: answers the jobs of this process one after the other, and ends with the server. Call it once. */
export function answerJobs<Job>(work: (job: Job) => Promise<unknown>): void {
  process.on('message', (job) => {
    // It will be killed, and would not write what it compiled.
    flushCompileCache();
    work(job as Job).then(
      (answer) => process.send?.(answer),
      () => process.exit(1),
    );
  });
  process.once('disconnect', () => process.exit());
}
