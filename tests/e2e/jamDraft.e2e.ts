import { expect, test } from '@playwright/test';
import { carrySession, makePerson } from './accountPages.ts';
import { addLoops, kept, openEditor } from './editorPage.ts';
import { showHistory } from './keepingPage.ts';
import { violations } from './pageChecks.ts';
import { commit } from './sharingCalls.ts';

test('the history of one’s own jam shows the draft that was not sent, and leads to it', {
  tag: '@short',
}, async ({ page, request }) => {
  const ada = await makePerson(request);
  await commit(request, ada, 1);
  await carrySession(page, ada);
  await page.goto('/jams/me');
  await showHistory(page);
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('button')).toHaveCount(1);
  await expect(history.getByRole('link')).toHaveCount(0);

  await openEditor(page);
  await addLoops(page, 0, 1);
  await kept(page);
  // Asked of the device, as a new visit does, and then of the editor's own store.
  await page.goto('/jams/me');
  await showHistory(page);
  const draft = history.getByRole('button', { name: /^Your draft,? ?2 loops, not committed$/ });
  await expect(draft).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await draft.click();
  await expect(page).toHaveURL(/\/jams\/me$/);
  await expect(page.getByRole('button', { name: 'Hear mine' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByRole('heading', { name: 'Draft' })).toBeVisible();

  // The jam is heard, and a mix of it takes the place of the draft, which stays on the device.
  await page.goto('/jams/me');
  await expect(page.getByRole('button', { name: 'Hear the jam' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page
    .getByRole('group', { name: /^Rings of/ })
    .getByRole('slider')
    .first()
    .press('m');
  await page.getByRole('button', { name: 'Keep this mix' }).click();
  await expect(page.getByRole('button', { name: 'Hear mine' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByText(/from Nº 1/).first()).toBeVisible();
  await showHistory(page);
  await expect(
    history.getByRole('button', { name: /^Your draft,? .*, from Nº 1, not/ }),
  ).toBeVisible();
});
