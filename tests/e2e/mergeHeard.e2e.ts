import { expect, test } from '@playwright/test';
import { openEditor, slots } from './editorPage.ts';
import { heard, recordSound } from './sound.ts';

const RATE = 48_000;
/** Every loop of the house goes round within them. */
const BARS = 8;

/** Level of every window of so many seconds, in decibels. */
function levelsDb(samples: Float32Array, sec: number): number[] {
  const width = Math.round(sec * RATE);
  return Array.from({ length: Math.floor(samples.length / width) }, (_, window) => {
    const part = samples.subarray(window * width, (window + 1) * width);
    return 10 * Math.log10(part.reduce((sum, x) => sum + x * x, 0) / width + 1e-12);
  });
}

/**
 * How far the sound leaves the pass before it, where every pass of `period` frames is the same music: the largest
 * change of level over a fifth of a second, and the longest time that is missing (20 dB below the pass before, where
 * that is no further below the mean), in decibels and milliseconds.
 */
function changeOfPass(samples: Float32Array, period: number) {
  const before = samples.subarray(0, samples.length - period);
  const after = samples.subarray(period);
  const was = levelsDb(before, 0.2);
  const levelDb = Math.max(...levelsDb(after, 0.2).map((db, at) => Math.abs(db - was[at]!)));
  const [mean] = levelsDb(before, before.length / RATE);
  const fine = levelsDb(before, 0.001);
  let gapMs = 0;
  let running = 0;
  for (const [at, db] of levelsDb(after, 0.001).entries()) {
    const isMissing = fine[at]! > mean! - 20 && db < fine[at]! - 20;
    running = isMissing ? running + 1 : 0;
    gapMs = Math.max(gapMs, running);
  }
  return { levelDb, gapMs };
}

/** Nothing that was heard gets louder, quieter or is missing from one pass to the next. */
function expectSteady(samples: Float32Array, period: number): void {
  const { levelDb, gapMs } = changeOfPass(samples, period);
  expect(levelDb).toBeLessThan(1);
  expect(gapMs).toBeLessThanOrEqual(5);
}

test('a merge and its undo are heard as the rings were, with no hole while they load', {
  tag: '@wide',
}, async ({ page }) => {
  await openEditor(page);
  await page.getByRole('button', { name: 'Surprise me' }).click();
  await expect(slots(page)).toHaveCount(8);
  await heard(page);
  const recorded = await recordSound(page);
  const tempo = page.getByRole('spinbutton', { name: 'Tempo', exact: true });
  const period = BARS * Math.round((RATE * 240) / Number(await tempo.inputValue()));
  /** Records so many seconds more. @returns frames so far */
  const listen = async (seconds: number) => {
    const { length } = await recorded();
    await expect
      .poll(async () => (await recorded()).length, { timeout: 90_000, intervals: [1000] })
      .toBeGreaterThan(length + seconds * RATE);
    return (await recorded()).length;
  };
  const before = await listen(period / RATE + 1);
  expectSteady(await recorded(), period);

  await page.getByRole('button', { name: 'Merge two' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge rings' });
  await dialog.getByRole('button', { name: 'Merge 2 rings' }).click();
  await expect(slots(page)).toHaveCount(7);
  const merged = await listen(4);
  expectSteady((await recorded()).subarray(before - period), period);

  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(slots(page)).toHaveCount(8);
  await listen(4);
  expectSteady((await recorded()).subarray(merged - period), period);
});
