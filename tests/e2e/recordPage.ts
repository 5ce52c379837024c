/** The panel that records. */
import { expect, type Page } from '@playwright/test';
import { isNarrow } from './editorPage.ts';

export const takeButton = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true });
/** The panel's own button; the transport has another of the same name. */
export const recordButton = (page: Page, name: 'Record' | 'Stop recording') =>
  page
    .getByRole('region', { name: 'Record', exact: true })
    .getByRole('button', { name, exact: true });

/** In a narrow window the panel is a sheet over everything else. */
export async function closeRecord(page: Page): Promise<void> {
  if (isNarrow(page)) await page.getByRole('button', { name: 'Close', exact: true }).click();
}

export async function openRecord(
  page: Page,
  button: 'Record' | 'Stop recording' = 'Record',
): Promise<void> {
  if (isNarrow(page)) await page.getByRole('button', { name: 'Add a loop' }).last().click();
  await page.getByRole('tab', { name: 'Record' }).click();
  await expect(recordButton(page, button)).toBeVisible();
}
