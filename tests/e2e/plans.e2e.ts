import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { freePort } from '../support/freePort.ts';
import { carrySession } from './accountPages.ts';
import { signUp, withServer } from './ownServer.ts';
import { overflowPx, violations } from './pageChecks.ts';

interface TillServer {
  readonly url: string;
  readonly server: ChildProcess;
}

async function startTill(): Promise<TillServer> {
  const port = await freePort();
  const server = fork(join(import.meta.dirname, 'tillServer.ts'), {
    env: { ...process.env, PORT: String(port) },
  });
  await once(server, 'message');
  return { url: `http://localhost:${port}`, server };
}

/** So many days go by at the till. */
async function passDays(server: ChildProcess, days: number): Promise<void> {
  server.send({ days });
  await once(server, 'message');
}

/** A code of two months of plus. */
async function makeCode(request: APIRequestContext, { url }: TillServer): Promise<string> {
  const authorization = await signUp(request, url, 'boss');
  const answer = await request.post(`${url}/api/payments/redemption-codes`, {
    data: { product: 'plus', months: 2 },
    headers: { authorization },
  });
  expect(answer.status()).toBe(200);
  return (await answer.json()).data.codes[0].code;
}

const plan = (page: Page) => page.getByRole('region', { name: 'Your plan' });

/** What the test cards of the till do. */
type Card = 'pays' | 'fails_later';

/** Pays on the page of the till. */
async function pay(page: Page, card: Card): Promise<void> {
  await expect(page).toHaveURL(/\/plus\/till\/checkout\//);
  expect(await violations(page)).toEqual([]);
  await page.locator(`input[value=${card}]`).check();
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page.getByText('Thank you. It is paid, and yours.')).toBeVisible();
}

/** In the portal: another card from now on. */
async function changeCard(page: Page, card: Card): Promise<void> {
  await page.getByText('Change the card').click();
  await page.locator(`input[value=${card}]`).check();
  await page.getByRole('button', { name: 'Use this card' }).click();
  await expect(page.getByText('This card pays from now on.')).toBeVisible();
}

test('plus is paid, ended, paid late; a code is redeemed once; a collection is bought and used', {
  tag: ['@wide', '@short'],
}, async ({ browser, request }) => {
  test.slow();
  const till = await startTill();
  try {
    const code = await makeCode(request, till);
    const context = await browser.newContext({ baseURL: till.url });
    const page = await context.newPage();
    await page.goto('/plus');
    await page.getByRole('link', { name: 'Get plus' }).click();
    await expect(page).toHaveURL(/\/register\?success=%2Fplus$/);
    const authorization = await signUp(request, till.url, 'mia_plus');
    await carrySession(page, { authorization });
    await page.goto('/plus');
    await expect(page.getByText('Play money.')).toBeVisible();
    await page.getByRole('button', { name: 'Get plus', exact: true }).click();
    await pay(page, 'pays');
    await expect(plan(page)).toContainText(/Renews on/);
    await expect(plan(page).getByText('Plus', { exact: true })).toBeVisible();

    await page.getByRole('button', { name: 'Change or end it in the portal' }).click();
    await page.getByRole('button', { name: 'End with this month' }).click();
    await expect(page.getByText('It ends with this month.')).toBeVisible();
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(plan(page)).toContainText(/Ends on/);

    await page.getByRole('button', { name: 'Change or end it in the portal' }).click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await changeCard(page, 'fails_later');
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(plan(page)).toContainText(/Renews on/);
    await passDays(till.server, 32);
    await page.reload();
    await expect(plan(page).getByRole('alert').first()).toContainText('Your last payment failed');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Pay in the portal' }).click();
    await changeCard(page, 'pays');
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(plan(page)).toContainText(/Renews on/);

    await page.goto(`/plus?code=${code.toLowerCase()}`);
    await page.getByRole('button', { name: 'Redeem' }).click();
    await expect(page.getByText(/^You pay for plus already/)).toBeVisible();
    await page.goto('/account?tab=plan');
    await page.getByRole('button', { name: 'Change or end it in the portal' }).click();
    await page.getByRole('button', { name: 'End with this month' }).click();
    await page.goto(`/plus?code=${code.toLowerCase()}`);
    await page.getByRole('button', { name: 'Redeem' }).click();
    await expect(page.getByText(/^Plus is yours until /)).toBeVisible();
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await page.getByRole('button', { name: 'Redeem' }).click();
    await expect(page.getByText('You have used this code already.')).toBeVisible();

    await page.getByRole('button', { name: /^Future Collection: Get for / }).click();
    await pay(page, 'pays');
    await expect(page.getByRole('region', { name: 'Licences' })).toContainText('Future Collection');
    await page.goto('/plus');
    await page.getByRole('link', { name: 'Make something with Future Collection' }).click();
    await expect(page.getByText(/^Future Collection by .+, yours/)).toBeVisible();
    const row = page.getByRole('row').first();
    await expect(row).toContainText('Future Collection');
    await row.press('Enter');
    await page.getByRole('button', { name: 'Commit', exact: true }).first().click();
    await expect
      .poll(async () => {
        const headers = { authorization };
        const answer = await request.get(`${till.url}/api/jam/mia_plus/rifffs`, { headers });
        const { data } = await answer.json();
        return data.rifffs?.[0]?.loops?.[0]?.family ?? null;
      })
      .toBe('future-collection');
    await context.close();
  } finally {
    till.server.disconnect();
  }
});

test('where plans are off there is no trace of them', { tag: '@wide' }, async ({
  browser,
  request,
}) => {
  const settings = { members: ['mia_off'], RONDO_PLANS: 'off' };
  await withServer({ browser, request }, settings, async ({ url, page, members }) => {
    await page.goto('/plus');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
    await expect(page.getByRole('link', { name: /plus|plan/i })).toHaveCount(0);
    await carrySession(page, { authorization: members.mia_off ?? '' });
    await page.goto('/account?tab=plan');
    await expect(page.getByRole('tab', { name: 'Profile' })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Plan' })).toHaveCount(0);
    await page.goto('/jam');
    await page.getByRole('button', { name: /^All, newest/ }).click();
    await expect(page.getByLabel('Pack')).toBeVisible();
    expect(await page.locator('body').innerText()).not.toMatch(/\bplus\b|collection|licen[cs]e/i);
    for (const path of ['payments/stripe/prices', 'partner-collection']) {
      expect((await request.get(`${url}/api/${path}`)).status()).toBe(404);
    }
  });
});

test('pages that do not trade fetch nothing of market, wallets and plans', {
  tag: '@wide',
}, async ({ page }) => {
  /** Paths of calls and names of packages that only such code holds. */
  const marks =
    /payments\/stripe|redemption-codes|my-subscription|partner-collection\/|\/marketplace|near-api|nep413/;
  const brought: string[] = [];
  const reads: Promise<void>[] = [];
  page.on('response', (answer) => {
    if (answer.request().resourceType() !== 'script' && !answer.url().endsWith('.js')) return;
    const read = async () => {
      const [mark] = marks.exec(await answer.text()) ?? [];
      if (mark) brought.push(`${new URL(page.url()).pathname}: ${answer.url()} has ${mark}`);
    };
    reads.push(read().catch(() => {}));
  });
  for (const path of ['/', '/jam', '/feed']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
  await Promise.all(reads);
  expect(reads.length).toBeGreaterThan(20);
  expect(brought).toEqual([]);
  expect(await overflowPx(page)).toBe(0);
});
