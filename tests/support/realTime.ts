/** Tests of what needs real time, on a machine that may stand still in the middle of them. */
import { it, type TestContext } from 'vitest';
import { type Stillness, stillText, WINDOWS, watchMachine } from './machineWatch.ts';

const UNFAIR = 'Not a fair window';

/**
 * A test that holds only where the machine goes on: of what sounds or moves in real time. A failure counts where the
 * machine went on; where it stood still, the test begins anew, with its hooks, at most three times, and is then skipped
 * as not measured, with the figure.
 * @param stillMs how long the machine may stand still without any excuse
 */
export function inRealTime(
  name: string,
  test: (context: TestContext) => Promise<void>,
  stillMs = 50,
): void {
  let windows: Stillness[] = [];
  it(name, { retry: { count: WINDOWS - 1, condition: new RegExp(UNFAIR) } }, async (context) => {
    const isFirst = !context.task.result?.retryCount;
    if (isFirst) windows = [];
    const stop = await watchMachine();
    let failure: unknown = null;
    try {
      await test(context);
    } catch (error) {
      failure = error;
    }
    const stillness = await stop();
    if (failure === null) return;
    if (stillness.worstMs <= stillMs) throw failure;
    windows.push(stillness);
    const said = stillText(windows);
    if (windows.length === WINDOWS) context.skip(`not measured: ${said}`);
    throw new Error(`${UNFAIR}: ${said}, which may be why ${failure}`, { cause: failure });
  });
}
