/** The pages of the market, against a server whose clock is its own and that refuses. */
import '../hud/system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { violations } from '../../tests/support/axe.ts';
import { rifffOf } from '../../tests/support/rifffOf.ts';
import type { Engine } from '../audio/engine/Engine.ts';
import type { Session } from '../data/contract/auth.ts';
import type { Collectible, RifffMarket } from '../data/contract/market.ts';
import { resetSession, setUser } from '../data/stores/session.ts';
import type { ActionPlan, MarketAction } from '../data/wallet/Wallet.ts';
import { EngineProvider } from '../hud/EngineContext.tsx';
import { PlanReview } from '../hud/market/PlanReview.tsx';
import { CollectDoor } from '../hud/parts/market/CollectDoor.tsx';
import { Boundary } from '../hud/parts/page/lazyPiece.tsx';
import { Market, Token } from './Market.tsx';

const HOUR_MS = 3_600_000;
const COIN = 10n ** 24n;
const coins = (count: number) => String(BigInt(count) * COIN);
const MIRA = {
  ...{ userId: 'mira', displayName: 'Mira', accountId: 'mira.rondo', bps: 600 },
};
const LEO = { userId: 'leo', displayName: 'Leo', accountId: null, bps: 0 };
const tokenOf = (at: number, change: Partial<Collectible> = {}): Collectible => ({
  ...{ tokenId: `t${at}`, jamId: 'band0123456789', rifffId: `r${at}`, title: `Token ${at}` },
  ...{ rifff: { ...rifffOf(2), _id: `r${at}` }, shareId: null, coverUrl: '/media/none.png' },
  ...{
    makers: [MIRA, LEO],
    ownerAccount: 'kit.rondo',
    owner: null,
    ownerName: null,
    isDemo: false,
  },
  ...{ price: coins(at), minted: 1, asOf: Date.now() },
  ...change,
});
const openOf = (closes: number, now: number): RifffMarket => ({
  ...{ jamId: 'band0123456789', rifffId: 'r1', closed: null, closes, now, token: null },
  ...{ makers: [MIRA], isPending: false },
});

/** What the server has, and what it was asked. Stands in for the network, outside the code under test. */
const server = {
  tokens: [] as Collectible[],
  asOf: 0,
  /** Its clock is so far ahead of this device's. */
  aheadMs: 0,
  openMs: HOUR_MS,
  market: null as RifffMarket | null,
  refusal: '',
  sent: [] as { method: string; path: string; query: Record<string, string>; body: unknown }[],
  realFetch: window.fetch,
};
const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const ok = (data: unknown) => answer(200, { ok: true, data });
const no = (status: number, code: string, message: string) =>
  answer(status, { ok: false, message, error: { code, message } });

const CONFIG = {
  ...{ network: 'devnet', isPlayMoney: true, symbol: 'PLAY', accountSuffix: '.rondo' },
  ...{ nftContract: 'nft.rondo', marketContract: 'market.rondo', rpcUrls: ['/rpc'] },
  ...{ explorerUrl: null, listMode: 'approve-msg', gas: '300000000000000' },
  ...{ storageDeposit: '10000000000000000000000', royaltyBps: 1000 },
};
const ROOM = { id: 'band0123456789', name: 'Evening room' };

async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname, searchParams } = new URL(String(input), location.origin);
  const [, path] = /\/marketplace(.*)$/.exec(pathname) ?? [];
  if (path === undefined)
    return pathname.startsWith('/api') ? ok({}) : server.realFetch(input, init);
  const method = init?.method ?? 'GET';
  const body = init?.body ? JSON.parse(String(init.body)) : undefined;
  server.sent.push({ method, path, query: Object.fromEntries(searchParams), body });
  const now = Date.now() + server.aheadMs;
  if (path === '') return ok(CONFIG);
  if (path === '/tokens') {
    const { tokens, asOf } = server;
    return ok({ tokens: searchParams.has('search') ? [] : tokens, total: tokens.length, asOf });
  }
  if (path === '/collectible-jams') {
    const closes = now + server.openMs;
    const open = [
      { rifff: { ...rifffOf(1), _id: 'fresh' }, title: 'Fresh', shareId: null, closes },
    ];
    const jam = { jam: ROOM, isCollectible: true, mayChange: false, open, openCount: 1, now };
    return ok({ jams: server.openMs > 0 ? [jam] : [], total: 1 });
  }
  if (path.startsWith('/rifffs/')) return ok(server.market);
  if (path.startsWith('/accounts/near/')) {
    return ok({
      accounts: [{ accountId: 'mira.rondo', userId: 'mira', displayName: '', linked: 1 }],
    });
  }
  if (path === '/mint' && server.refusal) return no(409, 'conflict', server.refusal);
  if (path === '/mint') {
    return ok({ tokenId: 't1', state: 'minted', accountId: 'mira.rondo', txHash: null });
  }
  return no(404, 'not_found', 'There is no such token');
}

const MEMBER: Session = {
  ...{ user_id: 'mira', roles: ['user'], issued: 0, expires: Number.MAX_SAFE_INTEGER },
  ...{ provider: 'local', profile: { displayName: 'Mira' } },
};

beforeEach(async () => {
  const clean = { tokens: [], asOf: Date.now(), aheadMs: 0, openMs: HOUR_MS, market: null };
  Object.assign(server, { ...clean, refusal: '', sent: [] });
  window.fetch = respond as typeof fetch;
  await page.viewport(1200, 800);
});
afterEach(async () => {
  await cleanup();
  window.fetch = server.realFetch;
  resetSession();
  vi.restoreAllMocks();
});

function Here() {
  const { pathname, search } = useLocation();
  return <p data-testid="here">{pathname + search}</p>;
}

const show = (at: string, children = <Market />) =>
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <EngineProvider
        engine={{ pause() {}, setList() {}, preload: async () => {} } as Partial<Engine> as Engine}
      >
        <MemoryRouter initialEntries={[at]}>
          <main>
            <Routes>
              <Route path="/market" element={children} />
              <Route path="/market/:tokenId" element={<Token />} />
              <Route path="*" element={null} />
            </Routes>
            <Here />
          </main>
        </MemoryRouter>
      </EngineProvider>
    </QueryClientProvider>,
  );
const here = () => document.querySelector('[data-testid="here"]')?.textContent;
const lists = () => server.sent.filter(({ path }) => path === '/tokens').map(({ query }) => query);
const noViolations = async () => expect(await violations()).toEqual([]);

test('what is on sale is narrowed by the address, prices go in the smallest unit, and nonsense goes nowhere', async () => {
  server.tokens = [tokenOf(4), tokenOf(2, { rifff: null }), tokenOf(7, { title: '', makers: [] })];
  await show('/market?root=0&sort=cheapest');
  await expect.element(page.getByText('4 PLAY')).toBeVisible();
  await expect.element(page.getByText('Made of loops of the house')).toBeVisible();
  await expect.element(page.getByText('Play money', { exact: true })).toBeVisible();
  expect(lists()[0]).toMatchObject({ listed: 'true', root: '0', sort: 'cheapest' });
  await noViolations();
  const from = page.getByLabelText('Price from, in PLAY');
  await from.fill('1e3');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/Write the amount in digits/)).toBeVisible();
  expect(here()).toBe('/market?root=0&sort=cheapest');
  await from.fill('0.5');
  await userEvent.keyboard('{Enter}');
  await expect.poll(here).toBe('/market?min=0.5&root=0&sort=cheapest');
  await expect.poll(() => lists().at(-1)?.minPrice).toBe(String(COIN / 2n));
  await page.getByLabelText('Maker').selectOptions('leo');
  await page.getByLabelText('Search the market').fill('zz');
  await expect.poll(here).toBe('/market?q=zz&min=0.5&maker=leo&root=0&sort=cheapest');
  await expect.element(page.getByText('Nothing like that is on sale')).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).last().click();
  await expect.poll(here).toBe('/market?sort=cheapest');
  await expect.element(from).toHaveValue('');
});

test('prices that the chain was not asked about for long say so; a token that is none is none', async () => {
  server.tokens = [tokenOf(1)];
  server.asOf = Date.now() - HOUR_MS;
  const shown = await show('/market');
  await expect.element(page.getByText(/The chain has not answered since/)).toBeVisible();
  await shown.unmount();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await show(
    '/market',
    <Boundary instead={(error) => <p>{(error as Error).message}</p>}>
      <Token />
    </Boundary>,
  );
  await expect.element(page.getByText('This page could not be found')).toBeVisible();
});

test('a day goes by the clock of the server, and whoever must sign in comes back to what was begun', async () => {
  server.aheadMs = 5 * HOUR_MS;
  const shown = await show('/market?show=collect');
  await expect.element(page.getByText(/^closes in (1 h|60 min|59 min)$/)).toBeVisible();
  await page.getByRole('button', { name: 'Collect Fresh' }).click();
  await expect.poll(here).toMatch(/^\/login\?success=%2Fmarket%3Fshow%3Dcollect%26do%3Dcollect\./);
  await shown.unmount();
  // The last seconds: then the list is asked for again.
  server.openMs = 900;
  await show('/market?show=collect');
  await expect.element(page.getByText('closes in 1 s')).toBeVisible();
  server.openMs = -1;
  await expect.element(page.getByText('Nothing can be collected now')).toBeVisible();
});

test('a refusal is said in the words of the server, and another try collects', async () => {
  setUser(MEMBER, null);
  server.market = openOf(Date.now() + HOUR_MS, Date.now());
  server.refusal = 'You collected ten rifffs today: go on tomorrow';
  await show('/market', <CollectDoor jamId="band0123456789" rifffId="r1" />);
  await expect.element(page.getByText(/Of every later sale: 6 % to Mira/)).toBeVisible();
  await page.getByRole('button', { name: 'Collect' }).click();
  await expect.poll(here).toBe('/market?do=collect');
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/mira\.rondo/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Collect', exact: true }).click();
  await expect.element(dialog.getByText(/You collected ten rifffs today/)).toBeVisible();
  server.refusal = '';
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect
    .element(dialog.getByRole('link', { name: 'See it on the market' }))
    .toHaveAttribute('href', '/market/t1');
  const minted = { jamId: 'band0123456789', rifffId: 'r1', accountId: 'mira.rondo' };
  const mints = server.sent.filter(({ path }) => path === '/mint');
  expect(mints.map(({ body }) => body)).toEqual([minted, minted]);
});

test('beside a rifff stands nothing once its day is over, and its owner where it was collected', async () => {
  const over = { ...openOf(1, Date.now()), closed: 'over' } as const;
  server.market = over;
  const door = <CollectDoor jamId="band0123456789" rifffId="r1" />;
  const shown = await show('/market', door);
  await expect.poll(() => server.sent.some(({ path }) => path.startsWith('/rifffs'))).toBe(true);
  expect(document.querySelector('[aria-label="Collecting"]')).toBeNull();
  await shown.unmount();
  server.market = { ...over, closed: 'collected', token: tokenOf(3) };
  await show('/market', door);
  await expect
    .element(page.getByRole('link', { name: 'Collect for 3 PLAY' }))
    .toHaveAttribute('href', '/market/t3?do=buy');
  await expect.element(page.getByText(/kit\.rondo/)).toBeVisible();
});

const PLAN: ActionPlan = {
  ...{ action: { kind: 'buy', tokenId: 't1', price: coins(4) }, price: coins(4) },
  ...{ costs: [{ label: 'Price', amount: coins(4), isReturned: false }] },
  ...{ feeMost: String(COIN / 20n), available: coins(10), missing: '0', obstacle: null },
  payout: [{ accountId: 'mira.rondo', amount: coins(1) }],
};

test('everything is shown before the wallet opens; another price is confirmed again; what cannot be done has no button', async () => {
  const asked: MarketAction[] = [];
  const sent: ActionPlan[] = [];
  const review = (plan: ActionPlan) => (
    <PlanReview
      plan={plan}
      onAsk={(action) => asked.push(action)}
      onSend={(one) => sent.push(one)}
      onClose={() => {}}
    />
  );
  const shown = await show('/market', review(PLAN));
  await expect.element(page.getByText('5.95 PLAY')).toBeVisible();
  await expect.element(page.getByText('to mira.rondo')).toBeVisible();
  await expect.element(page.getByText(/300 T of gas/)).toBeVisible();
  await page.getByRole('button', { name: 'Collect for 4 PLAY' }).click();
  expect(sent).toEqual([PLAN]);
  await shown.unmount();
  const dearer = await show('/market', review({ ...PLAN, price: coins(5) }));
  await expect.element(page.getByText(/it is 5 PLAY now, and was 4 PLAY/)).toBeVisible();
  await page.getByRole('button', { name: 'See it for 5 PLAY' }).click();
  expect(asked).toEqual([{ ...PLAN.action, price: coins(5) }]);
  await dearer.unmount();
  const obstacle = { kind: 'own', text: 'It is on sale by your own account.', detail: '' } as const;
  await show('/market', review({ ...PLAN, obstacle }));
  await expect.element(page.getByText(obstacle.text)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Look again' })).toBeVisible();
  expect(page.getByRole('button', { name: /^Collect for/ }).elements()).toEqual([]);
});
