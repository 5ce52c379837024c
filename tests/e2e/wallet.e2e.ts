import { expect, type Page, test } from '@playwright/test';
import { Account, JsonRpcProvider, KeyPair } from 'near-api-js';
import { memberAt } from './accountPages.ts';
import { overflowPx, refusedByPolicy, violations, watchPolicy } from './pageChecks.ts';

const question = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).last().click();

/** The secret key that the wallet of this page keeps. */
const secretOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('rondo/play-keys') ?? '[]')[0].secret);

/** Scripts that the page has fetched of the wallet. */
const walletScripts = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /openWallet/.test(name)),
  );

test('a wallet is made and linked on its tab, asks before it signs, and moves to another browser by its key', {
  tag: '@wide',
}, async ({ page, request, browser, baseURL }) => {
  await watchPolicy(page);
  const { name } = await memberAt(page, request, '/account?tab=wallet');
  const accountId = `${name}.rondo`;
  await page.getByRole('button', { name: 'Connect a wallet' }).waitFor();
  expect(await walletScripts(page)).toEqual([]);
  await press(page, 'Connect a wallet');

  // The page itself refuses a name that no account can have; the server refuses a name that is taken.
  const making = question(page, 'Play wallet');
  const field = making.getByLabel('Name of the new account');
  await expect(field).toHaveValue(name);
  expect(await violations(page)).toEqual([]);
  await field.fill('no--good');
  await press(page, 'Make it, with coins in it');
  await expect(making.getByText(/Small letters and digits/)).toBeVisible();
  await field.fill('minter');
  await press(page, 'Make it, with coins in it');
  await expect(making.getByRole('alert').first()).not.toBeEmpty();
  await field.fill(name);
  await press(page, 'Make it, with coins in it');

  // Declined, the offer does not come back; the tab links all the same, and a refusal links nothing.
  const offer = question(page, 'Link this wallet to you?');
  await expect(offer.getByText(accountId)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await press(page, 'Not now');
  await expect(offer).toBeHidden();
  await page.reload();
  await expect(page.getByText('Play wallet, not linked to you')).toBeVisible();
  await expect(page.getByText(/^\d+(\.\d+)? PLAY$/).first()).toBeVisible();
  await expect(offer).toBeHidden();
  const signing = question(page, 'Sign a message?');
  await press(page, 'Link it');
  await expect(signing.getByText(new RegExp(`Link ${accountId}`))).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await press(page, 'Reject');
  await expect(signing).toBeHidden();
  await expect(page.getByText('None. Connect a wallet')).toBeVisible();
  await press(page, 'Link it');
  await press(page, 'Sign');
  await expect(page.getByText('Play wallet, linked to you')).toBeVisible();

  // A deposit that no listing needs comes back, once its owner has approved that.
  const secret = await secretOf(page);
  const provider = new JsonRpcProvider({ url: `${baseURL}/api/marketplace/near-rpc` });
  await new Account(accountId, provider, secret as `ed25519:${string}`).callFunction({
    contractId: 'market.rondo',
    methodName: 'storage_deposit',
    args: {},
    deposit: 10n ** 22n,
    gas: 30n * 10n ** 12n,
  });
  await page.reload();
  await expect(page.getByText('0.01 PLAY')).toBeVisible();
  const approval = question(page, 'Approve this?');
  for (const answer of ['Reject', 'Approve']) {
    await press(page, 'Take back what is free');
    await expect(approval.getByText('Take back deposits that no listing needs')).toBeVisible();
    if (answer === 'Reject') expect(await violations(page)).toEqual([]);
    await press(page, answer);
  }
  await expect(page.getByText('Your deposits are back in your account.')).toBeVisible();
  await expect(page.getByText('There is nothing to take back.')).toBeVisible();
  expect(await refusedByPolicy(page)).toEqual([]);

  // The key opens the same account elsewhere; a wrong one does not.
  await page.getByRole('button', { name: `Show the key of ${accountId}` }).click();
  await expect(page.getByLabel('Secret key', { exact: true })).toHaveValue(secret);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const other = await context.newPage();
  await memberAt(other, request, '/account?tab=wallet');
  await press(other, 'Connect a wallet');
  await press(other, 'I have a key');
  await other.getByLabel('Name of the account').fill(accountId);
  const wrong = KeyPair.fromRandom('ed25519').toString();
  for (const [typed, said] of [
    [wrong, 'has another key'],
    ['nothing', 'That is no secret key'],
    [secret, ''],
  ] as const) {
    await other.getByLabel('Its secret key').fill(typed);
    await press(other, 'Use this account');
    if (said) await expect(other.getByText(said)).toBeVisible();
  }
  await expect(question(other, 'Link this wallet to you?').getByText(accountId)).toBeVisible();
  expect(await overflowPx(other)).toBe(0);
  await other.keyboard.press('Escape');
  await press(other, 'Disconnect');
  await expect(other.getByRole('button', { name: 'Connect a wallet' })).toBeVisible();
  await context.close();
});
