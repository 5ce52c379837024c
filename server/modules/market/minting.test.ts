import { setTimeout as delay } from 'node:timers/promises';
import type { KeyPairString } from 'near-api-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { removeUnused } from '../../kernel/content.ts';
import { readSettings } from '../../settings.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { describeOnce, rowsOf } from '../../testing/databases.ts';
import { marketCalls } from '../../testing/market.ts';
import { fixtureLoopId } from '../../testing/starterFixture.ts';
import { startTestServer, type TestServer } from '../../testing/testApp.ts';
import type { MintStep } from './context.ts';
import { tokenIdOf } from './tokenId.ts';

const STEPS: readonly MintStep[] = ['claimed', 'prepared', 'signed', 'sent', 'done'];

describeOnce('a mint', (open) => {
  let server: TestServer;
  let market: ReturnType<typeof marketCalls>;
  let mia: TestAccount;
  let breakAt: MintStep | undefined;

  beforeAll(async () => {
    server = await startTestServer({
      openDatabase: open,
      afterMintStep: async (step) => {
        if (step === breakAt) throw new Error(`the process ended when it was ${step}`);
      },
    });
    market = marketCalls(server);
    mia = await makeAccount(server.database, 'mia');
    await market.openJam(mia);
    await market.linkedWallet(mia, 'mia.rondo');
  });
  afterAll(() => server?.close());

  const mint = (rifffId: string) => market.mint(mia, 'mia', rifffId, 'mia.rondo');
  const stateOf = async (rifffId: string) =>
    (await rowsOf(server.database, 'mints', 'rifffId', rifffId)).map(({ state }) => state);
  const mintsOf = async () =>
    Object.fromEntries(
      (await server.database.queries.selectFrom('mints').selectAll().execute()).map((row) => [
        row.rifffId,
        row,
      ]),
    );

  it('is finished by the next process, wherever the one before ended', async () => {
    const broken: string[] = [];
    for (const step of STEPS) {
      breakAt = step;
      const rifffId = await market.rifff(mia);
      await mint(rifffId);
      broken.push(rifffId);
    }
    breakAt = undefined;
    const states = await Promise.all(broken.map(stateOf));
    expect(states.flat()).toEqual(['planned', 'planned', 'signed', 'signed', 'done']);
    const before = await mintsOf();
    const { database, blobs, folder } = server;
    const settings = readSettings({ RONDO_DATA: folder });
    const next = await createApp({ settings, database, blobs });
    const isOver = async () => (await Promise.all(broken.map(stateOf))).flat().every(isDone);
    while (!(await isOver())) await delay(10);
    await next.close();
    const after = await mintsOf();
    // What was sent is not signed again; what was only signed is where later mints took the nonces.
    for (const rifffId of broken.slice(3)) {
      expect(after[rifffId]?.txHash).toBe(before[rifffId]?.txHash);
    }
    for (const rifffId of broken) {
      const { body } = await mint(rifffId);
      expect(body.data).toMatchObject({ state: 'minted', accountId: 'mia.rondo' });
      const { history } = await market.ok('GET', `/marketplace/tokens/${body.data.tokenId}`);
      expect(history).toHaveLength(1);
    }
    expect(await rowsOf(database, 'tokens', 'ownerAccount', 'mia.rondo')).toHaveLength(5);
  });

  it('signs again what the chain never takes, and ends with the reason where it never will', async () => {
    const { queries } = server.database;
    const rifffId = await market.rifff(mia);
    breakAt = 'signed';
    await mint(rifffId);
    // Another transaction of the minter takes the nonce.
    breakAt = undefined;
    expect((await mint(await market.rifff(mia))).body.data.state).toBe('minted');
    expect((await mint(rifffId)).body.data.state).toBe('minted');
    expect(await rowsOf(server.database, 'mints', 'rifffId', rifffId)).toMatchObject([
      { state: 'done', attempts: 1 },
    ]);
    // Without coins it waits for them.
    const poor = await market.rifff(mia);
    const { amount } = await queries
      .selectFrom('chainAccounts')
      .select('amount')
      .where('id', '=', 'minter.rondo')
      .executeTakeFirstOrThrow();
    const setCoins = (coins: string) =>
      queries
        .updateTable('chainAccounts')
        .set({ amount: coins })
        .where('id', '=', 'minter.rondo')
        .execute();
    await setCoins('1');
    expect((await mint(poor)).body.data.state).toBe('pending');
    const facts = await market.ok('GET', `/marketplace/rifffs/mia/${poor}`, mia);
    expect(facts).toMatchObject({ isPending: true, closed: 'collected', token: null });
    await setCoins(amount);
    expect((await mint(poor)).body.data.state).toBe('minted');
    // A token of another account has its id.
    const squatted = await market.rifff(mia);
    const tokenId = tokenIdOf({ jamId: 'mia', rifffId: squatted });
    const { value: key } = await queries
      .selectFrom('chainFacts')
      .select('value')
      .where('name', '=', 'minterKey')
      .executeTakeFirstOrThrow();
    await market.squat(key as KeyPairString, tokenId);
    const refused = await mint(squatted);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict']);
    expect(refused.body.message).toBe('Another token has its id');
    expect(await rowsOf(server.database, 'tokenFiles', 'tokenId', tokenId)).toEqual([]);
  });

  it('keeps its files whatever becomes of the loops, but for what a moderator took out', async () => {
    const { queries } = server.database;
    const rifffId = await market.rifff(mia, [5]);
    const { tokenId } = (await mint(rifffId)).body.data;
    const { files } = await market.ok('GET', `/marketplace/tokens/${tokenId}`);
    const sound = files.at(-1);
    await queries.deleteFrom('media').where('loopId', '=', fixtureLoopId(5)).execute();
    await removeUnused(server, sound.hash);
    expect((await server.app.inject(sound.url)).statusCode).toBe(200);
    const barred = {
      kind: 'sound',
      value: sound.hash,
      userId: 'eve',
      since: 1,
      origin: 'x',
    } as const;
    await queries.insertInto('barred').values(barred).execute();
    expect((await server.app.inject(sound.url)).statusCode).toBe(404);
    expect((await server.app.inject(`/media/tokens/${'0'.repeat(64)}`)).statusCode).toBe(404);
    const document = (await server.app.inject(files[1].url)).json();
    expect(document).toMatchObject({
      title: 'From mia',
      loops: [{ sha256: sound.hash }],
      cover: { sha256: files[0].hash },
      rifff: { state: { bps: 2 } },
    });
  });
});

const isDone = (state: string) => state === 'done';
