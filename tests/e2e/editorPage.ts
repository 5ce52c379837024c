/** The editor as its journeys use it. */
import { expect, type Page } from '@playwright/test';
import { tapSound } from './sound.ts';

/** Is this the narrow layout? */
export function isNarrow(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 992;
}

/** Opens the editor and waits until the draft of this device has been looked for. */
export async function openEditor(page: Page): Promise<void> {
  await tapSound(page);
  await page.goto('/jam');
  await expect(page.getByRole('heading', { name: 'Draft' })).toBeVisible();
  await expect(page.getByText('looking for your draft')).toHaveCount(0);
}

/** Used slots, in order. */
export function slots(page: Page) {
  return page.getByRole('button', { name: /^Slot \d,/ });
}

/** What the slots are called, in order, without their numbers. */
export function slotNames(page: Page): Promise<string[]> {
  return slots(page).evaluateAll((all) =>
    all.map((one) => {
      const text = one.ariaLabel ?? one.firstElementChild?.textContent ?? '';
      return text.replace(/^Slot \d, /, '');
    }),
  );
}

/** Rows of the loop pool. */
export function rows(page: Page) {
  return page.getByRole('grid', { name: 'Loops' }).getByRole('row');
}

/** Adds loops of the pool by their place in the list. In a narrow window through the sheet. */
export async function addLoops(page: Page, ...at: number[]): Promise<void> {
  if (isNarrow(page)) await page.getByRole('button', { name: 'Add a loop' }).last().click();
  else {
    // In a jam they are in a drawer.
    const closed = page.getByRole('button', { name: 'Make', exact: true, expanded: false });
    await expect(rows(page).first().or(closed).first()).toBeVisible();
    if (await closed.isVisible()) await closed.click();
  }
  await expect(rows(page).first()).toBeVisible();
  for (const index of at) await rows(page).nth(index).press('Enter');
  if (isNarrow(page)) await page.getByRole('button', { name: 'Close' }).click();
}

/** Waits until the device has everything. */
export async function kept(page: Page): Promise<void> {
  await expect(page.locator('[data-saved="saved"]')).toHaveCount(1);
}
