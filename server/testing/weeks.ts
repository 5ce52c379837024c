import { afterAll, beforeAll, vi } from 'vitest';
import type { TestServer } from './testApp.ts';

/** A Monday, 00:00 UTC. */
export const MONDAY_MS = Date.UTC(2026, 9, 5);
export const DAY_MS = 86_400_000;

/** The clock of a suite, which stands still until it is set; it begins on `MONDAY_MS` before the suite's server does. */
export function useClock(): (ms: number) => void {
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_MS }));
  afterAll(() => void vi.useRealTimers());
  return (ms) => void vi.setSystemTime(ms);
}

/** Keeps everyone signed in for as long as the clock may be set to. */
export async function keepSessions({ database }: Pick<TestServer, 'database'>): Promise<void> {
  const expires = MONDAY_MS + 1000 * DAY_MS;
  await database.queries.updateTable('sessions').set({ expires }).execute();
}
