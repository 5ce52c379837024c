import { expect, type Page } from '@playwright/test';

/** One check of the self-test. */
export const checkRow = (page: Page, name: RegExp) => page.getByRole('row', { name });

/** Opens the self-test and waits until the checks that need no permission are done. */
export async function openSelfTest(page: Page): Promise<void> {
  await page.goto('/test-wasm');
  await expect(page.getByText(/^\d+ pass, \d+ fail, \d+ absent$/)).toBeVisible({ timeout: 90_000 });
}
