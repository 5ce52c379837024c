import { vi } from 'vitest';
import { PATIENCE_MS } from './patience.ts';

/**
 * Waits until a check passes, for what `expect.poll` cannot ask. @returns its answer
 * @throws what it threw last, once the patience is over
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: PATIENCE_MS, interval: 50 });
