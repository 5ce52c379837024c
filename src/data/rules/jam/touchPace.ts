/** Touches of a ring that others are told of: seldom enough for the line, and the last one always. */
import { TOUCH_GAP_MS, type Touch } from '../../contract/live.ts';

/**
 * Sends at once, then at most every `TOUCH_GAP_MS`; what comes meanwhile replaces what waits.
 *
 * @param later runs something after so many ms; @returns what stops it
 * @returns `touch` takes one, `stop` forgets what waits
 */
export function touchPace(
  send: (touch: Touch) => void,
  later: (run: () => void, ms: number) => () => void = (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
): { touch(touch: Touch): void; stop(): void } {
  let waiting: Touch | null = null;
  let stop: (() => void) | null = null;
  const open = () => {
    stop = null;
    if (!waiting) return;
    const touch = waiting;
    waiting = null;
    send(touch);
    stop = later(open, TOUCH_GAP_MS);
  };
  return {
    touch(touch) {
      waiting = touch;
      if (!stop) open();
    },
    stop() {
      stop?.();
      stop = null;
      waiting = null;
    },
  };
}
