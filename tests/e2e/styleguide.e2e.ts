import { expect, test } from '@playwright/test';
import { collectErrors, overflowPx, violations } from './pageChecks.ts';

test('the style guide has its version, its sections and the one that is shown', {
  tag: '@short',
}, async ({ page }) => {
  const errors = collectErrors(page);
  await page.goto('/styleguide');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Style guide');
  await expect(page.getByText('Version 3.0.0')).toBeVisible();
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await sections.getByRole('link', { name: 'Colours', exact: true }).click();
  await expect(page).toHaveURL(/\/styleguide\/colours$/);
  for (const name of ['Palette', 'Instruments']) {
    await expect(page.getByRole('heading', { level: 3, name })).toBeVisible();
  }
  await sections.getByRole('link', { name: 'Buttons', exact: true }).click();
  await expect(sections.locator('[aria-current="page"]')).toHaveText('Buttons');
  expect(errors).toEqual([]);
});

test('a section that there is not is not found', async ({ page }) => {
  await page.goto('/styleguide/shadows');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
});

test('the poster shows version 3 on one sheet', async ({ page }) => {
  const errors = collectErrors(page);
  await page.goto('/stylev3');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Printedmatter');
  await expect(page.getByRole('heading', { level: 2, name: 'Ring states' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('the self-test sees what this browser can do, and asks for nothing', {
  tag: '@short',
}, async ({ page }) => {
  await page.goto('/test-wasm');
  await expect(page.getByText(/^\d+ pass, \d+ fail, \d+ absent$/)).toBeVisible({ timeout: 90_000 });
  for (const name of ['Ogg Vorbis', 'AudioWorklet', 'Workers', 'WebAssembly', 'IndexedDB']) {
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name, exact: true }) });
    await expect(row).toContainText('Passes');
  }
  const microphone = page.getByRole('row', { name: /^Microphone/ });
  await expect(microphone).toContainText('Not asked');
  await page.getByText('The report as text').click();
  await expect(page.locator('pre')).toContainText('not run  Microphone');
  expect(await violations(page)).toEqual([]);
  expect(await overflowPx(page)).toBe(0);
});
