import { expect, type Page, test } from '@playwright/test';
import { isNarrow, kept, openEditor, slots } from './editorPage.ts';
import { collectErrors, violations } from './pageChecks.ts';
import { heard, loudest } from './sound.ts';

/** Opens a way to make loops: in a narrow window in the sheet of loops. */
async function openMaker(page: Page, title: 'Pads' | 'Keys'): Promise<void> {
  if (isNarrow(page)) await page.getByRole('button', { name: 'Add a loop' }).last().click();
  await page.getByRole('tab', { name: title }).click();
  await expect(page.getByRole('button', { name: 'Make a loop' })).toBeVisible();
}

async function closeSheet(page: Page): Promise<void> {
  if (isNarrow(page)) await page.getByRole('button', { name: 'Close' }).click();
}

test('a pattern is tapped, plays, becomes a loop and is there after a reload', {
  tag: ['@short', '@alone'],
}, async ({ page }) => {
  const errors = collectErrors(page);
  await openEditor(page);
  await openMaker(page, 'Pads');
  const kick = page.getByRole('group', { name: 'Pads' }).getByRole('button', { name: 'Kick' });
  // A hit is short: it is listened for from before, and struck again where a busy page missed it.
  await expect(() => Promise.all([heard(page, 0.002, 2000), kick.click()])).toPass();

  await page.getByRole('button', { name: 'Clear' }).click();
  for (const step of [1, 5, 9, 13]) {
    await page.getByRole('gridcell', { name: `Kick, step ${step}, empty` }).click();
  }
  await expect(page.getByRole('gridcell', { name: 'Kick, step 5, medium' })).toBeVisible();
  await page.getByRole('button', { name: 'Play steps' }).click();
  await heard(page);
  await page.getByRole('button', { name: 'Make a loop' }).click();
  await expect(page.getByRole('button', { name: 'Play steps' })).toBeVisible();
  await closeSheet(page);
  await expect(slots(page)).toHaveCount(1);
  await expect.poll(() => loudest(page, 600)).toBeGreaterThan(0.005);
  await kept(page);

  await page.reload();
  await expect(slots(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Play', exact: true }).first().click();
  await heard(page);
  // The steps themselves are there too, to be gone on with, and the panel is still open; a sheet is opened again.
  if (isNarrow(page)) await openMaker(page, 'Pads');
  await expect(page.getByRole('tab', { name: 'Pads' })).toHaveAttribute('aria-selected', 'true');
  for (const step of [1, 5, 9, 13]) {
    await expect(page.getByRole('gridcell', { name: `Kick, step ${step}, medium` })).toBeAttached();
  }
  await expect(page.getByRole('gridcell', { name: 'Kick, step 2, empty' })).toBeAttached();
  expect(errors).toEqual([]);
});

test('steps and strengths are set by keys alone', { tag: '@wide' }, async ({ page }) => {
  await openEditor(page);
  await openMaker(page, 'Pads');
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('gridcell', { name: 'Kick, step 1, empty' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('3');
  await expect(page.getByRole('gridcell', { name: 'Snare, step 2, hard' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('gridcell', { name: 'Snare, step 2, medium' })).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('gridcell', { name: 'Snare, step 2, empty' })).toBeFocused();
});

test('the computer’s keys play, a phrase is recorded and becomes a loop in the rifff’s key', {
  tag: ['@wide', '@short', '@alone'],
}, async ({ page }) => {
  const errors = collectErrors(page);
  await openEditor(page);
  await openMaker(page, 'Keys');
  await page.getByRole('combobox', { name: 'Root' }).selectOption({ label: 'D' });
  await page.getByRole('combobox', { name: 'Scale' }).selectOption({ label: 'Dorian' });
  await expect(page.getByRole('button', { name: 'D 2, root' })).toBeVisible();
  await page.keyboard.down('KeyS');
  await heard(page);
  await page.keyboard.up('KeyS');
  // S solos elsewhere in the editor; here it plays, and is let go.
  await expect.poll(() => loudest(page, 200)).toBeLessThan(0.002);

  await page.getByRole('button', { name: 'Record notes' }).click();
  await expect(page.getByText('Press Record notes and play')).toBeVisible();
  // After the bar of clicks the notch sets off.
  await expect(page.locator('[data-instrument] [data-runs]')).toBeVisible();
  for (const key of ['KeyA', 'KeyD', 'KeyG', 'KeyK']) {
    await page.keyboard.down(key);
    await page.waitForTimeout(90);
    await page.keyboard.up(key);
  }
  await expect(page.getByRole('img', { name: '4 notes in 2 bars' })).toBeVisible();
  await page.getByRole('button', { name: 'Make a loop' }).click();
  await expect(slots(page)).toHaveCount(1);
  await expect.poll(() => loudest(page, 2000)).toBeGreaterThan(0.005);
  await expect(page.getByRole('combobox', { name: 'Scale' }).last()).toHaveValue('1');
  await kept(page);

  await page.getByRole('button', { name: 'Lead', exact: true }).click();
  await page.reload();
  await openMaker(page, 'Keys');
  await expect(page.getByRole('img', { name: '4 notes in 2 bars' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Lead', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect(errors).toEqual([]);
});

test('pads and keys have no violations, and nothing is too small for a finger', {
  tag: ['@shortNarrow', '@alone'],
}, async ({ page }) => {
  const errors = collectErrors(page);
  await openEditor(page);
  for (const title of ['Pads', 'Keys'] as const) {
    await openMaker(page, title);
    expect(await violations(page)).toEqual([]);
    if (isNarrow(page)) {
      const small = await page
        .locator('[data-instrument] button, [data-instrument] select')
        .evaluateAll((all) =>
          all
            .filter((element) => element.checkVisibility())
            .map((element) => ({ element, box: element.getBoundingClientRect() }))
            .filter(({ element, box }) => {
              const after = getComputedStyle(element, '::after');
              const isGrown = after.content !== 'none' && after.position === 'absolute';
              const grown = (side: 'top' | 'left') =>
                isGrown ? -2 * Math.min(0, Number.parseFloat(after[side]) || 0) : 0;
              return box.height + grown('top') < 43.5 || box.width + grown('left') < 40;
            })
            .map(
              ({ element, box }) =>
                `${element.ariaLabel ?? element.textContent} ${box.width}×${box.height}`,
            ),
        );
      expect(small).toEqual([]);
      await closeSheet(page);
    }
  }
  expect(errors).toEqual([]);
});
