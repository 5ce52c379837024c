/** A crowd that reads as fast as it can, beside a few people who save: what each of them waits for. */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

export interface CrowdTarget {
  /** Origin of a listening server that lets one address call as often as it likes (`RATE_LIMIT`). */
  readonly url: string;
  /** Addresses from `/` on that the crowd reads, in turn. */
  readonly paths: readonly string[];
  /** Callers that read at once, each waiting for its answer before it asks again; 200 unless told. */
  readonly callers?: number;
  readonly durationMs: number;
  /** Whether a caller that is sent away waits as long as it is told; without, it asks again at once. */
  readonly isPatient?: boolean;
  /** The server's process: how long newcomers wait is told in time of its processor too. */
  readonly pid?: number;
  /** Saves something once and gives the status; run by one person after the other meanwhile. Left out: no saves. */
  readonly save?: () => Promise<number>;
}

/** Times of answers in ms. */
export interface Times {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

export interface CrowdFigures {
  /** Every answer, those that were sent away too. */
  readonly all: Times;
  /** Answers with status 200. */
  readonly answered: Times;
  /** Answers with status 503. */
  readonly shed: Times;
  /** Other answers, and lines that broke. */
  readonly failed: number;
  /** Answers to one caller who comes on a new line each time, whatever their status. */
  readonly newcomers: Times;
  /** The same in ms that the server worked meanwhile, which is what they wait where it has a processor to itself. */
  readonly newcomersWorked: Times;
  /** What was saved, and how often that failed. */
  readonly saved: Times & { readonly failed: number };
}

function timesOf(values: number[]): Times {
  values.sort((a, b) => a - b);
  const at = (share: number) =>
    values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
  return { count: values.length, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: values.at(-1) ?? 0 };
}

/** Processor time of the first thread of a process in ms (`/proc/PID/task/PID/schedstat`, Linux). */
function workedMs(pid: number | undefined): number {
  if (pid === undefined) return 0;
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** One read; resolves when the last byte is there. */
function readOnce(agent: Agent, url: URL): Promise<{ status: number; waitSec: number }> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'gzip' };
    const sent = request(url, { agent, headers }, (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          waitSec: Number(response.headers['retry-after'] ?? 0),
        }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Opens every line before the time begins: Node takes one new line for each turn of its loop. */
async function connectAll(agent: Agent, url: string, callers: number): Promise<void> {
  const probe = new URL('/api/site', url);
  await Promise.all(Array.from({ length: callers }, () => readOnce(agent, probe)));
}

/** Lets the crowd read for its time. The process that calls is busy meanwhile: run the server in another. */
export async function driveCrowd(target: CrowdTarget): Promise<CrowdFigures> {
  const { url, paths, callers = 200, durationMs, isPatient = false, save, pid } = target;
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  await connectAll(agent, url, callers);
  const answered: number[] = [];
  const shed: number[] = [];
  const saved: number[] = [];
  const coming: number[] = [];
  const worked: number[] = [];
  let [failed, unsaved, turn] = [0, 0, 0];
  const until = performance.now() + durationMs;
  const read = async () => {
    while (performance.now() < until) {
      const from = performance.now();
      const path = paths[turn++ % paths.length]!;
      const answer = await readOnce(agent, new URL(path, url)).catch(() => undefined);
      const tookMs = performance.now() - from;
      if (answer?.status === 200) answered.push(tookMs);
      else if (answer?.status === 503) shed.push(tookMs);
      else failed += 1;
      if (isPatient && answer?.status === 503) {
        await pause(Math.max(0, Math.min(1000 * answer.waitSec, until - performance.now())));
      }
    }
  };
  const keepSaving = async () => {
    while (save && performance.now() < until) {
      const from = performance.now();
      const status = await save().catch(() => 0);
      if (status === 200) saved.push(performance.now() - from);
      else unsaved += 1;
    }
  };
  const keepComing = async () => {
    while (performance.now() < until) {
      const from = performance.now();
      const workedBefore = workedMs(pid);
      const line = new Agent({ keepAlive: false });
      await readOnce(line, new URL('/api/site', url)).catch(() => undefined);
      coming.push(performance.now() - from);
      worked.push(workedMs(pid) - workedBefore);
    }
  };
  await Promise.all([...Array.from({ length: callers }, read), keepSaving(), keepComing()]);
  agent.destroy();
  return {
    all: timesOf([...answered, ...shed]),
    answered: timesOf(answered),
    shed: timesOf(shed),
    failed,
    newcomers: timesOf(coming),
    newcomersWorked: timesOf(worked),
    saved: { ...timesOf(saved), failed: unsaved },
  };
}
