import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isRefusal, Retry } from './retry.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

it('gives up on what would be refused again, and on nothing else', () => {
  for (const status of [400, 403, 404, 409, 413]) {
    expect(isRefusal({ status, code: 'bad_request' })).toBe(true);
  }
  for (const status of [0, 401, 408, 429, 500, 502, 503, 507]) {
    expect(isRefusal({ status, code: 'bad_request' })).toBe(false);
  }
  // What only found no room is kept until there is some.
  expect(isRefusal({ status: 413, code: 'over_quota' })).toBe(false);
  expect(isRefusal({ status: 413, code: 'too_large' })).toBe(true);
});

it('waits 1, 3, 9, 27 seconds, then a minute, and begins again when it went well', () => {
  const retry = new Retry();
  const pauses = Array.from({ length: 6 }, () => retry.putOff());
  expect(pauses).toEqual([1000, 3000, 9000, 27_000, 60_000, 60_000]);
  expect(retry.nextTryMs).toBe(1_060_000);
  retry.reset();
  expect(retry.nextTryMs).toBe(0);
  expect(retry.putOff()).toBe(1000);
});

it('does not ask a server before the time that it named, up to ten minutes', () => {
  const retry = new Retry();
  expect(retry.putOff(20)).toBe(20_000);
  expect(retry.putOff(1)).toBe(3000);
  expect(retry.putOff(86_400)).toBe(600_000);
});

it('runs the last plan once, when it is time', () => {
  const retry = new Retry();
  const ran: string[] = [];
  retry.putOff();
  retry.plan(() => ran.push('first'));
  retry.plan(() => ran.push('second'));
  expect(retry.isPlanned).toBe(true);
  vi.advanceTimersByTime(999);
  expect(ran).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(ran).toEqual(['second']);
  expect(retry.isPlanned).toBe(false);
  retry.plan(() => ran.push('stopped'));
  retry.stop();
  vi.advanceTimersByTime(60_000);
  expect(ran).toEqual(['second']);
});

it('keeps the pause of another tab, and goes on from it', () => {
  const retry = new Retry();
  retry.follow(9000);
  expect(retry.nextTryMs).toBe(1_009_000);
  expect(retry.putOff()).toBe(27_000);
  retry.follow(1000);
  expect(retry.putOff()).toBe(60_000);
});
