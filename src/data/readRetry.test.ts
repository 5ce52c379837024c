import { expect, it } from 'vitest';
import { ApiError } from './contract/errors.ts';
import { askAgainMs, isAskedAgain } from './readRetry.ts';

const failed = (status: number, retryAfterSec?: number) =>
  new ApiError('unavailable', 'busy', null, status, retryAfterSec);

it('waits as long as the server says and up to as much again, and asks more often than without', () => {
  for (const random of [0, 0.5, 0.999]) {
    const pauseMs = askAgainMs(0, failed(503, 3), () => random);
    expect(pauseMs).toBeGreaterThanOrEqual(3000);
    expect(pauseMs).toBeLessThan(6000);
  }
  expect(isAskedAgain(4, failed(503, 3))).toBe(true);
  expect(isAskedAgain(4, failed(503))).toBe(false);
  expect(isAskedAgain(9, failed(503, 3))).toBe(false);
  expect(askAgainMs(0, failed(503, 86_400))).toBe(30_000);
});

it('asks twice more where nothing is said, later each time, and never what was refused or is closed', () => {
  expect([0, 1, 2].map((failures) => isAskedAgain(failures, failed(0)))).toEqual([
    true,
    true,
    false,
  ]);
  expect([0, 1, 9].map((failures) => askAgainMs(failures, new Error('x')))).toEqual([
    1000, 2000, 30_000,
  ]);
  const closed = new ApiError('maintenance', 'closed', null, 503, 30);
  expect(isAskedAgain(0, closed)).toBe(false);
  for (const status of [400, 404, 429]) expect(isAskedAgain(0, failed(status, 1))).toBe(false);
});
