import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { faultOf } from './health.ts';

const TICK_MS = 100;

describe('what is checked', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A check that waits in a line. */
  function inLine() {
    const turn = Promise.withResolvers<void>();
    let answeredCount = 0;
    let fault: unknown = 'unknown';
    void faultOf(
      () => turn.promise,
      () => answeredCount,
    ).then((found) => {
      fault = found;
    });
    return {
      turn,
      fault: () => fault,
      /** So many ticks pass, with an answer to another in each of them or in none. */
      async pass(ticks: number, isAnswering: boolean) {
        for (let at = 0; at < ticks; at++) {
          if (isAnswering) answeredCount += 1;
          await vi.advanceTimersByTimeAsync(TICK_MS);
        }
      },
    };
  }

  it('is well that waits for long behind others which are answered', async () => {
    const check = inLine();
    await check.pass(100, true);
    await check.pass(20, false);
    await check.pass(100, true);
    expect(check.fault()).toBe('unknown');
    check.turn.resolve();
    await check.pass(1, false);
    expect(check.fault()).toBeUndefined();
  });

  it('is silent after three seconds in which nothing was answered', async () => {
    const check = inLine();
    await check.pass(50, true);
    await check.pass(29, false);
    expect(check.fault()).toBe('unknown');
    await check.pass(1, false);
    expect(check.fault()).toEqual(new Error('no answer in time'));
  });

  it('is silent after half a minute, though others are answered', async () => {
    const check = inLine();
    await check.pass(299, true);
    expect(check.fault()).toBe('unknown');
    await check.pass(1, true);
    expect(check.fault()).toEqual(new Error('no answer in time'));
  });

  it('fails with what it throws', async () => {
    const check = inLine();
    check.turn.reject(new Error('gone'));
    await check.pass(1, false);
    expect(check.fault()).toEqual(new Error('gone'));
  });
});
