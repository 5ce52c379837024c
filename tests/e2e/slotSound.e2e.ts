import { expect, test } from '@playwright/test';
import { kept, openEditor, slots } from './editorPage.ts';
import { collectErrors, violations } from './pageChecks.ts';
import { heard } from './sound.ts';

test('pitch and effects are heard and kept, and two rings become one and two again', {
  tag: ['@wide', '@short', '@alone'],
}, async ({ page }) => {
  // Two rings are rendered and measured in the middle of it.
  test.slow();
  const errors = collectErrors(page);
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

  await page.getByRole('button', { name: 'Merge two' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge rings' });
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Merge 2 rings' }).click();
  await expect(slots(page)).toHaveCount(7);
  await heard(page);
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
