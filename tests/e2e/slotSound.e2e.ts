import { expect, test } from '@playwright/test';
import { kept, openEditor, slots } from './editorPage.ts';
import { collectErrors, violations } from './pageChecks.ts';
import { countStarts, heard, recordSound } from './sound.ts';

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

test('pitch and effects are heard and kept, and two rings become one, heard as before, and two again', {
  tag: '@wide',
}, async ({ page }) => {
  // Two rings are rendered and measured in the middle of it.
  test.slow();
  const errors = collectErrors(page);
  await countStarts(page);
  await openEditor(page);
  await page.getByRole('button', { name: 'Surprise me' }).click();
  await expect(slots(page)).toHaveCount(8);
  await heard(page);

  await page.keyboard.press('3');
  await page.keyboard.press(']');
  await page.keyboard.press(']');
  const pitch = page.getByRole('slider', { name: 'Pitch' });
  await expect(pitch).toHaveAttribute('aria-valuetext', '+2 st');
  await page.getByRole('switch', { name: 'Keep pitch' }).click();
  await page.getByRole('button', { name: 'Effects' }).click();
  const reverb = page.getByRole('slider', { name: 'Reverb' });
  await reverb.press('PageUp');
  await page.getByRole('slider', { name: 'Pan' }).press('Home');
  await expect(page.getByRole('slider', { name: 'Pan' })).toHaveAttribute(
    'aria-valuetext',
    '100 % left',
  );
  await page.getByRole('button', { name: 'Pan back to middle' }).click();
  await page.getByRole('combobox', { name: 'Scale' }).selectOption('Dorian');
  expect(await violations(page)).toEqual([]);
  await heard(page);

  const recorded = await recordSound(page);
  const tempo = page.getByRole('spinbutton', { name: 'Tempo', exact: true });
  const period = BARS * Math.round((RATE * 4 * 60) / Number(await tempo.inputValue()));
  const startsBefore = await page.evaluate(() => window.sourceStarts);
  await expect
    .poll(async () => (await recorded()).length, { timeout: 60_000, intervals: [1000] })
    .toBeGreaterThan(period + RATE);
  const { length: mergedFrom } = await recorded();
  expectSteady(await recorded(), period);

  await page.getByRole('button', { name: 'Merge two' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge rings' });
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Merge 2 rings' }).click();
  await expect(slots(page)).toHaveCount(7, { timeout: 60_000 });
  await expect.poll(() => page.evaluate(() => window.sourceStarts)).toBeGreaterThan(startsBefore!);
  // It comes in on the next beat.
  const { length: startedBy } = await recorded();
  await expect
    .poll(async () => (await recorded()).length, { timeout: 30_000 })
    .toBeGreaterThan(startedBy + 2 * RATE);
  expectSteady((await recorded()).subarray(mergedFrom - period), period);
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect(slots(page)).toHaveCount(8);
  await kept(page);

  await page.reload();
  await expect(slots(page)).toHaveCount(8);
  await slots(page).nth(2).click();
  await expect(pitch).toHaveAttribute('aria-valuetext', '+2 st');
  await page.getByRole('button', { name: 'Effects 1 in use' }).click();
  await expect(reverb).toHaveAttribute('aria-valuetext', '20 %');
  await expect(page.getByRole('combobox', { name: 'Scale' })).toHaveValue('1');
  expect(errors).toEqual([]);
});
