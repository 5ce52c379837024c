import { expect, type Locator, type Page, test } from '@playwright/test';
import { carrySession, makePerson } from './accountPages.ts';

const MOST_TABS = 120;

/** Goes forward by the Tab key until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
}

test('the keyboard alone makes, commits and shares a rifff', { tag: '@short' }, async ({
  page,
  request,
}) => {
  test.slow();
  const ada = await makePerson(request);
  await carrySession(page, ada);
  await page.goto('/jam');
  await expect(page.getByText('looking for your draft')).toHaveCount(0);
  await tabTo(page, page.getByRole('grid', { name: 'Loops' }).getByRole('row').first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Slot 1,/ })).toBeVisible();
  const commit = page.locator('[data-commit]');
  await tabTo(page, commit);
  await page.keyboard.press('Enter');
  await expect(commit).toHaveAttribute('data-commit', 'committed');

  await page.goto(`/jams/${ada.name}`);
  await tabTo(page, page.getByRole('button', { name: 'Share', exact: true }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByLabel('Title'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('By hand');
  await tabTo(page, dialog.getByRole('button', { name: 'Share', exact: true }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Link', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const shared = await request.get(`/api/v3/feed/shared_by/${ada.name}`);
  expect(JSON.stringify(await shared.json())).toContain('By hand');
});
