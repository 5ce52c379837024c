/**
 * `node bench/audio/takes.ts`: how close to the beat takes lie, over fifty takes with an injected latency, in the real
 * Chromium from a production build. Five openings of the input with ten takes each, since the way in may differ from
 * one opening to the next; half of them after the panel was left and opened again, which must not be a new opening.
 */
import type { Page } from 'playwright';
import { figure, line } from '../figure.ts';
import { withPage } from './benchPage.ts';
import type { TakesFigures } from './page/takes.ts';

const DELAYS_SEC = [0.012, 0.035, 0.06, 0.12, 0.22];
const TAKES_EACH = 10;

const ms = (x: number) => `${x.toFixed(2)} ms`;
const share = (figures: readonly number[], at: number) => {
  const sorted = figures.map(Math.abs).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(at * sorted.length))]!;
};

function measure(page: Page, delaySec: number, isCalibrated: boolean): Promise<TakesFigures> {
  return page.evaluate(
    ([delay, count, calibrated]) =>
      window.takesBench!.alignment(delay as number, count as number, calibrated as boolean),
    [delaySec, TAKES_EACH, isCalibrated] as const,
  );
}

async function takes(page: Page): Promise<void> {
  const all: number[] = [];
  const again: number[] = [];
  for (const delaySec of DELAYS_SEC) {
    const figures = await measure(page, delaySec, true);
    const { offMs, offAgainMs, measuredMs, heard, spreadMs, guessedMs } = figures;
    all.push(...offMs);
    again.push(...offAgainMs);
    line(`injected ${delaySec * 1000} ms: measured`, ms(measuredMs));
    line('  the browser’s own figure', ms(guessedMs));
    line(`  ${heard} of 3 bursts heard, apart by`, ms(spreadMs));
    line(`  ${TAKES_EACH} takes off the beat, median`, ms(share(offMs, 0.5)));
  }
  figure('takeMedian', share(all, 0.5));
  figure('takeP95', share(all, 0.95));
  line(
    `  worst of ${DELAYS_SEC.length * TAKES_EACH} takes, ${all.length} beats`,
    ms(share(all, 1)),
  );
  figure('takeAgain', share(again, 1));
  const blind = await measure(page, 0.035, false);
  line('without calibration, injected 35 ms: median', ms(share(blind.offMs, 0.5)));
}

await withPage(
  { folder: 'takesPage' },
  'takesBench',
  ['--autoplay-policy=no-user-gesture-required'],
  takes,
);
