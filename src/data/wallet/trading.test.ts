/** What the wallet does, on the real play-money chain with its contracts; only the line to it fails on purpose. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InProcessProvider } from '../../../packages/dev-chain/provider.ts';
import { makeAccount, type TestAccount } from '../../../server/testing/accounts.ts';
import { marketCalls, type TestWallet } from '../../../server/testing/market.ts';
import { startTestServer, type TestServer } from '../../../server/testing/testApp.ts';
import type { MarketConfig } from '../contract/market.ts';
import { performerOf } from './performing.ts';
import { plannerOf } from './planning.ts';
import { signAndSend } from './playSigner.ts';
import { readsOf } from './reads.ts';
import { SMALL_GAS, type WalletTransaction } from './transactions.ts';
import type { MarketAction } from './Wallet.ts';

const COIN = 10n ** 24n;
const coins = (amount: number) => String((BigInt(amount * 1000) * COIN) / 1000n);
const PATIENCE = { waitMs: 200, everyMs: 10 };

let server: TestServer;
let market: ReturnType<typeof marketCalls>;
let config: MarketConfig;
let mia: TestAccount;
let miasWallet: TestWallet;
let tomsWallet: TestWallet;
let tokenId: string;

/** What becomes of a request to the chain; by itself it arrives and is answered. */
type Line = (method: string, ask: () => Promise<object>) => Promise<object>;
const GOOD: Line = (_, ask) => ask();

beforeAll(async () => {
  server = await startTestServer();
  market = marketCalls(server);
  mia = await makeAccount(server.database, 'mia');
  const tom = await makeAccount(server.database, 'tom');
  await market.openJam(mia);
  miasWallet = await market.linkedWallet(mia, 'mia.rondo');
  tomsWallet = await market.linkedWallet(tom, 'tom.rondo');
  config = await market.ok('GET', '/marketplace');
});
afterAll(() => server?.close());
/** Another token of mia's. */
async function collect() {
  const rifffId = await market.rifff(mia);
  ({ tokenId } = (await market.mint(mia, 'mia', rifffId, 'mia.rondo')).body.data);
}

type Send = (transactions: readonly WalletTransaction[]) => ReturnType<typeof signAndSend>;

/** The wallet of a person, as a page has it. @param before happens when it was approved and nothing is sent yet */
function tradeAs(
  { accountId, key }: TestWallet,
  {
    line = GOOD,
    before = async () => {},
    ...more
  }: Partial<typeof config> & {
    line?: Line;
    before?: (step: number) => Promise<unknown>;
  } = {},
) {
  const chain = { ...config, ...more };
  const provider = new InProcessProvider((body) =>
    line((body as { method: string }).method, async () => {
      const url = '/api/marketplace/near-rpc';
      return (await server.app.inject({ method: 'POST', url, payload: body as object })).json();
    }),
  );
  const reads = readsOf(chain, provider);
  const facts = { symbol: 'PLAY', locale: 'en-US' };
  const prepare = plannerOf(chain, reads, facts);
  let step = 0;
  const sendOne = async (transaction: WalletTransaction) => {
    await before(step++);
    return signAndSend(provider, { accountId, keyPair: key }, transaction, 5);
  };
  const perform = performerOf({
    provider,
    reads,
    facts,
    prepare,
    patience: PATIENCE,
    send: async (transactions) => {
      const outcomes: Awaited<ReturnType<Send>>[] = [];
      for (const transaction of transactions) outcomes.push(await sendOne(transaction));
      return outcomes;
    },
  });
  const plan = async (action: MarketAction) => (await prepare(action, accountId)).plan;
  return {
    plan,
    reads,
    sendOne,
    perform: (given: Awaited<ReturnType<typeof plan>>) => perform(given, accountId),
    do: async (action: MarketAction) => perform(await plan(action), accountId),
    balance: () => reads.available(accountId),
  };
}
const list = (price = coins(2)) => tradeAs(miasWallet).do({ kind: 'list', tokenId, price });

describe('a listing', () => {
  it('brings its deposit along where that is short, is repriced, sold for what it asks, and gives the deposit back', async () => {
    await collect();
    const seller = tradeAs(miasWallet);
    const buyer = tradeAs(tomsWallet);
    const plan = await seller.plan({ kind: 'list', tokenId, price: coins(2) });
    expect(plan).toMatchObject({ price: null, missing: '0', obstacle: null });
    expect(plan.costs.map(({ amount, isReturned }) => [amount, isReturned])).toEqual([
      [coins(0.01), true],
      [coins(0.01), true],
    ]);
    const listed = await seller.perform(plan);
    expect(listed).toMatchObject({ state: 'done', failure: null, keptDeposit: false });
    expect(await seller.do({ kind: 'reprice', tokenId, price: coins(3) })).toMatchObject({
      state: 'done',
    });

    const purchase = await buyer.plan({ kind: 'buy', tokenId, price: coins(2) });
    expect(purchase.price).toBe(coins(3));
    const paid = purchase.payout.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    expect(paid).toBe(3n * COIN);
    const [mine, theirs] = [await seller.balance(), await buyer.balance()];
    expect(await buyer.perform(purchase)).toMatchObject({ state: 'done', failure: null });
    const spent = theirs - (await buyer.balance());
    expect(spent > 3n * COIN && spent < 3n * COIN + COIN / 50n).toBe(true);
    expect((await seller.balance()) - mine).toBeGreaterThan(2n * COIN);
    expect((await seller.reads.token(tokenId))?.ownerId).toBe('tom.rondo');

    expect(await seller.do({ kind: 'withdraw' })).toMatchObject({ state: 'done' });
    expect((await seller.reads.storage('mia.rondo')).balance).toBe(0n);
    expect((await seller.plan({ kind: 'withdraw' })).obstacle?.text).toContain('nothing to take');
  });

  it('is made by a call after the approval where contracts want that, and taken back with the approval', async () => {
    await collect();
    const byCall = tradeAs(miasWallet, { listMode: 'list-call' });
    expect(await byCall.do({ kind: 'list', tokenId, price: coins(1) })).toMatchObject({
      state: 'done',
    });
    const seller = tradeAs(miasWallet);
    expect((await seller.reads.sale(tokenId))?.price).toBe(COIN);
    expect(await seller.do({ kind: 'unlist', tokenId })).toMatchObject({ state: 'done' });
    expect(await seller.reads.sale(tokenId)).toBeNull();
    expect((await seller.reads.token(tokenId))?.approvalId).toBeNull();
    expect((await seller.plan({ kind: 'unlist', tokenId })).obstacle?.kind).toBe('gone');
  });

  it('that is refused after its deposit says that the deposit stays', async () => {
    const seller = tradeAs(miasWallet, {
      before: async (step) => {
        if (step === 1) throw new Error('User rejected');
      },
    });
    await tradeAs(miasWallet).do({ kind: 'withdraw' });
    const result = await seller.do({ kind: 'list', tokenId, price: coins(2) });
    expect(result).toMatchObject({ state: 'dismissed', keptDeposit: true });
    const again = await seller.plan({ kind: 'list', tokenId, price: coins(2) });
    expect(again.costs).toHaveLength(1);
  });
});

describe('a purchase', () => {
  it('costs nothing where the price was changed after it was shown, or where it cannot be', async () => {
    await list();
    const buyer = tradeAs(tomsWallet);
    const plan = await buyer.plan({ kind: 'buy', tokenId, price: coins(2) });
    await tradeAs(miasWallet).do({ kind: 'reprice', tokenId, price: coins(5) });
    const before = await buyer.balance();
    const result = await buyer.perform(plan);
    expect(result).toMatchObject({
      state: 'failed',
      txHash: null,
      failure: { kind: 'price-changed' },
    });
    expect(result.failure?.text).toContain('to 5 PLAY');
    const own = await tradeAs(miasWallet).plan({ kind: 'buy', tokenId, price: coins(5) });
    expect(own.obstacle?.kind).toBe('own');
    const others = await buyer.plan({ kind: 'list', tokenId, price: coins(5) });
    expect(others.obstacle?.kind).toBe('not-owner');
    await tradeAs(miasWallet).do({ kind: 'reprice', tokenId, price: coins(1000) });
    const dear = await buyer.plan({ kind: 'buy', tokenId, price: coins(1000) });
    expect(dear.obstacle?.kind).toBe('not-enough');
    // The price, 0.03 for gas and 0.01 that has to be left.
    const needed = 1000n * COIN + (4n * COIN) / 100n;
    expect(BigInt(dear.missing)).toBe(needed - BigInt(dear.available));
    expect(await buyer.perform(dear)).toMatchObject({ state: 'failed', txHash: null });
    expect(await buyer.balance()).toBe(before);
    await market.give(miasWallet, tokenId, 'tom.rondo');
    const stale = await buyer.plan({ kind: 'buy', tokenId, price: coins(1000) });
    expect(stale.obstacle?.kind).toBe('stale');
  });

  it('that fails inside is found out and paid back', async () => {
    await collect();
    await list();
    const buyer = tradeAs(tomsWallet, {
      before: () => market.give(miasWallet, tokenId, 'minter.rondo'),
    });
    const before = await buyer.balance();
    const result = await buyer.do({ kind: 'buy', tokenId, price: coins(2) });
    expect(result).toMatchObject({ state: 'refunded', failure: { kind: 'stale' } });
    expect(result.txHash).toMatch(/^[1-9A-Za-z]{40,50}$/);
    expect(before - (await buyer.balance())).toBeLessThan(COIN / 50n);
  });

  it('that nobody answers any more is pending under its hash, and not sent anew', async () => {
    await collect();
    await list();
    const sent: string[] = [];
    const buyer = tradeAs(tomsWallet, {
      line: async (method, ask) => {
        if (method !== 'send_tx' && method !== 'tx') return ask();
        sent.push(method);
        throw new TypeError('Failed to fetch');
      },
    });
    const result = await buyer.do({ kind: 'buy', tokenId, price: coins(2) });
    expect(result).toMatchObject({ state: 'pending', failure: { kind: 'timeout' } });
    expect(result.txHash).not.toBeNull();
    expect(sent.filter((method) => method === 'send_tx')).toHaveLength(3);
    const isOffline = tradeAs(tomsWallet, {
      line: async () => {
        throw new TypeError('Failed to fetch');
      },
    });
    await expect(isOffline.plan({ kind: 'withdraw' })).rejects.toThrow('fetch');
  });

  it('whose answers are lost is made once', async () => {
    let lost = 0;
    const buyer = tradeAs(tomsWallet, {
      line: async (method, ask) => {
        const answer = await ask();
        if (method !== 'send_tx' || lost === 2) return answer;
        lost += 1;
        throw new TypeError('Failed to fetch');
      },
    });
    const before = await buyer.balance();
    const result = await buyer.do({ kind: 'buy', tokenId, price: coins(2) });
    expect([lost, result.state, result.failure]).toEqual([2, 'done', null]);
    expect(before - (await buyer.balance())).toBeLessThan(2n * COIN + COIN / 50n);
  });

  it('is not disturbed by another tab that signs with the same key', async () => {
    const seller = tradeAs(miasWallet);
    const deposit = (times: bigint) => ({
      receiverId: config.marketContract,
      actions: [
        {
          type: 'FunctionCall' as const,
          params: {
            methodName: 'storage_deposit',
            args: {},
            gas: SMALL_GAS,
            deposit: String(times * BigInt(config.storageDeposit)),
          },
        },
      ],
    });
    const { balance } = await seller.reads.storage('mia.rondo');
    await Promise.all([1n, 2n, 3n, 4n].map((times) => seller.sendOne(deposit(times))));
    const after = await seller.reads.storage('mia.rondo');
    expect(after.balance - balance).toBe(10n * after.minimum);
  });
});
