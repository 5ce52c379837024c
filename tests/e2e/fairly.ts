/** Journeys that measure in real time, on a machine that may stand still meanwhile. */
import { test } from '@playwright/test';
import { type Stillness, stillText, WINDOWS, watchMachine } from '../support/machineWatch.ts';

/**
 * Measures. A failure counts where the machine went on; where it stood still, it is measured again as long as `windows`
 * last, and the journey is then skipped as not measured, with the figure.
 * @param measure throws where something is wrong; what cannot be done twice has one window
 * @param stillMs how long the machine may stand still without any excuse
 */
export async function fairly(
  measure: () => Promise<void>,
  { windows = WINDOWS, stillMs = 50 }: { windows?: number; stillMs?: number } = {},
): Promise<void> {
  const unfair: Stillness[] = [];
  while (unfair.length < windows) {
    const stop = await watchMachine();
    try {
      await measure();
      await stop();
      return;
    } catch (error) {
      const stillness = await stop();
      if (stillness.worstMs <= stillMs) throw error;
      unfair.push(stillness);
    }
  }
  test.skip(true, `not measured: ${stillText(unfair)}`);
}
