import { setImmediate } from 'node:timers/promises';
import { createFairLanes } from '../../plugins/fairLanes.ts';

/** Longest that one call works without letting others have a turn, in ms. */
const BREATH_MS = 10;

/**
 * For loops over what a caller sent or asks for: call it after each round. Answers of the embedded database come without
 * a turn of the event loop, so that a loop over them would hold up everybody.
 */
export function createBreath(): () => Promise<void> {
  let sinceMs = performance.now();
  return async () => {
    if (performance.now() - sinceMs < BREATH_MS) return;
    await setImmediate();
    sinceMs = performance.now();
  };
}

export interface Turns {
  /** Does a piece of work when the account's turn comes: one of each account at a time. */
  run<T>(userId: string, work: () => Promise<T>): Promise<T>;
}

/** Work on documents: accounts take turns, however many calls each of them makes at once. */
export function createTurns(): Turns {
  const lanes = createFairLanes({
    lanes: 4,
    lanesPerKey: 1,
    waitingPerKey: 100,
    waiting: 1000,
    refusal: 'Others are syncing much: try again in a moment',
    retryAfterSec: 2,
  });
  return {
    run: (userId, work) =>
      lanes.run(
        userId,
        async () => {
          const done = await work();
          // The next in the row has to wait for a turn of the event loop.
          await setImmediate();
          return done;
        },
        true,
      ),
  };
}
