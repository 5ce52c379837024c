import { expect, test } from '@playwright/test';
import { carrySession, credentialOf, PASSWORD } from './accountPages.ts';
import { addLoops, kept, openEditor } from './editorPage.ts';
import { withServer } from './ownServer.ts';
import { makeLocalLoop } from './uploadPage.ts';

test('an address is confirmed by the link of a mail, and mended before that @wide', async ({
  browser,
  request,
}) => {
  const settings = { members: ['mira'], CONFIRM_EMAIL: 'on' };
  await withServer({ browser, request }, settings, async ({ page, members, mailedLink }) => {
    const first = await mailedLink('/confirm-email');
    await carrySession(page, { authorization: members.mira! });
    await page.goto('/account');
    await expect(page.getByText('Your e-mail address is not confirmed yet.')).toBeVisible();
    await page.getByRole('link', { name: 'Confirm it' }).click();
    await expect(page.getByText('mira@example.org').first()).toBeVisible();

    await page.getByRole('button', { name: 'That is not my address' }).click();
    await page.getByLabel('The right address').fill('mira@example.com');
    await page.getByRole('textbox', { name: 'Password' }).fill('Wrong4Ever');
    await page.getByRole('button', { name: 'Change it' }).click();
    await expect(page.getByText('This is not your password')).toBeVisible();
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Change it' }).click();
    await expect(page.getByText('mira@example.com').first()).toBeVisible();

    // The link to the old address is good for nothing any more.
    await page.goto(first);
    await page.getByRole('button', { name: 'Confirm my address' }).click();
    await expect(page.getByText('was used already or is too old')).toBeVisible();
    await expect.poll(() => mailedLink('/confirm-email')).not.toBe(first);
    await page.goto(await mailedLink('/confirm-email'));
    await page.getByRole('button', { name: 'Confirm my address' }).click();
    await expect(page.getByText('Your address is confirmed.')).toBeVisible();
    await page.getByRole('link', { name: 'Your account' }).click();
    await expect(page.getByRole('heading', { name: 'What others may do' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Confirm your address' })).toHaveCount(0);
  });
});

test('a loop that finds no room waits on the device, says so, and goes when there is some @wide', async ({
  browser,
  request,
}) => {
  const settings = { members: ['otto'], CONFIRM_EMAIL: 'on', UNCONFIRMED_QUOTA_MB: '1' };
  await withServer({ browser, request }, settings, async ({ page, url, members, mailedLink }) => {
    const token = (await mailedLink('/confirm-email')).split('token=')[1];
    await carrySession(page, { authorization: members.otto! });
    await openEditor(page);
    await addLoops(page, 0);
    await kept(page);
    await makeLocalLoop(page);
    // As if other uploads had taken nearly all of it: the one call that a page asks before it sends.
    await page.route('**/api/accounts/storage**', async (route) => {
      const answer = await (await route.fetch()).json();
      const { data } = answer;
      if (data.awaitsConfirmation) data.usedBytes = data.quotaBytes - 1000;
      await route.fulfill({ json: answer });
    });
    let sent = 0;
    page.on('request', (one) => {
      if (one.method() === 'POST' && /\/jam\/otto\/loops/.test(one.url())) sent += 1;
    });
    await page.getByRole('button', { name: 'Commit', exact: true }).click();
    await expect(page.getByText(/There is room for 1 MB until you confirm/)).toBeVisible();
    await expect(page.getByText('waits for room in your account').first()).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Nearly full' })).toBeVisible();
    expect(sent).toBe(0);

    const confirmed = await request.post(`${url}/api/accounts/email/confirm`, { data: { token } });
    expect(confirmed.status()).toBe(200);
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect(page.getByText('in your jam').first()).toBeVisible();
    expect(sent).toBe(1);

    await page.goto('/account?tab=data');
    await expect(page.getByRole('progressbar', { name: 'Taken' })).toBeVisible();
    await expect(page.getByText(/of 1024 MB/).first()).toBeVisible();
  });
});

test('somebody signs up with an invitation that a moderator made @wide', async ({
  browser,
  request,
}) => {
  const settings = { members: ['referee'], SIGN_UPS: 'invitation', RONDO_MODERATORS: 'referee' };
  await withServer({ browser, request }, settings, async ({ page, members, url }) => {
    const desk = await page.context().newPage();
    await carrySession(desk, { authorization: members.referee! });
    await desk.goto('/moderation?tab=invitations');
    await desk.getByLabel('Accounts').fill('0');
    await desk.getByRole('button', { name: 'Make an invitation' }).click();
    await expect(desk.getByText('A whole number from 1 to 1000')).toBeVisible();
    await desk.getByLabel('Accounts').fill('1');
    await desk.getByLabel(/What it is for/).fill('Friday class');
    await desk.getByRole('button', { name: 'Make an invitation' }).click();
    await expect(desk.getByText('Friday class')).toBeVisible();
    const link = await desk.getByLabel(/^Link of/).inputValue();
    expect(link).toContain(`${url}/register?invitation=`);
    await desk.evaluate(() => localStorage.removeItem('rondo/credential'));
    await desk.close();

    await page.goto('/register');
    const fill = async (name: string) => {
      await page.getByLabel('User name').fill(name);
      await page.getByLabel('E-mail').fill(`${name}@example.org`);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('Password again', { exact: true }).fill(PASSWORD);
      await page.getByRole('checkbox', { name: /terms of use/ }).click();
    };
    await expect(page.getByText('It takes an invitation to sign up here.')).toBeVisible();
    await page.getByLabel('Invitation').fill('AAAA-AAAA-AAAA');
    await fill('pupil');
    await page.getByRole('button', { name: 'Make my account' }).click();
    await expect(page.getByLabel('Invitation')).toBeFocused();
    await expect(page.getByLabel('Invitation')).toHaveAccessibleDescription(/is not known/);

    await page.getByLabel('Invitation').fill(new URL(link).searchParams.get('invitation') ?? '');
    await page.getByRole('button', { name: 'Make my account' }).click();
    await expect.poll(() => credentialOf(page)).toMatch(/^[^:]+:[^:]+$/);

    // A link fills its code in; this one was used up.
    const other = await (await browser.newContext()).newPage();
    await other.goto(link);
    await expect(other.getByLabel('Invitation')).toHaveValue(/^[A-Z0-9-]{14}$/);
    await other.context().close();
  });
});

test('a server that takes no new accounts says so instead of a form @wide', async ({
  browser,
  request,
}) => {
  await withServer({ browser, request }, { members: [], SIGN_UPS: 'closed' }, async ({ page }) => {
    await page.goto('/register');
    await expect(page.getByText('takes no new accounts at present')).toBeVisible();
    await expect(page.getByLabel('User name')).toHaveCount(0);
    await page.getByRole('link', { name: 'I have an account' }).click();
    await expect(page.getByLabel('Name or e-mail')).toBeVisible();
  });
});
