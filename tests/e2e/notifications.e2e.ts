import { expect, test } from '@playwright/test';
import { carrySession, makePerson, memberAt } from './accountPages.ts';
import { overflowPx, violations } from './pageChecks.ts';
import { post } from './sharingCalls.ts';

test('what happened stands behind the bell, as far as it is wished there', async ({
  page,
  request,
}) => {
  const fan = await makePerson(request);
  const { name } = await memberAt(page, request, '/account?tab=notifications');
  const kind = page.getByRole('group', { name: 'A person follows you' });
  const onPage = kind.getByRole('checkbox', { name: 'On the page' });
  await expect(onPage).toBeChecked();
  await post(request, fan, '/accounts/following', { userId: name });
  await onPage.click();
  await expect(onPage).not.toBeChecked();
  await page.reload();
  await expect(onPage).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await onPage.click();
  await expect(onPage).toBeChecked();
  await page.reload();
  await page.getByRole('button', { name: 'Notifications, 1 new' }).click();
  const dialog = page.getByRole('dialog', { name: 'Notifications' });
  await expect(dialog.getByRole('link', { name: `${fan.name} follows you` })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('link', { name: `${fan.name} follows you` }).click();
  await expect(page).toHaveURL(new RegExp(`/profile/${fan.name}$`));
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
});

test('the digest is chosen in the settings, and messages here where the browser allows them', async ({
  page,
  request,
}) => {
  await memberAt(page, request, '/account?tab=notifications');
  // The choice is valid once the server has stored it.
  await page.getByRole('radio', { name: /Once a week/ }).click();
  await expect(page.getByText('What is new for you comes by mail now.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('radio', { name: /Once a week/ })).toBeChecked();
  expect(await overflowPx(page)).toBe(0);
  expect(await violations(page)).toEqual([]);
  // No person is there to give the permission in this browser.
  await page.getByRole('button', { name: 'Turn on messages here' }).click();
  await expect(page.getByText('This browser was told not to show messages')).toBeVisible();
});

test('a link that nobody has ends no mails, and says so without signing in', async ({
  page,
  request,
}) => {
  await page.goto(`/unsubscribe?token=${'a'.repeat(32)}`);
  await page.getByRole('button', { name: 'End these mails' }).click();
  await expect(page.getByText('This link is not known any more.')).toBeVisible();
  await carrySession(page, await makePerson(request));
  await page.reload();
  await page.getByRole('link', { name: 'Choose what you are told of' }).click();
  await expect(page).toHaveURL(/\/account\?tab=notifications$/);
});
