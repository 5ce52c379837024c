import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BoardSchema } from '../../../src/data/contract/arcade.ts';
import type { Collectible, Tokens } from '../../../src/data/contract/market.ts';
import { dayOf, dayStartMs } from '../../../src/data/rules/arcade/seeds.ts';
import { DEMO_PEOPLE } from '../../../src/data/rules/demo/people.ts';
import type { Database } from '../../ports/database/database.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { describeOnce } from '../../testing/databases.ts';
import { temporaryFolder } from '../../testing/folders.ts';
import { marketCalls } from '../../testing/market.ts';
import { silentLog } from '../../testing/starterFixture.ts';
import { startTestServer, type TestServer } from '../../testing/testApp.ts';
import { createFields } from '../arcade/fields.ts';
import { raiseBest } from '../arcade/repo.ts';
import { seedStarter } from '../starter/service.ts';
import { demoDays } from './days.ts';
import { applyDemo } from './service.ts';

const STARTER = fileURLToPath(new URL('../../../assets/starter', import.meta.url));
const DAY_MS = 86_400_000;
/** Begins when the content is stored; waiting for it asks so often, in ms. */
const SOON = { interval: 20 };

describeOnce('what the demo adds', (open) => {
  let database: Database;
  let server: TestServer;
  let ines: TestAccount;
  /** Files stay where they are, whichever server is up. */
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  /** Starts the server again, as an operator does; only one runs at a time. */
  const start = async (isOn: boolean) => {
    await server?.close();
    const environment = { RONDO_DEMO: isOn ? 'on' : 'off', RONDO_DATA: folder.path };
    server = await startTestServer({ openDatabase: async () => database, environment });
    const { blobs } = server;
    // It begins with the fixture's starter content.
    await seedStarter({ database, blobs, log: silentLog, folder: STARTER, hasPlans: true });
  };
  beforeAll(async () => {
    database = await open();
    folder = await temporaryFolder();
    await start(true);
    ines = await makeAccount(database, 'ines');
  });
  afterAll(async () => {
    await server?.close();
    await folder.remove();
  });

  const apply = (isOn: boolean) =>
    applyDemo({ database, log: silentLog, isOn, hasPlayMoney: true });
  const listen = () => server.app.listen({ port: 0, host: '127.0.0.1' });
  const get = async (url: string) => {
    const answer = await server.app.inject({ method: 'GET', url: `/api${url}` });
    return { status: answer.statusCode, ...answer.json() };
  };
  const tokens = async (query = ''): Promise<Tokens> =>
    (await get(`/marketplace/tokens?${query}`)).data;
  const onSale = async () => (await tokens('listed=true')).tokens;
  const openCount = async () => {
    const [room] = (await get('/marketplace/collectible-jams')).data.jams;
    return room?.openCount ?? 0;
  };
  let bought: Collectible;

  it('has rifffs on sale once it listens, which say what they are and can be heard', async () => {
    await apply(true);
    expect((await tokens()).total).toBe(0);
    await listen();
    await expect.poll(async () => (await onSale()).length, SOON).toBe(3);
    for (const { tokenId, isDemo, owner, ownerName, price } of await onSale()) {
      expect({ isDemo, owner }).toEqual({ isDemo: true, owner: 'demo-full' });
      expect(ownerName).toMatch(/^Demo: /);
      expect(price).toMatch(/^(5|8|12)0{24}$/);
      const { token, files, history } = (await get(`/marketplace/tokens/${tokenId}`)).data;
      expect(token.rifff.loops.length).toBeGreaterThan(0);
      expect(files.length).toBeGreaterThan(2);
      expect(history.map(({ kind }: { kind: string }) => kind)).toEqual(['list', 'mint']);
    }
    expect(await openCount()).toBeGreaterThanOrEqual(2);
  });

  it('sells to a new member, and puts something else on sale', async () => {
    const { linkedWallet, buy, report } = marketCalls(server);
    [bought] = (await onSale()) as [Collectible];
    const wallet = await linkedWallet(ines, 'ines.rondo');
    await report(ines, await buy(wallet, bought.tokenId, bought.price!), wallet);
    expect((await tokens('collector=ines')).tokens).toMatchObject([{ tokenId: bought.tokenId }]);
    await start(true);
    await listen();
    await expect.poll(async () => (await onSale()).length, SOON).toBe(3);
  });

  it('has something to collect on every day', async () => {
    // As a day and more later.
    const move = { created: Date.now() - 2 * DAY_MS };
    await database.queries.updateTable('rifffs').set(move).execute();
    expect(await openCount()).toBe(0);
    const rifffs = async () =>
      (await get('/jam/lobby?limit=50')).data.jams.find(
        ({ name }: { name: string }) => name === 'Demo: late house',
      );
    const before = await rifffs();
    await start(true);
    await listen();
    await expect.poll(openCount, SOON).toBe(2);
    const after = await rifffs();
    expect(after.rifffCount).toBe(before.rifffCount + 2);
    // An empty room must not look as if a person had just played.
    expect(Date.now() - after.latest).toBeGreaterThanOrEqual(10 * 60_000);
  });

  it('plays on the board of each day, once, and not where people play', async () => {
    const { queries } = database;
    const fields = createFields(database, undefined);
    const addMissing = demoDays({ database, publicUrl: undefined, shop: undefined, fields });
    const noon = (days: number) => dayStartMs(dayOf(Date.now() + days * DAY_MS)) + DAY_MS / 2;
    const board = async (days: number) =>
      BoardSchema.parse((await get(`/arcade/board?day=${dayOf(noon(days))}`)).data).entries;
    const play = (days: number, userId: string) =>
      raiseBest(queries, {
        ...{ day: dayOf(noon(days)), userId, runId: `run-${days}-${userId}` },
        ...{ score: 10, created: noon(days) },
      });
    await addMissing(noon(1));
    const first = await board(1);
    expect(first.length).toBeGreaterThanOrEqual(5);
    expect(first.every(({ isDemo }) => isDemo)).toBe(true);
    await addMissing(noon(1) + 1000);
    expect(await board(1)).toEqual(first);
    await play(2, 'ines');
    await addMissing(noon(2));
    expect(await board(2)).toMatchObject([{ user: 'ines', isDemo: false }]);
    // One player of yesterday has company again today; three need none.
    await addMissing(noon(3));
    expect((await board(3)).length).toBeGreaterThanOrEqual(5);
    await makeAccount(database, 'ada');
    await makeAccount(database, 'ben');
    for (const userId of ['ines', 'ada', 'ben']) await play(3, userId);
    await addMissing(noon(4));
    expect(await board(4)).toEqual([]);
  });

  it('is gone where it is switched off, but for what people bought', async () => {
    await start(false);
    await apply(false);
    const left = await tokens();
    expect(left.total).toBe(1);
    expect(left.tokens[0]).toMatchObject({
      ...{ tokenId: bought.tokenId, owner: 'ines', price: null, rifff: null, makers: [] },
    });
    expect(await onSale()).toEqual([]);
    expect(await openCount()).toBe(0);
    const { data } = await get(`/marketplace/tokens/${bought.tokenId}`);
    expect(data.files.length).toBeGreaterThan(2);
    for (const { url } of data.files) {
      expect((await server.app.inject({ method: 'GET', url })).statusCode).toBe(200);
    }
    const found = await get('/search?q=demo');
    expect(JSON.stringify(found.data)).not.toContain('Demo: ');
    expect((await get(`/arcade/board?day=${dayOf(Date.now() + DAY_MS)}`)).data.entries).toEqual([]);
    // Its owner may sell it, as anything else that they own.
    const { ok, near } = marketCalls(server);
    expect((await ok('GET', near('ines.rondo'), null)).accounts).toHaveLength(1);
    for (const { userId } of DEMO_PEOPLE) {
      expect((await get(`/accounts/profile/${userId}`)).status).toBe(404);
    }
  });

  it('comes back with other rifffs on sale', async () => {
    await start(true);
    await apply(true);
    await listen();
    await expect.poll(async () => (await onSale()).length, SOON).toBe(3);
    expect((await onSale()).map(({ tokenId }) => tokenId)).not.toContain(bought.tokenId);
  });
});
