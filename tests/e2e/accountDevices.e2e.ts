import { expect, type Page, test } from '@playwright/test';
import {
  carrySession,
  credentialOf,
  fillLogin,
  freshName,
  linkInMail,
  makePerson,
  memberAt,
  PASSWORD,
} from './accountPages.ts';
import { violations } from './pageChecks.ts';

/** Opens the waiting side. @returns its code and the path that the other device opens */
async function waitingDevice(page: Page): Promise<{ code: string; path: string }> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with another device' }).click();
  await expect(page.getByRole('img', { name: /approving page/ })).toBeVisible();
  const code = await page.getByText(/^[A-Z0-9]{6}$/).innerText();
  await page.getByText('No camera?').click();
  const address = await page.getByText(/\/remote-register\?remoteToken=/).innerText();
  return { code, path: address.replace(/^https?:\/\/[^/]+/, '') };
}

test('one device signs another in, once both show the same code', { tag: '@short' }, async ({
  browser,
  request,
}) => {
  const person = await makePerson(request);
  const [tv, phone] = await Promise.all([browser.newContext(), browser.newContext()]);
  const [waiting, approving] = [await tv.newPage(), await phone.newPage()];
  try {
    const { code, path } = await waitingDevice(waiting);
    // A person who is not signed in signs in first and comes back.
    await approving.goto(path);
    await approving.getByRole('link', { name: 'Sign in here first' }).click();
    await fillLogin(approving, person.name);
    await expect(approving.getByText(code, { exact: true })).toBeVisible();
    expect(await violations(approving)).toEqual([]);
    await approving.getByRole('button', { name: 'Yes, sign it in' }).click();
    await expect(approving.getByText(/^Approved/)).toBeVisible();
    await expect.poll(() => credentialOf(waiting)).not.toBeNull();
    await waiting.goto('/account?tab=devices');
    await expect(waiting.getByRole('heading', { name: person.name })).toBeVisible();

    // Used up: the same address approves nothing more.
    await approving.goto(path);
    await expect(approving.getByText(/Approved|request is over/)).toBeVisible();
    await expect(approving.getByRole('button', { name: 'Yes, sign it in' })).toHaveCount(0);

    // The list shows both, and signs the other out.
    await approving.goto('/account?tab=devices');
    await approving.getByRole('button', { name: 'Sign out all others' }).click();
    await expect(approving.getByText('There is only this one.')).toBeVisible();
    await waiting.reload();
    await expect(waiting).toHaveURL(/\/login/);
  } finally {
    await Promise.all([tv.close(), phone.close()]);
  }
});

test('a device that is refused stays outside', async ({ browser, page, request }) => {
  const person = await makePerson(request);
  const tv = await browser.newContext();
  const waiting = await tv.newPage();
  try {
    const { path } = await waitingDevice(waiting);
    await carrySession(page, person);
    await page.goto(path);
    await page.getByRole('button', { name: 'Refuse' }).click();
    await expect(page.getByText(/^Refused/)).toBeVisible();
    await expect(waiting.getByText(/You are not signed in/)).toBeVisible();
    expect(await credentialOf(waiting)).toBeNull();
    await waiting.getByRole('button', { name: 'New code' }).click();
    await expect(waiting.getByRole('img', { name: /approving page/ })).toBeVisible();
  } finally {
    await tv.close();
  }
});

test('a device is signed in through the mail', async ({ browser, page, request }) => {
  const person = await makePerson(request);
  const tv = await browser.newContext();
  const waiting = await tv.newPage();
  try {
    const { code, path } = await waitingDevice(waiting);
    await page.goto(path);
    await page.getByLabel('E-mail of your account').fill(person.email);
    await page.getByRole('button', { name: 'Mail me a link' }).click();
    await expect(page.getByText(/a mail with a link is on its way/)).toBeVisible();
    await page.goto(await linkInMail(person.email, '/remote-auth/verify-email'));
    await expect(page.getByText(code, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Yes, sign it in' }).click();
    await expect.poll(() => credentialOf(waiting)).not.toBeNull();
    // The link signs in the device that asked, not the one that approves.
    expect(await credentialOf(page)).toBeNull();
  } finally {
    await tv.close();
  }
});

test('the account is changed, taken along and deleted', { tag: '@short' }, async ({
  page,
  request,
}) => {
  const person = await memberAt(page, request, '/account');
  await page.getByLabel('Name', { exact: true }).fill('Ada of the long evenings');
  await page.getByLabel('Website').fill('example.org');
  await page.getByLabel('Bandcamp').fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText(/Must be an address/)).toBeVisible();
  await page.getByLabel('Bandcamp').fill('');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByRole('heading', { name: 'Ada of the long evenings' })).toBeVisible();
  await expect(page.getByLabel('Website')).toHaveValue('https://example.org');

  await page
    .locator('input[type=file][accept*=image]')
    .setInputFiles('assets/icons/apple-touch-icon.png');
  await page.getByRole('button', { name: 'Use this one' }).click();
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect(page.getByRole('button', { name: 'Remove picture' })).toHaveCount(0);
  await expect(page.getByText('Choose a picture')).toBeVisible();

  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('checkbox', { name: /what is new/ }).click();
  await expect(page.getByText('News comes by mail now.')).toBeVisible();
  await page.getByRole('radio', { name: /^Attribution 4.0/ }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.reload();
  await expect(page.getByRole('radio', { name: /^Attribution 4.0/ })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: /what is new/ })).toBeChecked();

  await page.getByRole('tab', { name: 'Password' }).click();
  await page.getByLabel('Present password', { exact: true }).fill('Wrong4Ever');
  await page.getByLabel('New password', { exact: true }).fill('Circles5Ever');
  await page.getByLabel('New password again', { exact: true }).fill('Circles5Ever');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('This is not your password')).toBeVisible();
  await page.getByLabel('Present password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText(/Your password is changed/)).toBeVisible();

  await page.getByRole('tab', { name: 'Your data' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  expect((await saved).suggestedFilename()).toBe(`rondo-${person.name}.json`);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Type your user name/).fill('somebody');
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(dialog.getByText('This is not the name of this account')).toBeVisible();
  await dialog.getByLabel(/Type your user name/).fill(person.name);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(dialog.getByText('This is not your password')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill('Circles5Ever');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => credentialOf(page)).toBeNull();

  // The name is gone for good.
  await page.goto('/register');
  await page.getByLabel('User name').fill(person.name);
  await page.getByLabel('E-mail').focus();
  await expect(page.getByText('This name is already taken')).toBeVisible();
});

test('the keyboard alone signs up', { tag: '@wide' }, async ({ page }) => {
  await page.goto('/register');
  const name = freshName();
  const field = page.getByLabel('User name');
  for (let tabs = 0; tabs < 20; tabs += 1) {
    await page.keyboard.press('Tab');
    if (await field.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(field).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(`${name}@example.org`);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  // The button that shows it, then the second typing and its button.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByRole('checkbox', { name: /terms of use/ })).toBeChecked();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Make my account' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => credentialOf(page)).not.toBeNull();
});
