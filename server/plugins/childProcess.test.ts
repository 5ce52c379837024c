import { existsSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInChild } from './childProcess.ts';

const SCRIPT = new URL('../testing/oddChild.ts', import.meta.url);
const LIMITS = { timeMs: 20_000, memoryMb: 200 };
const run = (act: string, limits = LIMITS) => runInChild(SCRIPT, { act }, limits);

describe('a process for one job', () => {
  beforeAll(() => {
    process.env.S3_SECRET_ACCESS_KEY = 'secret';
  });
  afterAll(() => {
    delete process.env.S3_SECRET_ACCESS_KEY;
  });

  it('knows nothing of what the server knows, and gives way to it', async () => {
    const { names, priority } = (await run('surroundings')) as {
      names: string[];
      priority: number;
    };
    // Nothing is lower than the lowest, which tests may run at.
    expect(priority).toBe(Math.min(19, getPriority() + 5));
    expect(names).not.toContain('S3_SECRET_ACCESS_KEY');
    expect(names).not.toContain('PATH');
  });

  it('is ended when it takes too long, breaks or dies', async () => {
    await expect(run('wait', { ...LIMITS, timeMs: 300 })).rejects.toMatchObject({ reason: 'time' });
    await expect(run('throw')).rejects.toMatchObject({ reason: 'crash' });
    await expect(run('die')).rejects.toMatchObject({ reason: 'crash' });
  });

  it.runIf(existsSync('/proc/self/stat'))(
    'has its time of the processor, not of the clock',
    async () => {
      expect(await run('nap', { ...LIMITS, timeMs: 2000 })).toBe('rested');
    },
  );

  it.runIf(existsSync('/proc/self/status'))('is ended when it takes too much memory', async () => {
    await expect(run('grow')).rejects.toMatchObject({ reason: 'memory' });
  });
});
