import { expect, type Page, test } from '@playwright/test';
import { carrySession, makePerson } from './accountPages.ts';
import { collectErrors, overflowPx, violations } from './pageChecks.ts';
import { answerIn, makeRoom } from './roomPages.ts';
import { commit, share } from './sharingCalls.ts';

/** The bell of the page, with how much is new. */
const bell = (page: Page, unread: number) =>
  page.getByRole('button', {
    name: unread === 0 ? 'Notifications' : `Notifications, ${unread} new`,
    exact: true,
  });

test('one follows another, who hears of it at once; a profile is edited where it stands; unfollow and block @wide', async ({
  browser,
  page: ana,
  request,
}) => {
  const [mia, tom] = [await makePerson(request), await makePerson(request)];
  await share(request, mia, await commit(request, mia, 0), 'Ninth bus');
  const room = await makeRoom(request, mia, 'Cellar');
  await answerIn(request, mia, room.id, 1);
  const { baseURL } = test.info().project.use;
  const context = await browser.newContext({
    ...(baseURL !== undefined && { baseURL }),
    viewport: ana.viewportSize(),
  });
  const ben = await context.newPage();
  await carrySession(ana, mia);
  await carrySession(ben, tom);
  const [hers, his] = [collectErrors(ana), collectErrors(ben)];

  // Mia is in a room, whose line tells her.
  await ana.goto(`/jams/${room.id}`);
  await expect(bell(ana, 0)).toBeVisible();
  await expect(ana.getByRole('region', { name: 'Here now' })).toContainText(mia.name);
  await ben.goto(`/${mia.name}`);
  await expect(ben.getByRole('heading', { level: 1, name: mia.name })).toBeVisible();
  expect(await violations(ben)).toEqual([]);
  expect(await overflowPx(ben)).toBe(0);
  await ben.getByRole('button', { name: `Follow ${mia.name}` }).click();
  await expect(ben.getByRole('link', { name: 'Followers 1' })).toBeVisible();
  await expect(bell(ana, 1)).toBeVisible();
  await bell(ana, 1).click();
  await ana.getByRole('link', { name: `${tom.name} follows you` }).click();
  await expect(ana).toHaveURL(new RegExp(`/${tom.name}$`));
  await expect(bell(ana, 0)).toBeVisible();

  // Her own page, with a mistake in it, through a reload.
  await ana.goto('/profile');
  await ana.getByRole('link', { name: 'Edit' }).click();
  await ana.getByLabel('Bio').fill('Loops for late hours.');
  await ana.getByLabel('Website').fill('not an address');
  await ana.getByRole('button', { name: 'Save profile' }).click();
  await expect(ana.getByText(/Must be an address/)).toBeVisible();
  expect(await violations(ana)).toEqual([]);
  await ana.reload();
  await expect(ana.getByLabel('Bio')).toHaveValue('Loops for late hours.');
  await ana.getByLabel('Website').fill('example.org');
  await ana.getByRole('button', { name: 'Save profile' }).click();
  await expect(ana.getByText('Your profile is saved.')).toBeVisible();
  await ana.getByRole('button', { name: 'Done' }).click();
  await expect(ana.getByText('Loops for late hours.')).toBeVisible();
  await expect(ana.getByRole('link', { name: 'Website' })).toHaveAttribute(
    'href',
    'https://example.org/',
  );

  // Tom is among those who follow her, and then no more.
  await ana.getByRole('link', { name: 'Followers 1' }).click();
  await expect(ana.getByRole('main').getByRole('link', { name: tom.name })).toBeVisible();
  expect(await violations(ana)).toEqual([]);
  await ben.getByRole('button', { name: `Following ${mia.name}, unfollow` }).click();
  await expect(ben.getByRole('link', { name: 'Followers 0' })).toBeVisible();

  // Who is blocked cannot follow any more; nothing of them is shown.
  await ana.goto(`/${tom.name}`);
  await ana.getByRole('button', { name: 'More', exact: true }).click();
  await ana.getByRole('menuitem', { name: `Block ${tom.name}` }).click();
  await expect(ana.getByText(`You blocked ${tom.name}`, { exact: true })).toBeVisible();
  await ben.getByRole('button', { name: `Follow ${mia.name}` }).click();
  await expect(ben.getByText('You cannot follow this person')).toBeVisible();
  await expect(ben.getByRole('button', { name: `Follow ${mia.name}` })).toBeVisible();
  // The browser itself logs what was refused.
  expect([...hers, ...his].filter((text) => !text.includes('403'))).toEqual([]);
  await context.close();
});
