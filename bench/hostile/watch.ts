/** What the others notice of an attack: memory of the server, pages that are read, a small upload. */
import { readdirSync, readFileSync } from 'node:fs';
import type { TestAccount } from '../../server/testing/accounts.ts';
import { LOOP_FRAMES, loopDocument, oggOf, tone } from '../../server/testing/sounds.ts';

const MB = 1024 * 1024;
const PAGE_BYTES = 4096;
const SAMPLE_MS = 50;
const READERS = 4;
const READ_PAUSE_MS = 25;
const UPLOAD_PAUSE_MS = 1000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Bytes of a process that lie in memory now (`/proc/PID/statm`, Linux). */
function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}

/** A process with all that it started. */
function family(pid: number): number[] {
  const parents = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const parent = Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]);
      parents.set(parent, [...(parents.get(parent) ?? []), Number(name)]);
    } catch {
      // It has ended meanwhile.
    }
  }
  const found = [pid];
  for (const one of found) found.push(...(parents.get(one) ?? []));
  return found;
}

export interface Memory {
  /** Most megabytes so far. */
  peakMb: number;
  /** Megabytes now. */
  nowMb: number;
  /** It went over the ceiling and was ended, as the system would. */
  isEnded: boolean;
}

/** Samples the memory of a server, with its children, and ends it above `ceilingMb`. */
export function watchMemory(pid: number, ceilingMb: number): { memory: Memory; stop(): void } {
  const memory: Memory = { peakMb: 0, nowMb: 0, isEnded: false };
  const timer = setInterval(() => {
    memory.nowMb = family(pid).reduce((sum, one) => sum + residentBytes(one), 0) / MB;
    memory.peakMb = Math.max(memory.peakMb, memory.nowMb);
    if (memory.nowMb <= ceilingMb || memory.isEnded) return;
    memory.isEnded = true;
    process.kill(pid, 'SIGKILL');
  }, SAMPLE_MS);
  return { memory, stop: () => clearInterval(timer) };
}

export interface Noticed {
  readonly reads: number;
  readonly readP50Ms: number;
  readonly readP99Ms: number;
  readonly uploads: number;
  readonly slowestUploadMs: number;
  /** Answers that were none, by status; 0 for no answer at all. */
  readonly failed: ReadonlyMap<number, number>;
}

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Another account: four readers of the feed, and a small loop that is uploaded every second, until `stop`. */
export async function watchOther(url: string, who: TestAccount): Promise<() => Promise<Noticed>> {
  const small = await oggOf(tone(LOOP_FRAMES));
  const readsMs: number[] = [];
  const uploadsMs: number[] = [];
  const failed = new Map<number, number>();
  let isOver = false;
  const timed = async (times: number[], call: () => Promise<Response>) => {
    const from = performance.now();
    const status = await call().then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    times.push(performance.now() - from);
    if (status !== 200) failed.set(status, (failed.get(status) ?? 0) + 1);
  };
  const read = async () => {
    while (!isOver) {
      await timed(readsMs, () => fetch(`${url}/api/rifff-feed/query`, { headers: who.headers }));
      await pause(READ_PAUSE_MS);
    }
  };
  const upload = async () => {
    while (!isOver) {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(small)]), 'loop.ogg');
      form.set('metadata', JSON.stringify(loopDocument()));
      const address = `${url}/api/jam/${who.userId}/loops`;
      await timed(uploadsMs, () =>
        fetch(address, { method: 'POST', headers: who.headers, body: form }),
      );
      await pause(UPLOAD_PAUSE_MS);
    }
  };
  const work = [upload(), ...Array.from({ length: READERS }, read)];
  return async () => {
    isOver = true;
    await Promise.all(work);
    const sorted = readsMs.sort((a, b) => a - b);
    return {
      reads: sorted.length,
      readP50Ms: quantile(sorted, 0.5),
      readP99Ms: quantile(sorted, 0.99),
      uploads: uploadsMs.length,
      slowestUploadMs: Math.max(...uploadsMs),
      failed,
    };
  };
}
