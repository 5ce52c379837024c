/** What the others notice of an attack: memory of the server, pages that are read, a small upload. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestAccount } from '../../server/testing/accounts.ts';
import type { Noticed, OtherJob } from './other.child.ts';

const MB = 1024 * 1024;
const PAGE_BYTES = 4096;
const SAMPLE_MS = 50;

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

/**
 * Another account in a process of its own, so that what the attacker's process has to do is not in its times: four
 * readers of the feed, and a small loop that is uploaded every second, until the answer is called.
 */
export async function watchOther(
  url: string,
  { userId, headers }: TestAccount,
): Promise<() => Promise<Noticed>> {
  const child = fork(join(import.meta.dirname, 'other.child.ts'), { serialization: 'advanced' });
  await once(child, 'message');
  const job: OtherJob = { url, userId, headers };
  child.send(job);
  return async () => {
    const answer = once(child, 'message');
    child.send('stop');
    const [noticed] = (await answer) as [Noticed];
    child.kill();
    return noticed;
  };
}
