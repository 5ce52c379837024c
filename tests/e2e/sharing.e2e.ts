import { expect, type Page, test } from '@playwright/test';
import { carrySession, makePerson, makeReferee } from './accountPages.ts';
import { violations } from './pageChecks.ts';
import { commit, share } from './sharingCalls.ts';
import { heard, tapSound } from './sound.ts';

const heart = (page: Page, title: string) =>
  page.getByRole('button', { name: new RegExp(`^Like ${title}`) });

/** Without a GPU a rifff that turns in one window starves the others: only one is open at a time. */
const rest = (page: Page) => page.goto('about:blank');

/** Narrow windows are let in by a tap, once. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForURL((url) => url.pathname !== '');
  if (new URL(page.url()).pathname === '/holding-page') {
    await page.getByRole('main').getByRole('button').first().click();
    await page.waitForURL((url) => url.pathname !== '/holding-page');
  }
}

test('shared by its maker, found, liked and remixed by another: both names stand on both', {
  tag: ['@wide', '@shortPostgres'],
}, async ({ page, browser, request }) => {
  test.slow();
  const [ada, ben] = [await makePerson(request), await makePerson(request)];
  const first = await commit(request, ada, 0);

  await carrySession(page, ada);
  await page.goto(`/jams/${ada.name}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Ninth bus');
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  const link = dialog.getByRole('textbox', { name: 'Link', exact: true });
  const address = new URL(await link.inputValue());
  await dialog.getByRole('link', { name: 'See its page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ninth bus');
  expect(new URL(page.url()).pathname).toBe(address.pathname);

  await rest(page);
  const bensPage = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await tapSound(bensPage);
  await carrySession(bensPage, ben);
  await bensPage.goto('/feed');
  const card = bensPage.getByRole('article').filter({ hasText: ada.name });
  await card.getByRole('button', { name: 'Play Ninth bus' }).click();
  await heard(bensPage);
  await card.getByRole('link', { name: 'Ninth bus' }).click();
  await expect(bensPage.getByRole('heading', { level: 1 })).toHaveText('Ninth bus');
  await heart(bensPage, 'Ninth bus').click();
  await expect(heart(bensPage, 'Ninth bus')).toHaveAttribute('aria-pressed', 'true');
  await bensPage.getByRole('button', { name: 'Remix' }).click();
  await expect(bensPage).toHaveURL(/\/jam$/);

  const answerId = await share(request, ben, await commit(request, ben, 1, first), 'Tenth bus');
  await bensPage.goto(`/rifff/${answerId}`);
  const words = bensPage.getByRole('article').locator('header');
  await expect(words.getByRole('link', { name: ben.name })).toBeVisible();
  await expect(words.getByRole('link', { name: ada.name })).toBeVisible();
  const lineage = bensPage.getByRole('region', { name: 'Lineage' });
  await expect(lineage.getByRole('link', { name: 'Ninth bus' })).toBeVisible();

  await rest(bensPage);
  await page.goto(address.pathname);
  const heir = page
    .getByRole('region', { name: 'Lineage' })
    .getByRole('link', { name: 'Tenth bus' });
  await expect(heir).toBeVisible();
  await expect(heart(page, 'Ninth bus')).toHaveAccessibleName('Like Ninth bus, 1 like');
  await bensPage.context().close();
});

test('reported, removed with a reason, brought back; its maker takes it back', {
  tag: ['@wide', '@short'],
}, async ({ page, browser, request }) => {
  test.slow();
  const [ada, ben, judge] = [
    await makePerson(request),
    await makePerson(request),
    await makeReferee(request),
  ];
  const shareId = await share(request, ada, await commit(request, ada, 2), `Of ${ada.name}`);
  const at = `/rifff/${shareId}`;

  await carrySession(page, ben);
  await page.goto(at);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await page.getByLabel('Stolen').check();
  await page.getByLabel(/^Anything that helps/).fill('<b>Mine</b> & yours');
  await page.getByRole('button', { name: 'Send the report' }).click();
  await expect(page.getByText(/The moderators look at it/)).toBeVisible();

  await rest(page);
  const bench = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await carrySession(bench, judge);
  await bench.goto('/moderation');
  await expect(bench.getByRole('heading', { name: 'Open reports' })).toBeVisible();
  const row = bench
    .getByRole('listitem')
    .filter({ hasText: `Of ${ada.name}` })
    .first();
  await expect(row).toContainText('<b>Mine</b> & yours');
  // The queue by keys: on to the case, a try without a reason, the reason, and out of its field.
  await expect(async () => {
    await bench.keyboard.press('j');
    await expect(row).toBeFocused({ timeout: 200 });
  }).toPass();
  await bench.keyboard.press('1');
  await expect(row.getByRole('alert').filter({ hasText: /./ })).toHaveText('Required');
  await bench.keyboard.press('e');
  await bench.keyboard.type('Shown to be stolen');
  await bench.keyboard.press('Escape');
  await bench.keyboard.press('1');
  await expect(bench.getByText(/^Removed\./)).toBeVisible();
  await page.goto(at);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  expect(await violations(bench)).toEqual([]);

  const trail = bench.getByRole('region', { name: 'What was done' });
  const entry = trail
    .getByRole('listitem')
    .filter({ hasText: `Of ${ada.name}` })
    .first();
  await entry.getByRole('button', { name: 'Bring back' }).click();
  await entry.getByLabel('Reason').fill('It was hers');
  await entry.getByRole('button', { name: 'Bring back' }).click();
  await expect(bench.getByText('Brought back.')).toBeVisible();
  await rest(bench);
  await page.goto(at);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Of ${ada.name}`);
  await bench.context().close();
  await rest(page);

  const own = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await carrySession(own, ada);
  await own.goto(at);
  await own.getByRole('button', { name: 'Share', exact: true }).click();
  await own.getByRole('button', { name: 'Stop sharing' }).click();
  await own.getByRole('button', { name: /^Take it back/ }).click();
  await expect(own).toHaveURL(new RegExp(`/${ada.name}$`));
  await expect(own.getByText('Nothing shared yet')).toBeVisible();
  await rest(own);
  await page.goto(at);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await own.context().close();
});

test('listening goes from one to the next, by button and by key', async ({ page, request }) => {
  const ada = await makePerson(request);
  await share(request, ada, await commit(request, ada, 3), 'First');
  await share(request, ada, await commit(request, ada, 4), 'Second');
  await tapSound(page);
  await open(page, '/listen');
  const title = page.getByRole('main').getByRole('heading', { level: 1 });
  await expect(title).toHaveText('Second');
  await page.getByRole('button', { name: 'Play Second' }).click();
  await heard(page);
  await page.getByLabel('Comes in').selectOption('now');
  await page.getByRole('button', { name: 'Next rifff' }).click();
  await expect(title).toHaveText('First');
  // A reload goes on with what was heard.
  await page.goto('/listen');
  await expect(title).toHaveText('First');
  await page.keyboard.press('ArrowLeft');
  await expect(title).toHaveText('Second');
  await page.keyboard.press('w');
  await expect(page.getByRole('banner')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('banner')).toBeVisible();
});

test('what nobody has is not found', { tag: '@wide' }, async ({ page }) => {
  for (const path of ['/rifff/00000000000000000000000000000000', '/nobody-at-all', '/no']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  }
});
