import { beforeAll, describe, expect, it } from 'vitest';
import { stemRefusal } from '../../../src/data/rules/sharing/credits.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { jamCalls } from '../../testing/jamCalls.ts';
import { postable } from '../../testing/rifffs.ts';
import { fixtureLoopId, LOCKED_PACK } from '../../testing/starterFixture.ts';
import { startTestServer, useTestServer } from '../../testing/testApp.ts';

const { product } = LOCKED_PACK;
/** Positions of the collection's loops in the fixture: behind its 24 others. */
const [FIRST, SECOND, THIRD] = [24, 25, 26] as const;
const LOCKED = fixtureLoopId(FIRST);

describeDatabases("loops of a partner's collection", (open) => {
  const server = useTestServer({ openDatabase: open, starter: { locked: 3 } });
  const { call, ok, post, commit } = jamCalls(server);
  let holder: TestAccount;
  let former: TestAccount;
  let nobody: TestAccount;
  let url = '';
  const give = (userId: string, until: number | null = null) =>
    server.database.queries
      .insertInto('grants')
      .values({ userId, product, source: 'purchase', ref: `cs_${userId}`, created: 1000, until })
      .execute();
  const media = async (who: TestAccount | null) =>
    (await server.app.inject({ url, headers: { ...who?.headers } })).statusCode;
  beforeAll(async () => {
    [holder, former, nobody] = [
      await makeAccount(server.database, 'holder'),
      await makeAccount(server.database, 'former'),
      await makeAccount(server.database, 'nobody'),
    ];
    await give('holder');
    // Refunded, or over.
    await give('former', Date.now() - 1);
    const [file] = await rowsOf(server.database, 'media', 'loopId', LOCKED);
    url = `/media/${file!.key}`;
  });

  /** Everybody who may ask, and whether they hold the collection. */
  const readers = () =>
    [
      [null, false],
      [nobody, false],
      [former, false],
      [holder, true],
    ] as const;

  it('are listed, counted, found and drawn for holders alone; their pack is there for all', async () => {
    for (const [who, isHeld] of readers()) {
      const found = isHeld ? 3 : 0;
      const all = await ok(who, '/library/loops?limit=100');
      expect([all.total, all.loops.length]).toEqual([24 + found, 24 + found]);
      expect((await ok(who, `/library/loops?pack=${LOCKED_PACK.id}`)).loops).toHaveLength(found);
      expect((await ok(who, '/library/loops?search=glow')).total).toBe(found);
      // Nor are they among what sounds like another loop, or to be compared with.
      const alike = await ok(who, `/library/loops?like=${fixtureLoopId(23)}&limit=100`);
      const isLocked = (loop: { family?: string }) => loop.family === LOCKED_PACK.id;
      expect(alike.loops.filter(isLocked)).toHaveLength(found);
      expect((await call(who, `/library/loops?like=${LOCKED}`)).status).toBe(isHeld ? 200 : 404);
      const near = await ok(who, `/search?kind=loops&like=${fixtureLoopId(23)}&limit=50`);
      expect(near.loops.results.filter(isLocked)).toHaveLength(found);
      expect((await call(who, `/search?like=${LOCKED}`)).status).toBe(isHeld ? 200 : 404);
      const random = await call(who, `/library/loops/random?pack=${LOCKED_PACK.id}`);
      expect(random.status).toBe(isHeld ? 200 : 404);
      const { categories } = await ok(who, '/library/categories');
      const counted = categories.reduce(
        (sum: number, one: { loopCount: number }) => sum + one.loopCount,
        0,
      );
      expect(counted).toBe(24 + found);
      const { creators } = await ok(who, '/library/creators');
      expect(creators.some(({ creatorId }: { creatorId: string }) => creatorId === 'glow')).toBe(
        isHeld,
      );
      const { loops } = await ok(who, '/search?q=glow');
      expect(loops.results).toHaveLength(found);
      const { packs } = await ok(who, '/library/packs');
      const { partner, licence } = LOCKED_PACK;
      expect(packs.at(-1)).toMatchObject({ id: LOCKED_PACK.id, loopCount: 3 });
      expect(packs.at(-1).collection).toEqual({ product, partner, licence, isOwned: isHeld });
      if (!who) continue;
      const mine = (await ok(who, '/library/my-packs')).packs;
      expect(mine.some(({ id }: { id: string }) => id === LOCKED_PACK.id)).toBe(isHeld);
    }
  });

  it('are named to everyone, with the licence; the sound is for holders', async () => {
    for (const [who, isHeld] of readers()) {
      const { collections } = await ok(who, '/partner-collection?region=gb');
      expect(collections).toHaveLength(1);
      const { loops, ...about } = collections[0];
      const { id, name, partner, licence } = LOCKED_PACK;
      const description = 'All of Glow';
      expect(about).toEqual({
        ...{ id, product, name, partner, licence, description, loopCount: 3, price: null },
        isOwned: isHeld,
      });
      expect(loops[0]).toEqual({ id: LOCKED, name: 'Glow 24', category: 'drums' });
      expect(await media(who)).toBe(isHeld ? 200 : 404);
    }
    const { licenses } = await ok(holder, '/partner-collection/my-licenses');
    const { id: collectionId, name, partner, licence } = LOCKED_PACK;
    const about = { collectionId, product, name, partner, licence };
    expect(licenses).toEqual([{ ...about, since: 1000, source: 'purchase' }]);
    expect((await ok(former, '/partner-collection/my-licenses')).licenses).toEqual([]);
    expect((await call(null, '/partner-collection/my-licenses')).status).toBe(401);
  });

  it('come into jams and new rifffs by holders', async () => {
    for (const who of [nobody, former]) {
      const brought = await call(who, `/jam/${who.userId}/loops/library-import`, {
        loopId: LOCKED,
      });
      expect([brought.status, brought.body.message]).toEqual([
        403,
        'Glow 24 is in Glow, which your account does not have',
      ]);
      const posted = await post(who, postable([1, SECOND]));
      expect([posted.status, posted.body.message]).toEqual([
        403,
        'Glow 25 is in Glow, which your account does not have',
      ]);
      expect(await rowsOf(server.database, 'rifffs', 'userId', who.userId)).toEqual([]);
      expect((await post(who, postable([1, 2]))).status).toBe(200);
    }
    const { loop } = await ok(holder, '/jam/holder/loops/library-import', { loopId: LOCKED });
    expect(loop.collection).toEqual({ product, name: 'Glow' });
    // What others have to do who go on with it is what its licence says.
    await server.database.queries
      .updateTable('accounts')
      .set({ license: 'cc0-1.0' })
      .where('id', '=', 'holder')
      .execute();
    const { rifff } = await commit(holder, postable([1, FIRST]));
    expect(rifff.license).toBe('cc-by-4.0');
    expect((await commit(holder, postable([1]))).rifff.license).toBe('cc0-1.0');
  });

  it('stay in what is remixed, are heard by whoever may read it, and bring no others along', async () => {
    const { queries } = server.database;
    const made = await commit(holder, postable([1, FIRST]));
    const parent = { jamId: 'holder', rifffId: made.id };
    // Other accounts may not read it yet.
    expect((await post(nobody, postable([FIRST], { parent }))).status).toBe(400);
    expect(await media(nobody)).toBe(404);
    await queries
      .updateTable('jams')
      .set({ access: 'public' })
      .where('id', '=', 'holder')
      .execute();
    expect([await media(null), await media(nobody)]).toEqual([200, 200]);
    const remixed = await commit(nobody, postable([2, FIRST], { parent }));
    expect(remixed.rifff.loops.map(({ _id }: { _id: string }) => _id)).toContain(LOCKED);
    expect((await post(nobody, postable([FIRST, THIRD], { parent }))).status).toBe(403);
    expect((await post(nobody, postable([FIRST]))).status).toBe(403);
    // A rifff that came of it may be gone on with, also when the first one is not open any more.
    await queries
      .updateTable('jams')
      .set({ access: 'private' })
      .where('id', '=', 'holder')
      .execute();
    const own = { jamId: 'nobody', rifffId: remixed.id };
    expect((await post(nobody, postable([FIRST], { parent: own }))).status).toBe(200);
    expect([await media(null), await media(nobody)]).toEqual([404, 200]);
  });

  it('stay in rifffs that were made when the licence is gone again', async () => {
    const made = await commit(holder, postable([SECOND]));
    await server.database.queries
      .updateTable('grants')
      .set({ until: Date.now() - 1 })
      .where('userId', '=', 'holder')
      .execute();
    const { rifff } = await ok(holder, `/jam/holder/rifffs/${made.id}`);
    expect(rifff.loops[0]).toMatchObject({ name: 'Glow 25' });
    expect(rifff.loops[0].cdn_attachments).toBeDefined();
    expect(await media(holder)).toBe(200);
    expect((await post(holder, postable([THIRD]))).status).toBe(403);
    // The rule of the export dialog, for the loop as calls answer it.
    expect(stemRefusal(rifff.loops[0], 'holder', new Set())).toContain('Glow');
    expect(stemRefusal(rifff.loops[0], 'holder', new Set([product]))).toBe(null);
  });
});

describe('without plans', () => {
  it('a collection is not offered, its loops are not in the pool, and its sound stays locked', async () => {
    const on = await startTestServer({ starter: { locked: 3 } });
    const [file] = await rowsOf(on.database, 'media', 'loopId', LOCKED);
    const off = await startTestServer({
      starter: { locked: 3 },
      environment: { RONDO_PLANS: 'off' },
      openDatabase: async () => on.database,
    });
    const { call, ok } = jamCalls(off);
    expect((await ok(null, '/library/packs')).packs).toHaveLength(2);
    expect((await ok(null, '/library/loops')).total).toBe(24);
    expect((await call(null, '/partner-collection')).status).toBe(404);
    expect((await off.app.inject(`/media/${file!.key}`)).statusCode).toBe(404);
    await off.close();
    await on.close();
  });
});
