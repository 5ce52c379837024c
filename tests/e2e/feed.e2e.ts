import { expect, type Page, test } from '@playwright/test';
import { carrySession, fillLogin, makePerson, makeReferee } from './accountPages.ts';
import { violations } from './pageChecks.ts';
import { commit, share } from './sharingCalls.ts';
import { heard, tapSound } from './sound.ts';

/** The title of the card that has the focus. */
const focusedTitle = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.closest('article')?.querySelector('h2')?.textContent ?? '',
  );

test('a visitor goes through the feed by keys, plays, and comes back from signing in; the member likes, comments and remixes; a moderator removes the comment', {
  tag: '@wide',
}, async ({ page, browser, request }) => {
  test.slow();
  const [ada, ben] = [await makePerson(request), await makePerson(request)];
  const lower = `Lower of ${ada.name}`;
  const upper = `Upper of ${ada.name}`;
  await share(request, ada, await commit(request, ada, 0), lower);
  const upperId = await share(request, ada, await commit(request, ada, 1), upper);

  await tapSound(page);
  await page.goto('/feed');
  await expect(page.getByRole('button', { name: `Play ${upper}` })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  expect(await focusedTitle(page)).toBe(upper);
  await page.keyboard.press('ArrowRight');
  expect(await focusedTitle(page)).toBe(lower);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await heard(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Pause ${lower}` })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('l');
  await expect(page).toHaveURL(/\/login\?success=%2Ffeed$/);
  await fillLogin(page, ben.name);
  await expect(page).toHaveURL(/\/feed$/);

  const card = page.getByRole('article').filter({ hasText: upper });
  await expect(card).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('l');
  await expect(card.getByRole('button', { name: `Like ${upper}, 1 like` })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'Comments' });
  await dialog.getByLabel('Your comment').fill('Cheap <b>ring tones</b> at https://example.org');
  await page.keyboard.press('Enter');
  const said = dialog.getByRole('listitem');
  await expect(said).toContainText('<b>ring tones</b>');
  await expect(said.getByRole('link', { name: 'https://example.org' })).toBeVisible();
  await expect(said.getByText('Sending')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(card.getByRole('button', { name: `Comment on ${upper}, 1 comment` })).toBeVisible();
  await page.keyboard.press('r');
  await expect(page).toHaveURL(/\/jam$/);
  await page.goto('about:blank');

  const bench = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await carrySession(bench, await makeReferee(request));
  await bench.goto(`/rifff/${upperId}#comments`);
  const comments = bench.getByRole('region', { name: 'Comments 1' });
  await comments.getByRole('button', { name: `More about what ${ben.name} said` }).click();
  await bench.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(bench.getByRole('region', { name: 'Comments 0' })).toContainText('No comments yet');
  expect(await violations(bench)).toEqual([]);
  await bench.context().close();
});
