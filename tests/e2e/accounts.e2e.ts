import { expect, test } from '@playwright/test';
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
import { addLoops, kept, openEditor, slotNames } from './editorPage.ts';
import { violations } from './pageChecks.ts';

test('a visitor signs up and finds the draft as it was', { tag: '@short' }, async ({ page }) => {
  await openEditor(page);
  await addLoops(page, 0, 1);
  await kept(page);
  const before = await slotNames(page);
  expect(before.length).toBeGreaterThan(0);

  // Sent here by a friend, and by way of the log-in: the friend is known all the same.
  await page.goto('/login?referralId=mira-7');
  await page.getByRole('link', { name: 'Make an account' }).click();
  const name = freshName();
  await expect(page.getByRole('checkbox', { name: /what is new/ })).not.toBeChecked();
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('E-mail').fill(`${name}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Password again', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox', { name: /terms of use/ }).click();
  await page.getByRole('button', { name: 'Make my account' }).click();

  // Back where the visit was, with everything in place.
  await expect(page).toHaveURL(/\/jam$/);
  await expect(page.getByRole('heading', { name: 'Draft' })).toBeVisible();
  await expect.poll(() => slotNames(page)).toEqual(before);
  expect(await credentialOf(page)).toMatch(/^[^:]+:[^:]+$/);
  await page.reload();
  await expect.poll(() => slotNames(page)).toEqual(before);

  // Terms were accepted with the form, and nothing else was.
  const headers = { authorization: `Bearer ${await credentialOf(page)}` };
  const settings = await page.request.get('/api/accounts/settings', { headers });
  expect((await settings.json()).data).toMatchObject({
    termsVersionAccepted: 1,
    productUpdates: false,
  });
  const everything = await page.request.get('/api/accounts/export', { headers });
  expect((await everything.json()).data).toMatchObject({
    signup: { client: 'website', referralId: 'mira-7' },
  });
});

test('what the server finds wrong is listed and said at the field; nothing typed is lost', {
  tag: '@short',
}, async ({ page, request }) => {
  const { name } = await makePerson(request);
  // The name is free when the field is left and taken when the form is sent.
  await page.route('**/api/accounts/auth/availability', (route) =>
    route.fulfill({ json: { ok: true, data: { available: true } } }),
  );
  await page.goto('/register');
  const submit = page.getByRole('button', { name: 'Make my account' });
  await submit.click();
  await expect(page.getByLabel('User name')).toBeFocused();
  await expect(page.getByText('Required', { exact: true })).toHaveCount(5);

  await page.getByLabel('User name').fill(name.toUpperCase());
  await page.getByLabel('E-mail').fill('no address');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByLabel('Password again', { exact: true }).fill('other');
  await submit.click();
  await expect(page.getByText('Email must be valid')).toBeVisible();
  await expect(
    page.getByText('Minimum 8 characters with upper and lower case letters'),
  ).toBeVisible();
  await expect(page.getByText('The passwords differ')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toBeFocused();

  await page.getByLabel('E-mail').fill(`${freshName()}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Password again', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox', { name: /terms of use/ }).click();
  await submit.click();
  const heading = page.getByRole('heading', { name: 'Could not register your account:' });
  await expect(heading).toBeVisible();
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveText([
    'User name: This name is already taken',
  ]);
  await expect(page.getByText('This name is already taken', { exact: true })).toBeVisible();
  await expect(page.getByLabel('User name')).toBeFocused();
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD);

  // Any other failure has one sentence; a reload keeps what is not secret.
  await page.route('**/api/signup', (route) => route.fulfill({ status: 500, json: { ok: false } }));
  await page.getByLabel('User name').fill('somebody-new');
  await submit.click();
  await expect(
    page.getByText('Sorry, something went wrong. Please try again later.'),
  ).toBeVisible();
  await page.unroute('**/api/signup');
  await page.route('**/api/signup', (route) => route.abort());
  await submit.click();
  await expect(page.getByText(/could not be reached.*still here/)).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD);
  await page.reload();
  await expect(page.getByLabel('User name')).toHaveValue('somebody-new');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
});

test('a taken name is said when the field is left', async ({ page, request }) => {
  const { name, email } = await makePerson(request);
  await page.goto('/register');
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('E-mail').fill(email);
  await expect(page.getByText('This name is already taken')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).focus();
  await expect(page.getByText('This address already has an account')).toBeVisible();
  await page.getByLabel('User name').fill(freshName());
  await expect(page.getByText('This name is already taken')).toHaveCount(0);
});

test('signing out goes home, signing in goes back to the page that was wanted', {
  tag: '@short',
}, async ({ page, request }) => {
  const person = await makePerson(request);
  await page.goto('/account?tab=devices');
  await expect(page).toHaveURL(/\/login\?success=%2Faccount%3Ftab%3Ddevices$/);
  await fillLogin(page, person.name, 'Wrong4Ever');
  await expect(page.getByText('The name or the password is wrong')).toBeVisible();
  await expect(page.getByLabel('Name or e-mail')).toHaveValue(person.name);
  await fillLogin(page, person.email.toUpperCase());
  await expect(page).toHaveURL(/\/account\?tab=devices$/);
  await expect(page.getByText('This device').first()).toBeVisible();

  // Pages of visitors send members home.
  await page.goto('/login');
  await expect(page).toHaveURL(/\/$/);

  // The server failing does not keep anybody in.
  await page.route('**/api/auth/logout', (route) => route.abort());
  // A link from elsewhere asks first; the menu of these pages does not.
  await page.goto('/logout');
  await expect(page.getByRole('heading', { name: 'Sign out?' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await credentialOf(page)).not.toBeNull();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => credentialOf(page)).toBeNull();
});

test('nobody is led to another site after signing in', async ({ page, request }) => {
  const { name } = await makePerson(request);
  await page.goto('/login?success=%2F%2Fevil.example');
  await fillLogin(page, name);
  await expect.poll(() => credentialOf(page)).not.toBeNull();
  await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/$/);
});

test('a session that ended elsewhere leads to the login page and back', async ({
  page,
  request,
}) => {
  const person = await memberAt(page, request, '/account?tab=profile');
  const bio = page.getByLabel('Bio');
  await bio.fill('Long nights, short loops.');
  await request.post('/api/auth/logout', { headers: { authorization: person.authorization } });
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page).toHaveURL(/\/login\?success=%2Faccount%3Ftab%3Dprofile$/);
  await fillLogin(page, person.name);
  await expect(page).toHaveURL(/\/account\?tab=profile$/);
  await expect(bio).toHaveValue('Long nights, short loops.');
});

test('a stored credential that is no longer good is dropped without a word', async ({
  page,
  request,
}) => {
  const person = await makePerson(request);
  await request.post('/api/auth/logout', { headers: { authorization: person.authorization } });
  await carrySession(page, person);
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => credentialOf(page)).toBeNull();
});

test('without a network the credential is kept, and the user is there when it returns', async ({
  page,
  request,
}) => {
  const person = await makePerson(request);
  await carrySession(page, person);
  await page.route('**/api/auth/session', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Music');
  expect(await credentialOf(page)).not.toBeNull();
  await page.unroute('**/api/auth/session');
  await page.goto('/account');
  await expect(page.getByRole('heading', { name: person.name })).toBeVisible();
});

test('another tab follows signing out and in', async ({ page, context, request }) => {
  const { name } = await makePerson(request);
  await page.goto('/login');
  await fillLogin(page, name);
  await expect.poll(() => credentialOf(page)).not.toBeNull();
  const other = await context.newPage();
  await other.goto('/account');
  await expect(other.getByRole('heading', { name })).toBeVisible();
  await page.goto('/logout');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(other).toHaveURL(/\/login/);
  await page.goto('/login');
  await fillLogin(page, name);
  await expect(other.getByRole('heading', { name })).toBeVisible();
});

test('a forgotten password comes back through the mail', { tag: '@shortPostgres' }, async ({
  page,
  request,
}) => {
  const person = await makePerson(request);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  await expect(page.getByRole('heading', { name: 'New password' })).toBeVisible();
  const ask = async (email: string) => {
    await page.getByLabel('E-mail', { exact: true }).fill(email);
    await page.getByRole('button', { name: 'Mail me a link' }).click();
    const status = page.getByText(/^If .* belongs to an account/);
    await expect(status).toBeVisible();
    return (await status.innerText()).replace(email, '…');
  };
  const forKnown = await ask(person.email);
  await page.getByRole('button', { name: /Ask again/ }).click();
  expect(await ask('nobody-at-all@example.org')).toBe(forKnown);

  const link = await linkInMail(person.email, '/reset-password');
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('Circles5Ever');
  await page.getByLabel('New password again', { exact: true }).fill('Circles5Ever');
  await page.getByRole('button', { name: 'Set my password' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await fillLogin(page, person.name);
  await expect(page.getByText('The name or the password is wrong')).toBeVisible();
  await fillLogin(page, person.name, 'Circles5Ever');
  await expect.poll(() => credentialOf(page)).not.toBeNull();

  // The link is used up.
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('Circles6Ever');
  await page.getByLabel('New password again', { exact: true }).fill('Circles6Ever');
  await page.getByRole('button', { name: 'Set my password' }).click();
  await expect(page.getByText('Request error')).toBeVisible();
});

test('terms are asked for before anything else, then the way goes on', async ({
  page,
  request,
}) => {
  const person = await makePerson(request, 0);
  await page.goto('/account?tab=password#change');
  await expect(page).toHaveURL(/\/login\?success=/);
  await fillLogin(page, person.name);
  await expect(page).toHaveURL(
    /\/accept-terms\?redirectFrom=%2Faccount%3Ftab%3Dpassword%23change$/,
  );
  await expect(page.getByText('agree to them before you begin')).toBeVisible();
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText('Required')).toBeVisible();
  await page.getByRole('checkbox', { name: /terms of use/ }).click();
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page).toHaveURL(/\/account\?tab=password#change$/);
  await page.goto('/accept-terms?redirectFrom=//evil.example');
  await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/$/);
});
