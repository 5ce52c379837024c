import fastify from 'fastify';
import { expect, it } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { createJob, installJobs, type JobOptions, type Pace } from './jobs.ts';

const HOUR_MS = 3_600_000;

/** A server with one job. Its failures are listed as `name: what`. */
async function start(options: Omit<JobOptions, 'name'>) {
  const failures: string[] = [];
  const app = fastify();
  app.log.error = (about: unknown, name?: unknown) => {
    failures.push(`${name}: ${(about as { what: string }).what}`);
  };
  const job = createJob({ name: 'counting', ...options });
  installJobs(app, [job]);
  await app.ready();
  return { app, job, failures };
}

it('begins with the server, and again after its interval', async () => {
  let rounds = 0;
  const { app } = await start({ everyMs: 5, round: async () => (rounds += 1) });
  expect(rounds).toBe(1);
  await eventually(() => expect(rounds).toBeGreaterThan(2));
  await app.close();
  const atEnd = rounds;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(rounds).toBe(atEnd);
});

it('begins after its first interval where it is asked to', async () => {
  let rounds = 0;
  const { app, job } = await start({
    everyMs: HOUR_MS,
    isAtStart: false,
    round: async () => (rounds += 1),
  });
  expect(rounds).toBe(0);
  job.wake();
  expect(rounds).toBe(1);
  await app.close();
});

it('does not overlap: calls during a round are one more round behind it', async () => {
  const ends: (() => void)[] = [];
  const round = () => new Promise<void>((resolve) => ends.push(resolve));
  const { app, job } = await start({ everyMs: HOUR_MS, round });
  job.wake();
  job.wake();
  expect(ends).toHaveLength(1);
  ends[0]!();
  await eventually(() => expect(ends).toHaveLength(2));
  ends[1]!();
  await app.close();
  expect(ends).toHaveLength(2);
});

it('logs a round that fails, a part that fails, and goes on', async () => {
  let rounds = 0;
  const round = async ({ attempt }: Pace) => {
    rounds += 1;
    await attempt('part', () => Promise.reject(new Error('no')));
    throw new Error('no');
  };
  const { app, failures } = await start({ everyMs: 5, round });
  await eventually(() => expect(rounds).toBeGreaterThan(1));
  expect(failures.slice(0, 2)).toEqual(['counting: part', 'counting: round']);
  await app.close();
});

it('ends after the piece under way when the server closes, and says nothing of it', async () => {
  const pieces: string[] = [];
  let endFirst = () => {};
  const first = new Promise<void>((resolve) => {
    endFirst = resolve;
  });
  const round = async ({ gently }: Pace) => {
    await gently(() => first.then(() => pieces.push('first')));
    await gently(async () => pieces.push('second'));
  };
  const { app, job, failures } = await start({ everyMs: HOUR_MS, round });
  let isClosed = false;
  const closed = app.close().then(() => {
    isClosed = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(isClosed).toBe(false);
  endFirst();
  await closed;
  job.wake();
  expect([pieces, failures]).toEqual([['first'], []]);
});

it('does nothing before the server is there', async () => {
  let rounds = 0;
  const job = createJob({ name: 'early', everyMs: HOUR_MS, round: async () => (rounds += 1) });
  job.wake();
  await Promise.resolve();
  expect(rounds).toBe(0);
});

it('counts its rounds, and keeps the last failure of a part until another one', async () => {
  let isBroken = true;
  const round = async ({ attempt }: Pace) => {
    await attempt('a part', async () => {
      if (isBroken) throw new Error('no relay');
    });
  };
  const { app, job } = await start({ everyMs: HOUR_MS, isAtStart: false, round });
  expect(job.figures()).toMatchObject({ rounds: 0, lastStart: null, lastFailure: null });
  expect(job.figures().next).toBeGreaterThan(Date.now() + HOUR_MS / 2);
  job.wake();
  expect(job.figures().isRunning).toBe(true);
  await eventually(() => expect(job.figures().rounds).toBe(1));
  expect(job.figures()).toMatchObject({ failures: 1, lastSuccess: null });
  isBroken = false;
  job.wake();
  await eventually(() => expect(job.figures().rounds).toBe(2));
  expect(job.figures()).toMatchObject({
    failures: 1,
    lastFailure: { message: 'no relay' },
    lastSuccess: expect.any(Number),
  });
  await app.close();
});
