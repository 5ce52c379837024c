import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createChildJobs } from './childJobs.ts';

const SCRIPT = new URL('../testing/oddChild.ts', import.meta.url);
const LIMITS = { timeMs: 20_000, memoryMb: 200 };

function start() {
  const jobs = createChildJobs();
  /** The process that did a job, which may go on unless told otherwise. */
  const pidOf = (userId: string, { act = 'pid', mayGoOn = true, limits = LIMITS } = {}) =>
    jobs.run<number>(userId, SCRIPT, { act }, limits, () => mayGoOn);
  return pidOf;
}

const isAlive = (pid: number) => existsSync(`/proc/${pid}`);

describe('a process of an account', () => {
  it('does one job after the other, and for nobody else', async () => {
    const pidOf = start();
    const mia = await pidOf('mia');
    expect(await pidOf('mia')).toBe(mia);
    // At the same time: a process waits for its next job only a second.
    const [tom, again] = await Promise.all([pidOf('tom'), pidOf('mia')]);
    expect(tom).not.toBe(mia);
    expect(again).toBe(mia);
  });

  it('is ended with an answer that is not good, and with a job that fails', async () => {
    const pidOf = start();
    const first = await pidOf('mia', { mayGoOn: false });
    const second = await pidOf('mia');
    expect(second).not.toBe(first);
    await expect(pidOf('mia', { act: 'throw' })).rejects.toMatchObject({ reason: 'crash' });
    const third = await pidOf('mia');
    expect(third).not.toBe(second);
    const hasty = { act: 'wait', limits: { ...LIMITS, timeMs: 50 } };
    await expect(pidOf('mia', hasty)).rejects.toMatchObject({ reason: 'time' });
    expect(await pidOf('mia')).not.toBe(third);
  });

  it.runIf(existsSync('/proc/self/status'))('is not kept with much memory', async () => {
    const pidOf = start();
    const bloated = await pidOf('mia', { act: 'bloat' });
    expect(await pidOf('mia')).not.toBe(bloated);
  });

  it.runIf(existsSync('/proc/self/status'))(
    'makes room for those of others, and ends when nothing comes',
    async () => {
      const pidOf = start();
      const [mia, tom] = [await pidOf('mia'), await pidOf('tom')];
      const zoe = await pidOf('zoe');
      expect([mia, tom, zoe].filter(isAlive).length).toBeLessThan(3);
      while ([mia, tom, zoe].some(isAlive)) await pause(50);
    },
  );
});
