import { type Browser, expect, type Page, test } from '@playwright/test';
import { carrySession, makePerson, type Person } from './accountPages.ts';
import { makeClub } from './clubCalls.ts';
import { violations } from './pageChecks.ts';
import { answerIn } from './roomPages.ts';
import { post } from './sharingCalls.ts';

/** Opens an address in a new context, as this person. */
async function windowOf(browser: Browser, who: Person, address: string): Promise<Page> {
  const context = await browser.newContext();
  await carrySession(context, who);
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('a club is made and joined by its link, and whoever is blocked is out at once', {
  tag: ['@wide', '@short'],
}, async ({ page, request, browser }) => {
  const [ada, mia, tom] = [
    await makePerson(request),
    await makePerson(request),
    await makePerson(request),
  ];
  await carrySession(page, ada);
  await page.goto('/clubs');
  await page.getByRole('button', { name: 'Make a club' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Night school');
  await page.getByRole('button', { name: 'Make the club' }).click();
  await expect(title(page)).toHaveText('Night school');
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  await page.keyboard.press('Escape');

  // By the link into the club, and from there into its channel, to play.
  const hers = await windowOf(browser, mia, new URL(link).pathname);
  await hers.getByRole('button', { name: /^Join as/ }).click();
  await expect(title(hers)).toHaveText('Night school');
  await hers.getByRole('link', { name: 'Play the first rifff' }).click();
  await expect(hers.getByText('Put something in')).toBeVisible();
  const channel = new URL(hers.url()).pathname.split('/').at(-1) ?? '';
  await answerIn(request, mia, channel, 0);
  await expect(hers.getByRole('button', { name: 'Answer', exact: true })).toBeVisible();

  // The owner hears what came, and makes a moderator, who blocks.
  await post(request, tom, `/clubs/join/${link.split('/').at(-1)}`, {});
  await page.reload();
  await expect(page.getByRole('button', { name: /^Play / }).first()).toBeVisible();
  await page.getByRole('button', { name: `More about ${tom.name}` }).click();
  await page.getByRole('menuitem', { name: 'Make them a moderator' }).click();
  await expect(page.getByText(`${tom.name} is a moderator now.`)).toBeVisible();
  const his = await windowOf(browser, tom, `/club/${id}`);
  await his.getByRole('button', { name: `More about ${mia.name}` }).click();
  await his.getByRole('menuitem', { name: `Block ${mia.name}` }).click();
  await his.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(his.getByText('Blocked (1)')).toBeVisible();
  await expect(hers.getByRole('alert').getByText(/this room/)).toBeVisible();
  await hers.goto(new URL(link).pathname);
  await hers.getByRole('button', { name: /^Join as/ }).click();
  await expect(hers.getByRole('alert').getByText(/block/i)).toBeVisible();
  await Promise.all([his.context().close(), hers.context().close()]);
});

test('a club is edited and opened, a visitor sees what is open, and it is deleted and comes back', {
  tag: '@wide',
}, async ({ page, request, browser }) => {
  test.slow();
  const ada = await makePerson(request);
  const { id, channel } = await makeClub(request, ada, { name: 'Attic', access: 'invite' });
  await answerIn(request, ada, channel, 1);
  const outside = await (await browser.newContext()).newPage();
  await outside.goto(`/club/${id}`);
  await expect(outside.getByText(/If you were given a code/)).toBeVisible();

  await carrySession(page, ada);
  await page.goto(`/club/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Required')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Harbour');
  await page.getByRole('radio', { name: /^Open/ }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(title(page)).toHaveText('Harbour');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'New channel' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Quay');
  await page.getByRole('radio', { name: /^Everybody/ }).check();
  await page.getByRole('button', { name: 'Make the channel' }).click();
  await expect(page.getByRole('link', { name: /^Quay/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  // What is open of it, without an account: the new channel, and not the one of its members.
  await outside.goto(`/club/${id}`);
  await expect(title(outside)).toHaveText('Harbour');
  await expect(outside.getByRole('link', { name: /^Quay/ })).toBeVisible();
  await expect(outside.getByRole('button', { name: /^Play / })).toHaveCount(0);

  await page.getByRole('button', { name: 'More about the club' }).click();
  await page.getByRole('menuitem', { name: 'Delete the club' }).click();
  await page.getByRole('button', { name: 'Delete the club' }).click();
  await expect(page.getByText(/^Closes /)).toBeVisible();
  await outside.reload();
  await expect(outside.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await expect(page.getByRole('button', { name: 'Invite', exact: true })).toBeVisible();
  await outside.reload();
  await expect(title(outside)).toHaveText('Harbour');
  await outside.context().close();
});
