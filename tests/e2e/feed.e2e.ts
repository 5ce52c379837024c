import { expect, type Page, test } from '@playwright/test';
import { WEEK_MS, weekOf } from '../../src/data/rules/chart/weeks.ts';
import { carrySession, fillLogin, makePerson, makeReferee, type Person } from './accountPages.ts';
import { violations } from './pageChecks.ts';
import { commit, post, share } from './sharingCalls.ts';
import { heard, tapSound } from './sound.ts';

/** The title of the card that has the focus. */
const focusedTitle = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.closest('article')?.querySelector('h2')?.textContent ?? '',
  );
const cardOf = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });
const headerLink = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name, exact: true });

/** Through the feed by keys alone: a card is reached, played and changed over to the next. */
async function playsByKeys(page: Page, upper: string, lower: string): Promise<void> {
  await page.goto('/feed');
  await expect(page.getByRole('button', { name: `Play ${upper}` })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => focusedTitle(page)).toBe(upper);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => focusedTitle(page)).toBe(lower);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await heard(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Pause ${lower}` })).toBeVisible();
}

/** On from the feed without an account: the chart, the radio, and a search by what it sounds like. */
async function looksAround(page: Page, upper: string, lower: string): Promise<void> {
  await headerLink(page, 'Chart').click();
  await expect(cardOf(page, lower).getByText('1 point', { exact: true })).toBeVisible();

  await headerLink(page, 'Listen').click();
  await expect(page).toHaveURL(/\/listen/);
  // What the feed played may go on here by itself.
  await heard(page, 0.002, 3000).catch(async () => {
    await page
      .getByRole('button', { name: /^Play / })
      .first()
      .press('Enter');
    await heard(page);
  });

  await page.keyboard.press('/');
  await page.getByRole('searchbox', { name: 'Search' }).fill(upper);
  const found = cardOf(page, upper);
  await expect(found).toBeVisible();
  const kinds = page.getByRole('group', { name: 'Kind of loop' });
  await kinds.getByRole('button', { name: 'FX' }).click();
  await expect(page.getByText('No rifffs found')).toBeVisible();
  await kinds.getByRole('button', { name: 'Drums' }).click();
  await expect(found).toBeVisible();
}

test('a visitor plays by keys, looks around and signs in to follow; the member likes, comments and remixes; the maker is told; a moderator removes the comment and chooses the rifff of the week', {
  tag: ['@wide', '@short'],
}, async ({ page, browser, request }) => {
  test.slow();
  const [ada, ben] = [await makePerson(request), await makePerson(request)];
  const lower = `Lower of ${ada.name}`;
  const upper = `Upper of ${ada.name}`;
  const lowerId = await share(request, ada, await commit(request, ada, 0), lower);
  const upperId = await share(request, ada, await commit(request, ada, 1), upper);
  await post(request, ben, `/rifff-feed/${lowerId}/like`, {});

  await tapSound(page);
  await playsByKeys(page, upper, lower);
  await looksAround(page, upper, lower);

  // Following asks to sign in, and comes back.
  await cardOf(page, upper).getByRole('link', { name: upper, exact: true }).click();
  const main = page.getByRole('main');
  await main.getByRole('link', { name: ada.name, exact: true }).first().click();
  await expect(page).toHaveURL(new RegExp(`/${ada.name}$`));
  await page.getByRole('link', { name: `Follow ${ada.name}` }).click();
  await expect(page).toHaveURL(new RegExp(`/login\\?success=%2F${ada.name}$`));
  await fillLogin(page, ben.name);
  await page.getByRole('button', { name: `Follow ${ada.name}` }).click();
  await expect(page.getByRole('button', { name: `Following ${ada.name}, unfollow` })).toBeVisible();

  await headerLink(page, 'Feed').click();
  await page.getByRole('navigation', { name: 'Order' }).getByText('Following').click();
  const card = cardOf(page, upper);
  await expect(card).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => focusedTitle(page)).toBe(upper);
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
  await page.keyboard.press('s');
  await expect(page.getByRole('dialog', { name: 'Pass it on' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect.poll(() => focusedTitle(page)).toBe(upper);
  await page.keyboard.press('r');
  await expect(page).toHaveURL(/\/jam$/);
  await page.goto('about:blank');

  const hers = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await isTold(hers, ada, [
    `${ben.name} follows you`,
    `${ben.name} likes “${upper}”`,
    `${ben.name} wrote about “${upper}”`,
  ]);
  await hers.context().close();

  const bench = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await carrySession(bench, await makeReferee(request));
  await bench.goto(`/rifff/${upperId}#comments`);
  const comments = bench.getByRole('region', { name: 'Comments 1' });
  await comments.getByRole('button', { name: `More about what ${ben.name} said` }).click();
  await bench.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(bench.getByRole('region', { name: 'Comments 0' })).toContainText('No comments yet');
  expect(await violations(bench)).toEqual([]);
  await choosesWinner(bench);
  await bench.context().close();
});

/** The bell of a page has all of this behind it. */
async function isTold(page: Page, person: Person, sentences: readonly string[]): Promise<void> {
  await carrySession(page, person);
  await page.goto('/terms');
  await page.getByRole('button', { name: /^Notifications, \d new$/ }).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  for (const sentence of sentences) {
    await expect(list.getByRole('link', { name: sentence })).toBeVisible();
  }
}

/** Decides the week before in place of the rule, among what the server made for show; everybody reads why. */
async function choosesWinner(page: Page): Promise<void> {
  const day = new Date(weekOf(Date.now()) - WEEK_MS).toISOString().slice(0, 10);
  await page.goto(`/chart?week=${day}`);
  await page.getByRole('button', { name: /^Choose (another|the rifff of this week)$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Rifff of the week' });
  const choices = dialog.getByLabel('It shall be');
  // The second of the week where there is one; some days the week before has a single rifff.
  const ranked = (await choices.locator('option').allTextContents()).filter((option) =>
    /^\d+\. /.test(option),
  );
  const chosen = ranked[1] ?? ranked[0]!;
  await choices.selectOption({ label: chosen });
  const [, title = ''] = /^\d+\. (.+), [^,]+$/.exec(chosen) ?? [];
  await dialog.getByLabel('Your reason, which everyone reads').fill('It opened the evening');
  await dialog.getByRole('button', { name: 'Decide' }).click();
  const winner = page.getByRole('region', { name: title, exact: true });
  await expect(winner.getByText(/It opened the evening/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
}
