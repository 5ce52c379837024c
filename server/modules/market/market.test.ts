import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { readSettings } from '../../settings.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { marketCalls, type TestWallet } from '../../testing/market.ts';
import { postable } from '../../testing/rifffs.ts';
import { fixtureLoopId } from '../../testing/starterFixture.ts';
import { startTestServer, type TestServer } from '../../testing/testApp.ts';

const coins = (count: number) => `${count}${'0'.repeat(24)}`;
const ONE = coins(1);

interface Told {
  readonly kind: string;
  readonly txHash: string | null;
}

describeDatabases('collecting', (open) => {
  let server: TestServer;
  let market: ReturnType<typeof marketCalls>;
  let mia: TestAccount;
  let tom: TestAccount;
  let eve: TestAccount;
  let miasWallet: TestWallet;
  let tomsWallet: TestWallet;

  beforeAll(async () => {
    server = await startTestServer({ openDatabase: open });
    market = marketCalls(server);
    [mia, tom, eve] = await Promise.all(
      ['mia', 'tom', 'eve'].map((name) => makeAccount(server.database, name)) as [
        Promise<TestAccount>,
        Promise<TestAccount>,
        Promise<TestAccount>,
      ],
    );
    await market.openJam(mia);
    miasWallet = await market.linkedWallet(mia, 'mia.rondo');
    tomsWallet = await market.linkedWallet(tom, 'tom.rondo');
  });
  afterAll(() => server?.close());

  const minted = async (rifffId: string, who = mia): Promise<string> => {
    const answer = await market.mint(who, 'mia', rifffId, `${who.userId}.rondo`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.data.tokenId;
  };
  const tokenPage = (tokenId: string) => market.ok('GET', `/marketplace/tokens/${tokenId}`);

  it('makes one token of a rifff, whoever asks at the same moment', async () => {
    const rifffId = await market.rifff(mia);
    const many = Array.from({ length: 50 }, (_, at) => `many${at}`);
    const callers = await Promise.all(many.map((name) => makeAccount(server.database, name)));
    await server.database.queries
      .insertInto('walletAccounts')
      .values(
        many.map((userId) => ({ userId, accountId: `${userId}.rondo`, publicKey: '', linked: 1 })),
      )
      .execute();
    const ask = (who: TestAccount) => market.mint(who, 'mia', rifffId, `${who.userId}.rondo`);
    const answers = await Promise.all(callers.map(ask));
    const done = answers.filter(({ status }) => status === 200);
    expect(done).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
    const winner = callers[answers.indexOf(done[0]!)]!;
    // The chain may take longer than a call waits.
    await expect.poll(async () => (await ask(winner)).body.data.state).toBe('minted');
    const again = await Promise.all([ask(winner), ask(winner)]);
    expect(again[1]!.body).toEqual(again[0]!.body);
    const { tokenId, accountId, txHash } = again[0]!.body.data;
    const expected = createHash('sha256').update(`mia/${rifffId}`).digest('hex').slice(0, 32);
    expect([done[0]!.body.data.tokenId, tokenId]).toEqual([expected, expected]);
    const sent = { txHash, accountId: 'minter.rondo' };
    const seen = await market.ok('POST', '/marketplace/transactions', eve, sent);
    expect(seen).toMatchObject({ state: 'done', tokens: [{ tokenId }] });
    const { token, history, files } = await tokenPage(tokenId);
    expect(token).toMatchObject({ jamId: 'mia', rifffId, ownerAccount: accountId, price: null });
    expect(history).toMatchObject([{ kind: 'mint', accountId, txHash }]);
    for (const { url, hash, mime } of files) {
      const file = await server.app.inject(url);
      expect(file.statusCode).toBe(200);
      expect(file.headers['content-type']).toBe(mime);
      expect(file.headers['cache-control']).toContain('immutable');
      expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(hash);
    }
    expect(files.map(({ name }: { name: string }) => name)).toEqual([
      'cover.png',
      'rifff.json',
      '1-Low-Tide-1.ogg',
      '2-100-Kick-2.ogg',
    ]);
  });

  it('says why a rifff cannot be collected, by its own clock, and refuses it', async () => {
    const { queries } = server.database;
    const closedOf = async (rifffId: string, jamId = 'mia') =>
      (await market.ok('GET', `/marketplace/rifffs/${jamId}/${rifffId}`, mia)).closed;
    const refused = async (rifffId: string, jamId = 'mia') =>
      (await market.mint(mia, jamId, rifffId, 'mia.rondo')).status;
    const open_ = await market.rifff(mia);
    const facts = await market.ok('GET', `/marketplace/rifffs/mia/${open_}`, tom);
    expect(facts).toMatchObject({ closed: null, token: null, makers: [], isPending: false });
    expect(facts.closes - facts.now).toBeGreaterThan(86_390_000);
    const old = await market.rifff(mia);
    const day = 24 * 3_600_000;
    const age = (ms: number) =>
      queries
        .updateTable('rifffs')
        .set({ created: Date.now() - ms })
        .where('id', '=', old)
        .execute();
    await age(day - 60_000);
    expect(await closedOf(old)).toBe(null);
    await age(day);
    expect([await closedOf(old), await refused(old)]).toEqual(['over', 409]);
    const empty = await market.rifff(mia, []);
    expect([await closedOf(empty), await refused(empty)]).toEqual(['empty', 409]);
    const hidden = await market.rifff(mia);
    const share = { title: '', isPrivate: false, created: 1, likeCount: 0, source: null };
    await queries
      .insertInto('shares')
      .values({
        ...share,
        id: 'gone',
        jamId: 'mia',
        rifffId: hidden,
        userId: 'mia',
        isRemoved: true,
      })
      .execute();
    expect([await closedOf(hidden), await refused(hidden)]).toEqual(['hidden', 409]);
    // Consent is the owner's, for a jam that anyone hears.
    const { id: toms } = await market.ok('POST', `/jam/tom/rifffs`, tom, {
      rifff: postable(),
    });
    expect((await market.mint(mia, 'tom', toms, 'mia.rondo')).status).toBe(404);
    expect((await market.mint(tom, 'tom', toms, 'tom.rondo')).status).toBe(409);
    const at = '/marketplace/collectible-jams/tom';
    expect((await market.call('POST', at, mia, { isCollectible: true })).status).toBe(404);
    expect((await market.call('POST', at, tom, { isCollectible: true })).status).toBe(409);
    await market.openJam(tom, false);
    expect(await closedOf(toms, 'tom')).toBe('jam');
    expect((await market.call('POST', at, mia, { isCollectible: true })).status).toBe(403);
    expect((await market.ok('POST', at, tom, { isCollectible: true })).openCount).toBe(1);
    expect(await closedOf(toms, 'tom')).toBe(null);
    // To an account that is the caller's alone.
    expect((await market.mint(mia, 'mia', open_, 'tom.rondo')).status).toBe(403);
    expect((await market.mint(eve, 'mia', open_, 'mia.rondo')).status).toBe(403);
    await minted(open_);
    expect(await closedOf(open_)).toBe('collected');
  });

  it('lists jams that can be collected from, with what is open in them', async () => {
    for (let at = 0; at < 7; at += 1) await market.rifff(mia);
    const { jams, total } = await market.ok('GET', '/marketplace/collectible-jams', mia);
    expect([total, jams.map((one: { jam: { id: string } }) => one.jam.id)]).toEqual([
      2,
      ['mia', 'tom'],
    ]);
    const [own] = jams;
    expect(own).toMatchObject({ isCollectible: true, mayChange: true, openCount: 7 });
    expect(own.open).toHaveLength(6);
    expect(own.open[0].rifff.created).toBeGreaterThan(own.open[5].rifff.created);
    const one = await market.ok('GET', '/marketplace/collectible-jams/mia');
    expect([one.open.length, one.mayChange]).toEqual([7, false]);
    const second = await market.ok('GET', '/marketplace/collectible-jams?pageSize=1&pageNo=1');
    expect([second.total, second.jams[0].jam.id, second.jams[0].openCount]).toEqual([2, 'tom', 1]);
  });

  it('sells, and pays who made the loops', async () => {
    const rifffId = await market.rifff(mia, [7, 8, 9, 10, 1]);
    // Four of its loops are what people brought; eve has no wallet.
    for (const [at, creatorId] of [
      [7, 'mia'],
      [8, 'mia'],
      [9, 'tom'],
      [10, 'eve'],
    ] as const) {
      await server.database.queries
        .updateTable('loops')
        .set({ origin: 'upload', isLibrary: false, creatorId })
        .where('id', '=', fixtureLoopId(at))
        .execute();
    }
    const tokenId = await minted(rifffId);
    const { token } = await tokenPage(tokenId);
    expect(token.makers).toEqual([
      { userId: 'mia', displayName: 'mia', accountId: 'mia.rondo', bps: 667 },
      { userId: 'eve', displayName: 'eve', accountId: null, bps: 0 },
      { userId: 'tom', displayName: 'tom', accountId: 'tom.rondo', bps: 333 },
    ]);
    const share = { jamId: 'mia', rifffId, shareId: 'forsale', title: 'Ninth bus' };
    await market.ok('POST', '/rifff-feed/share', mia, share);
    const hash = await market.list(miasWallet, tokenId, ONE);
    const listed = await market.report(eve, hash, miasWallet);
    expect(listed).toMatchObject({
      state: 'done',
      failures: [],
      tokens: [{ tokenId, price: ONE }],
    });
    const saleInfo = { sale_conditions: ONE };
    const { rifff } = await market.ok('GET', `/jam/mia/rifffs/${rifffId}`);
    const [shared] = await market.ok('GET', '/v3/feed/shared_rifff/forsale');
    const feed = await market.ok('GET', '/rifff-feed/query');
    expect([rifff, shared.rifff, feed.rifffs[0].rifff].map((one) => one.saleInfo)).toEqual(
      Array(3).fill(saleInfo),
    );
    // Posting what was read back says nothing about a sale.
    const posted = { ...rifff, _id: 'f'.repeat(32), loops: [] };
    await market.ok('POST', '/jam/mia/rifffs', mia, { rifff: posted });
    const copy = await market.ok('GET', `/jam/mia/rifffs/${'f'.repeat(32)}`);
    expect(copy.rifff.saleInfo).toBeUndefined();
    const bought = await market.report(tom, await market.buy(tomsWallet, tokenId, ONE), tomsWallet);
    expect(bought.tokens).toMatchObject([{ ownerAccount: 'tom.rondo', owner: 'tom', price: null }]);
    const page = await tokenPage(tokenId);
    const [sale, offered] = page.history;
    expect(page.history.map(({ kind }: { kind: string }) => kind)).toEqual([
      'sale',
      'list',
      'mint',
    ]);
    expect(offered).toMatchObject({ price: ONE, txHash: hash, userId: 'mia' });
    expect(sale).toMatchObject({ userId: 'mia', toUserId: 'tom', price: ONE });
    const paid = sale.payout.map(({ accountId, amount }: { accountId: string; amount: string }) => [
      accountId,
      BigInt(amount),
    ]);
    expect(new Map(paid)).toEqual(
      new Map([
        ['mia.rondo', (BigInt(ONE) * 9667n) / 10_000n],
        ['tom.rondo', (BigInt(ONE) * 333n) / 10_000n],
      ]),
    );
    const gone = await market.ok('GET', `/jam/mia/rifffs/${rifffId}`);
    expect(gone.rifff.saleInfo).toBeUndefined();
    // A purchase that comes too late failed inside, and what was there stays.
    const late = await market.report(eve, await market.buy(miasWallet, tokenId, ONE), miasWallet);
    expect(late.state).toBe('failed');
    expect(late.failures.join()).toContain('No sale');
    const unknown = { txHash: '1'.repeat(43), accountId: 'mia.rondo' };
    expect(await market.ok('POST', '/marketplace/transactions', eve, unknown)).toMatchObject({
      state: 'pending',
    });
  });

  it('finds tokens, and sees by itself what nobody reported', async () => {
    const ids: string[] = [];
    for (const loops of [[1], [2, 3], [7]]) ids.push(await minted(await market.rifff(mia, loops)));
    const [cheap, dear, given] = ids as [string, string, string];
    await market.list(miasWallet, cheap, coins(2));
    await market.list(miasWallet, dear, coins(10));
    await market.list(miasWallet, given, coins(3));
    const gift = await market.give(miasWallet, given, 'tom.rondo');
    const { database, blobs, folder } = server;
    const settings = readSettings({ RONDO_DATA: folder });
    const next = await createApp({ settings, database, blobs });
    const tokens = async (query: string): Promise<string[]> => {
      const answer = await next.inject(`/api/marketplace/tokens?${query}`);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json().data.tokens.map(({ tokenId }: { tokenId: string }) => tokenId);
    };
    while ((await tokens('listed=true')).length < 2) await delay(10);
    while (!(await tokens('collector=tom')).includes(given)) await delay(10);
    // A listing that outlived a gift holds no more.
    expect(await tokens('listed=true&sort=cheapest')).toEqual([cheap, dear]);
    expect(await tokens('listed=true&sort=dearest')).toEqual([dear, cheap]);
    expect(await tokens(`minPrice=${coins(3)}`)).toEqual([dear]);
    expect(await tokens(`maxPrice=${coins(9)}`)).toEqual([cheap]);
    expect((await tokens('maker=tom')).length).toBe(1);
    expect(await tokens('maker=eve&collector=tom')).toHaveLength(1);
    expect(await tokens('search=NINTH&limit=5')).toEqual([]);
    expect((await tokens('search=from')).length).toBeGreaterThan(3);
    expect(await tokens('minTempo=121')).toEqual([]);
    expect((await tokens('maxTempo=120&root=0&scale=0&skip=1')).length).toBeGreaterThan(2);
    expect(await tokens('collector=nobody_')).toEqual([]);
    expect((await tokens('sort=cheapest')).slice(0, 2)).toEqual([cheap, dear]);
    await next.close();
    const historyOf = async () =>
      (await tokenPage(given)).history.map(({ kind, txHash }: Told) => [kind, txHash]);
    const [found, first] = await historyOf();
    expect([found, first[0]]).toEqual([['transfer', null], 'mint']);
    // A caller who says later which transaction it was, or says it again, is not told of twice.
    await market.report(eve, gift, miasWallet);
    await market.report(mia, gift, miasWallet);
    expect(await historyOf()).toEqual([['transfer', gift], first]);
    const unlisted = await market.report(mia, await market.unlist(miasWallet, cheap), miasWallet);
    expect(unlisted.tokens).toMatchObject([{ tokenId: cheap, price: null }]);
  });
});
