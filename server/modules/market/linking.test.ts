import { KeyPair } from 'near-api-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { readSettings } from '../../settings.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { removalEnds } from '../../testing/afterwards.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { marketCalls, signChallenge, type TestWallet } from '../../testing/market.ts';
import { startTestServer, type TestServer } from '../../testing/testApp.ts';
import { closeAccount } from '../accounts/closing.ts';

describeDatabases('linked wallets', (open) => {
  let server: TestServer;
  let market: ReturnType<typeof marketCalls>;
  let mia: TestAccount;
  let tom: TestAccount;
  let wallet: TestWallet;
  const near = (id: string) => `/marketplace/accounts/near/${id}`;
  const challengeOf = (who: TestAccount, id = 'mia.rondo') =>
    market.ok('POST', `${near(id)}/challenge`, who);

  beforeAll(async () => {
    server = await startTestServer({
      openDatabase: open,
      environment: { PUBLIC_URL: 'https://rondo.test' },
    });
    market = marketCalls(server);
    mia = await makeAccount(server.database, 'mia');
    tom = await makeAccount(server.database, 'tom');
    wallet = await market.openWallet(mia, 'mia.rondo');
  });
  afterAll(() => server?.close());

  it('are linked by a message that is signed once, for one session, one account and one key', async () => {
    const challenge = await challengeOf(mia);
    expect(challenge).toMatchObject({
      message: 'Link mia.rondo to Rondo user mia (https://rondo.test)',
      recipient: 'rondo.test',
    });
    const signed = await signChallenge(wallet, challenge);
    const link = (who: TestAccount, body: object, id = 'mia.rondo') =>
      market.call('POST', near(id), who, body);
    // Another account here cannot spend it.
    expect((await link(tom, signed)).status).toBe(409);
    const done = await link(mia, signed);
    expect(done.body.data.accounts).toMatchObject([{ accountId: 'mia.rondo', userId: 'mia' }]);
    expect((await link(mia, signed)).status).toBe(409);
    // What fails is spent too.
    const second = await challengeOf(mia);
    const bad = { ...(await signChallenge(wallet, second)), signature: `${'A'.repeat(86)}==` };
    expect((await link(mia, bad)).status).toBe(403);
    expect((await link(mia, await signChallenge(wallet, second))).status).toBe(409);
    // The same key on another account proves that one only by a message of its own.
    const publicKey = String(wallet.key.getPublicKey());
    const twin = { accountId: 'twin.rondo', publicKey };
    await market.ok('POST', '/marketplace/faucet', mia, twin);
    const ofOther = await signChallenge(wallet, await challengeOf(mia));
    expect((await link(mia, ofOther, 'twin.rondo')).status).toBe(403);
    const key = KeyPair.fromRandom('ed25519');
    const stranger = await signChallenge({ ...wallet, key }, await challengeOf(mia));
    expect((await link(mia, stranger)).status).toBe(403);
    const changed = { ...(await challengeOf(mia)), message: 'Send me all that you have' };
    expect((await link(mia, await signChallenge(wallet, changed))).status).toBe(403);
    const late = await challengeOf(mia);
    await server.database.queries.updateTable('walletChallenges').set({ expires: 1 }).execute();
    expect((await link(mia, await signChallenge(wallet, late))).status).toBe(409);
    const back = 'https://rondo.test/account?tab=wallet';
    const redirected = await signChallenge(wallet, await challengeOf(mia), back);
    expect((await link(mia, redirected)).status).toBe(200);
    const away = await signChallenge(wallet, await challengeOf(mia), 'https://evil.example/');
    expect((await link(mia, away)).status).toBe(400);
  });

  it('are found by whose they are, and belong to one person', async () => {
    const accounts = async (id: string) =>
      (await market.ok('GET', near(id))).accounts.map((one: { userId: string }) => one.userId);
    expect([await accounts('MIA'), await accounts('mia.rondo')]).toEqual([['mia'], ['mia']]);
    expect(await accounts('nobody.rondo')).toEqual([]);
    expect((await market.call('GET', near('nobody'))).status).toBe(404);
    expect((await market.link(tom, wallet)).status).toBe(200);
    expect([await accounts('tom'), await accounts('mia')]).toEqual([['tom'], []]);
    const { notifications } = await market.ok('GET', '/notifications', mia);
    expect(notifications).toMatchObject([
      { kind: 'wallet', text: 'mia.rondo', count: 0, path: '/account?tab=wallet' },
    ]);
    expect((await market.call('DELETE', near('mia.rondo'), mia)).status).toBe(404);
    expect((await market.call('DELETE', near('mia.rondo'), tom)).status).toBe(200);
    expect(await accounts('tom')).toEqual([]);
  });

  it('are five at most', async () => {
    for (let at = 0; at < 5; at += 1) await market.linkedWallet(tom, `tom${at}.rondo`);
    expect((await market.link(tom, wallet)).status).toBe(409);
    // One of them again is no further one.
    const again = await market.openWallet(mia, 'mia5.rondo');
    expect((await market.link(tom, again)).status).toBe(409);
  });

  it('leave with the account', async () => {
    const { database } = server;
    const row = {
      userId: 'tom',
      accountId: 'tom0.rondo',
      title: '',
      tempo: 120,
      root: 0,
      scale: 0,
    };
    const empty = { royalty: '{}', makers: '[]', metadata: '{}', attempts: 0, problem: '' };
    const times = { created: Date.now(), changed: Date.now() };
    const mint = { ...row, ...empty, ...times, jamId: 'tom', signed: null };
    await database.queries
      .insertInto('mints')
      .values([
        { ...mint, tokenId: 'a', rifffId: 'a', state: 'planned', txHash: null },
        { ...mint, tokenId: 'b', rifffId: 'b', state: 'signed', txHash: 'b' },
        { ...mint, tokenId: 'c', rifffId: 'c', state: 'done', txHash: 'c' },
      ])
      .execute();
    const before = await market.ok('GET', '/accounts/export', tom);
    expect(before.market.wallets).toHaveLength(5);
    expect(before.market.playAccounts).toHaveLength(5);
    expect(before.market.mints.map((one: { state: string }) => one.state)).toEqual([
      'planned',
      'signed',
      'done',
    ]);
    await closeAccount(database, 'tom', Date.now());
    const settings = readSettings({ RONDO_DATA: server.folder });
    const next = await createApp({ settings, database, blobs: server.blobs });
    await removalEnds(database.queries);
    await next.close();
    for (const table of ['walletAccounts', 'walletChallenges', 'mints', 'chainAccounts'] as const) {
      expect(await rowsOf(database, table, 'userId', 'tom')).toEqual([]);
    }
    // What was signed may have been sent: it is finished without an account here.
    expect(await rowsOf(database, 'mints', 'userId', '')).toMatchObject([{ tokenId: 'b' }]);
    expect(await rowsOf(database, 'chainAccounts', 'id', 'tom0.rondo')).toMatchObject([
      { userId: null, amount: expect.stringMatching(/^[1-9]\d{24,}$/) },
    ]);
  });
});
