import { type Browser, expect, type Page, test } from '@playwright/test';
import { carrySession, makePerson, type Person } from './accountPages.ts';
import {
  approve,
  balanceOf,
  COIN,
  commitOwn,
  connectAndLink,
  makeWallet,
  onTop,
  openRoom,
} from './marketPages.ts';
import { withServer } from './ownServer.ts';
import { violations } from './pageChecks.ts';

/** What the approval of a listing is kept for, and comes back when the token goes: 32 bytes of the contract's. */
const APPROVAL = 32n * 10n ** 19n;

async function windowOf(browser: Browser, who: Person, address: string): Promise<Page> {
  const context = await browser.newContext();
  await carrySession(context, who);
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

test('a rifff is collected on its first day, put on sale and bought, and its maker is paid to the last yocto', {
  tag: ['@wide', '@short'],
}, async ({ page, request, browser }) => {
  const [ada, mia, tom] = [
    await makePerson(request),
    await makePerson(request),
    await makePerson(request),
  ];
  const adas = await makeWallet(request, ada);
  const room = await openRoom(request, ada, `Evening ${ada.name}`);
  await commitOwn(request, ada, room);

  // A visitor is asked to sign in, and comes back to what was begun.
  await page.goto(`/market?show=collect&jam=${room}`);
  await page.getByRole('button', { name: /^Collect / }).click();
  await expect(page).toHaveURL(/\/login\?success=/);
  const begun = new URL(page.url()).searchParams.get('success') ?? '';
  await carrySession(page, mia);
  await page.goto(begun);
  await connectAndLink(page);
  await expect(onTop(page).getByText(`${mia.name}.rondo`)).toBeVisible();
  await onTop(page).getByRole('button', { name: 'Collect', exact: true }).click();
  await expect(page.getByText('It is yours.')).toBeVisible();
  await page.getByRole('link', { name: 'See it on the market' }).click();
  await expect(page.getByText('Not on sale')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const token = new URL(page.url()).pathname;

  // More than anybody has.
  await page.getByRole('button', { name: 'Put on sale' }).click();
  await page.getByLabel(/^Price in/).fill('4000');
  await page.getByRole('button', { name: 'Look at what it costs' }).click();
  await page.getByRole('button', { name: /^Put on sale for/ }).click();
  await approve(page);
  await expect(page.getByText('It is on sale.')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();

  const his = await windowOf(browser, tom, '/market');
  await his.goto(`${token}?do=buy`);
  await connectAndLink(his);
  await expect(his.getByText(/There is not enough in your account/)).toBeVisible();

  await page.getByRole('button', { name: 'Change price' }).click();
  await page.getByLabel(/^Price in/).fill('4');
  await page.getByRole('button', { name: 'Look at what it costs' }).click();
  await page.getByRole('button', { name: /^Change price to/ }).click();
  await approve(page);
  await expect(page.getByText('The price is changed.')).toBeVisible();
  await page.goto(`${token}?do=buy`);
  await expect(page.getByText(/on sale by your own account/)).toBeVisible();

  await his.getByRole('button', { name: 'Look again' }).click();
  await expect(his.getByText(/The price was changed: it is/)).toBeVisible();
  await his.getByRole('button', { name: /^See it for 4/ }).click();
  const collect = his.getByRole('button', { name: /^Collect for 4/ }).last();
  await expect(onTop(his).getByText(`to ${adas}`)).toBeVisible();
  expect(await violations(his)).toEqual([]);
  const late = await his.context().newPage();
  await late.goto(`${token}?do=buy`);
  const tooLate = onTop(late).getByRole('button', { name: /^Collect for 4/ });
  await expect(tooLate).toBeVisible();

  const accounts = [adas, `${mia.name}.rondo`, `${tom.name}.rondo`];
  const balances = () => Promise.all(accounts.map((one) => balanceOf(request, one)));
  const before = await balances();
  await collect.click();
  await approve(his);
  await expect(his.getByText('It is yours.')).toBeVisible();
  const after = await balances();
  const [maker = 0n, seller = 0n, buyer = 0n] = after.map((one, at) => one - before[at]!);
  expect(maker).toBe((4n * COIN) / 10n);
  expect(seller).toBe((36n * COIN) / 10n + APPROVAL);
  expect(-buyer).toBeGreaterThan(4n * COIN);
  expect(-buyer).toBeLessThan(4n * COIN + COIN / 20n);

  await tooLate.click();
  await expect(late.getByText(/It was sold or taken off sale|by your own account/)).toBeVisible();
  await late.close();

  await his.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(his.getByRole('row', { name: /^Sold/ })).toBeVisible();
  await his.getByRole('button', { name: 'Put on sale' }).click();
  await his.getByLabel(/^Price in/).fill('5');
  await his.getByRole('button', { name: 'Look at what it costs' }).click();
  await his.getByRole('button', { name: /^Put on sale for/ }).click();
  await approve(his);
  await expect(his.getByText('It is on sale.')).toBeVisible();
  await his.getByRole('button', { name: 'Close', exact: true }).last().click();
  await his.getByRole('button', { name: 'Remove sale' }).click();
  await onTop(his).getByRole('button', { name: 'Remove sale' }).click();
  await approve(his);
  await expect(his.getByText('It is not on sale any more.')).toBeVisible();
  await his.goto(`/collection/${tom.name}`);
  await expect(his.getByText('Not on sale')).toBeVisible();
  expect(await violations(his)).toEqual([]);
});

test('where collecting is off there is no trace of it', {
  tag: '@wide',
}, async ({ browser, request }) => {
  await withServer(
    { browser, request },
    { members: ['offmember'], RONDO_MARKET: 'off' },
    async ({ url, page, members }) => {
      const asked: string[] = [];
      page.on('request', (one) => asked.push(one.url()));
      await carrySession(page, { authorization: members.offmember! });
      for (const path of ['/market', '/market/abc', '/collection/offmember']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
      }
      await page.goto('/offmember');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('offmember');
      await expect(page.getByRole('link', { name: 'Arcade' }).first()).toBeVisible();
      expect(await page.getByRole('link', { name: /market|collection/i }).count()).toBe(0);
      await page.goto('/account');
      await expect(page.getByRole('tab', { name: 'Devices' })).toBeVisible();
      expect(await page.getByRole('tab', { name: /wallet/i }).count()).toBe(0);
      expect(
        asked.filter((one) => /marketplace|Wallet(Panel|Door|Button)|TradeDialog/i.test(one)),
      ).toEqual([]);
      expect((await request.get(`${url}/api/marketplace`)).status()).toBe(404);
    },
  );
});
