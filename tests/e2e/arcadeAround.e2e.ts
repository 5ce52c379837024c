/** The arcade from its door to the feed: a visitor keeps what they made, and a kiosk gives it to a telephone. */
import { expect, type Page, test } from '@playwright/test';
import { freshName, linkInMail, makePerson, PASSWORD } from './accountPages.ts';
import { violations } from './pageChecks.ts';

/** Collects one loop in the sound explorer, and ends the run. */
async function playExplorer(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Sound explorer' });
  await expect(sheet).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await expect(sheet).toContainText('1:45');
  const play = sheet.getByRole('button', { name: 'Play', exact: true });
  await expect(play).toHaveAttribute('aria-busy', 'false');
  await play.click();
  // Nothing is taken before the count-in is over.
  await expect(async () => {
    await page.getByRole('button', { name: /^Collect/ }).click();
    await expect(page.getByRole('button', { name: /^What you make: (?!no)/ })).toBeVisible({
      timeout: 5000,
    });
  }).toPass();
  await page.keyboard.press('e');
  const asked = page.getByRole('dialog', { name: 'Finish here?' });
  await asked.getByRole('button', { name: 'Finish', exact: true }).click();
}

test('a visitor collects a rifff, signs up, keeps it, and finds it in the feed', {
  tag: ['@wide', '@short'],
}, async ({ page }) => {
  await page.goto('/arcade');
  await page.getByRole('button', { name: /^Sound explorer/ }).click();
  await playExplorer(page);
  await expect(page).toHaveURL(/\/arcade\/runs\/[0-9a-f]{32}$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('points');
  expect(await violations(page)).toEqual([]);

  await page.getByRole('link', { name: 'Sign up to keep it' }).click();
  const name = freshName();
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('E-mail').fill(`${name}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Password again', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox', { name: /terms of use/ }).click();
  await page.getByRole('button', { name: 'Make my account' }).click();

  await expect(page).toHaveURL(/\/arcade\/runs\/[0-9a-f]{32}$/);
  await page.getByRole('button', { name: 'Keep and share' }).click();
  const title = `Found ${name}`;
  await page.getByLabel('Title').fill(title);
  await page.getByRole('dialog').getByRole('button', { name: 'Keep and share' }).click();
  await expect(page.getByText('Yours, and in the feed.')).toBeVisible();
  await page.goto('/feed?source=explorer');
  await expect(page.getByRole('article').filter({ hasText: title })).toContainText(
    'from the sound explorer',
  );
});

test('a kiosk gives a run to the telephone that signs in by mail, and begins anew', {
  tag: '@wide',
}, async ({ page, browser, request }) => {
  const person = await makePerson(request);
  await page.goto('/arcade?kiosk=1');
  await page.getByRole('button', { name: /Touch to play/ }).click();
  expect(await violations(page)).toEqual([]);
  // There is no way out.
  await expect(page.locator('a:not([href^="#"])')).toHaveCount(0);
  await page.getByRole('button', { name: /^Sound explorer/ }).click();
  await playExplorer(page);
  await expect(page.getByRole('img', { name: /telephone/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const code = /[A-Z2-9]{4}(?:-[A-Z2-9]{4}){2}/.exec(await page.locator('main').innerText())?.[0];

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const { baseURL: url = '' } = test.info().project.use;
  await phone.addCookies([{ name: 'unsupported-browser', value: 'accepted', url }]);
  const hand = await phone.newPage();
  await hand.goto('/arcade/qr-code-scan');
  expect(await violations(hand)).toEqual([]);
  await hand.getByLabel('Or type the code').fill(String(code).toLowerCase());
  await hand.getByRole('button', { name: 'Look at it' }).click();
  await expect(hand.getByText(/^Sound explorer, /)).toBeVisible();
  expect(await violations(hand)).toEqual([]);
  await hand.getByLabel('E-mail of your account').fill(person.email);
  await hand.getByRole('button', { name: 'Mail me a link' }).click();
  const mail = await phone.newPage();
  await mail.goto(await linkInMail(person.email, '/remote-auth/verify-email'));
  await mail.getByRole('button', { name: 'Yes, sign it in' }).click();
  await expect(mail.getByText(/^Approved/)).toBeVisible();
  await hand.getByRole('button', { name: 'Keep and share' }).click();
  await expect(hand.getByText('It is yours, and stands in the feed.')).toBeVisible();
  await phone.close();

  await expect(page.getByText(`It is yours, ${person.name}.`)).toBeVisible();
  await expect(page.getByRole('button', { name: /Touch to play/ })).toBeVisible();
});
