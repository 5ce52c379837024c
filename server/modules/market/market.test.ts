import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { marketCalls, type TestWallet } from '../../testing/market.ts';
import { startTestServer, type TestServer } from '../../testing/testApp.ts';

const ONE = `1${'0'.repeat(24)}`;

describeDatabases('collecting', (open) => {
  let server: TestServer;
  let market: ReturnType<typeof marketCalls>;
  let mia: TestAccount;
  let tom: TestAccount;
  let miasWallet: TestWallet;
  let tomsWallet: TestWallet;

  beforeAll(async () => {
    server = await startTestServer({ openDatabase: open });
    market = marketCalls(server);
    mia = await makeAccount(server.database, 'mia');
    tom = await makeAccount(server.database, 'tom');
    await market.openJam(mia);
    miasWallet = await market.linkedWallet(mia, 'mia.rondo');
    tomsWallet = await market.linkedWallet(tom, 'tom.rondo');
  });
  afterAll(() => server?.close());

  it('makes one token of a rifff, whoever asks at the same moment', async () => {
    const rifffId = await market.rifff(mia);
    const asked = [mia, tom].flatMap((who) =>
      Array.from({ length: 25 }, () => market.mint(who, 'mia', rifffId, `${who.userId}.rondo`)),
    );
    const answers = await Promise.all(asked);
    const done = answers.filter(({ status }) => status === 200);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(done).toHaveLength(25);
    expect(new Set(done.map(({ body }) => JSON.stringify(body.data))).size).toBe(1);
    const { tokenId, state, accountId, txHash } = done[0]!.body.data;
    const expected = createHash('sha256').update(`mia/${rifffId}`).digest('hex').slice(0, 32);
    expect([tokenId, state]).toEqual([expected, 'minted']);
    const { token, history, files } = await market.ok('GET', `/marketplace/tokens/${tokenId}`);
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

  it('sells', async () => {
    const rifffId = await market.rifff(mia);
    const { tokenId } = (await market.mint(mia, 'mia', rifffId, 'mia.rondo')).body.data;
    const listed = await market.report(
      mia,
      await market.list(miasWallet, tokenId, ONE),
      miasWallet,
    );
    expect(listed).toMatchObject({
      state: 'done',
      failures: [],
      tokens: [{ tokenId, price: ONE }],
    });
    const { rifff } = await market.ok('GET', `/jam/mia/rifffs/${rifffId}`);
    expect(rifff.saleInfo).toEqual({ sale_conditions: ONE });
    const bought = await market.report(tom, await market.buy(tomsWallet, tokenId, ONE), tomsWallet);
    expect(bought.tokens).toMatchObject([{ ownerAccount: 'tom.rondo', owner: 'tom', price: null }]);
    const page = await market.ok('GET', `/marketplace/tokens/${tokenId}`);
    expect(page.history.map(({ kind }: { kind: string }) => kind)).toEqual([
      'sale',
      'list',
      'mint',
    ]);
  });
});
