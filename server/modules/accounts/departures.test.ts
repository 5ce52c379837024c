import { expect, it } from 'vitest';
import { newId } from '../../../src/data/rules/ids.ts';
import { createApp } from '../../app.ts';
import type { Database } from '../../ports/database/database.ts';
import { readSettings } from '../../settings.ts';
import { makeAccount } from '../../testing/accounts.ts';
import { removalEnds } from '../../testing/afterwards.ts';
import { callsAs, TEST_PASSWORD } from '../../testing/calls.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { makeHoard } from '../../testing/hoard.ts';
import { postable, shareStored, storeRifff } from '../../testing/rifffs.ts';
import { fixtureLoopId } from '../../testing/starterFixture.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { closeAccount, OWNED } from './closing.ts';

const TABLES = [
  'sessions',
  'tickets',
  'remoteLogins',
  'avatars',
  'rifffs',
  'jamLoops',
  'shares',
  'likes',
  'hides',
  'reports',
  'tracks',
] as const;

/** Tables that name accounts and are not looked at for what a closed one left, and why. */
const NOT_LOOKED_AT = {
  audit: 'says what moderators did',
  barred: 'says what does not come in again',
  chainAccounts: 'belongs to the play-money chain',
  customers: 'goes when the till was told',
  departures: 'says who is still to go',
  jamEvents: 'has numbers without gaps',
  media: 'goes with its loop',
  names: 'says which names are taken',
  purchases: 'is the books',
  remoteLogins: 'goes with the sessions',
  rifffs: 'keeps an empty row of those that others answered',
  signInPlaces: 'goes with the sessions',
};

/** Rows of an account, by table, where there are any. */
async function belongingsOf(database: Database, userId: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of TABLES) {
    const rows = await rowsOf(database, table, 'userId', userId);
    if (rows.length > 0) found[table] = rows.length;
  }
  const held = await rowsOf(database, 'rifffLoops', 'jamId', userId);
  if (held.length > 0) found.rifffLoops = held.length;
  return found;
}

describeDatabases('what closed accounts own', (open, { itOnce }) => {
  const environment = { RATE_LIMIT: '1000000' };
  const server = useTestServer({ openDatabase: open, environment });
  const call = callsAs(server);

  /** Another node on the same data, as after a restart. */
  async function restart(): Promise<() => Promise<void>> {
    const { database, blobs, folder } = server;
    const settings = readSettings({ RONDO_DATA: folder });
    const app = await createApp({ settings, database, blobs });
    return () => app.close();
  }

  itOnce('is looked for in every table that names accounts', async () => {
    const tables = await server.database.queries.introspection.getTables();
    const naming = tables
      .filter(({ columns }) => columns.some(({ name }) => name === 'userId'))
      .map(({ name }) => name);
    expect(naming.sort()).toEqual([...OWNED, ...Object.keys(NOT_LOOKED_AT)].sort());
  });

  it('is not there for anyone from the moment that the account is closed', async () => {
    const { database } = server;
    const who = await makeHoard(database, { userId: 'closed', rifffs: 30, uploads: 2 });
    const ben = await makeAccount(database, 'ben');
    const [shareId] = who.shareIds;
    const [rifffId] = who.rifffIds;
    const [track] = await rowsOf(database, 'tracks', 'userId', 'closed');
    await database.queries.updateTable('accounts').set({ access: 'listen' }).execute();
    const seen = async () => {
      const feed = await call('GET', '/rifff-feed/query?limit=100');
      const list: { _id: string }[] = feed.body.data.rifffs;
      const media = await server.app.inject(`/media/${track!.key}`);
      const cover = await server.app.inject(`/media/covers/${shareId}.png`);
      return {
        feed: list.filter(({ _id }) => who.shareIds.includes(_id)).length,
        profile: (await call('GET', '/accounts/profile/closed')).status,
        share: (await call('GET', `/v3/feed/shared_rifff/${shareId}`)).status,
        likes: (await call('POST', `/rifff-feed/${shareId}/like`, ben)).status,
        rifff: (await call('GET', `/jam/closed/rifffs/${rifffId}`)).status,
        jam: (await call('GET', '/jam/closed')).status,
        cover: cover.statusCode,
        // Its file is not there at all: 500 says that the address led to it.
        isMediaOpen: media.statusCode !== 404,
      };
    };
    const ok = { profile: 200, share: 200, likes: 200, rifff: 200, jam: 200, cover: 200 };
    expect(await seen()).toMatchObject({ feed: 3, ...ok });
    await closeAccount(database, 'closed', Date.now());
    expect((await belongingsOf(database, 'closed')).rifffs).toBe(30);
    const gone = { profile: 404, share: 404, likes: 404, rifff: 404, jam: 404, cover: 404 };
    expect(await seen()).toEqual({ feed: 0, ...gone, isMediaOpen: false });
    const body = { username: 'closed', password: TEST_PASSWORD };
    expect((await call('POST', '/auth/login', null, body)).status).toBe(401);
    expect((await call('GET', '/auth/session', who)).status).toBe(401);
    const again = { ...body, email: 'x@rondo.test', confirmPassword: TEST_PASSWORD };
    expect((await call('POST', '/signup', null, again)).status).toBe(400);
  });

  it('goes when a server starts, once and for all, and leaves lineage', async () => {
    const { database } = server;
    const { queries } = database;
    const who = await makeHoard(database, { userId: 'leaver', rifffs: 60, uploads: 30 });
    const cleo = await makeAccount(database, 'cleo');
    const built = who.rifffIds[40]!;
    const answer = await storeRifff(queries, { jamId: 'cleo', userId: 'cleo' });
    await queries
      .updateTable('rifffs')
      .set({ parentJamId: 'leaver', parentId: built, originalId: built })
      .where('id', '=', answer)
      .execute();
    const [held] = await rowsOf(database, 'loops', 'creatorId', 'leaver');
    await queries
      .insertInto('rifffLoops')
      .values({ jamId: 'cleo', rifffId: answer, loopId: held!.id })
      .execute();
    const others = await shareStored(queries, { userId: 'cleo' });
    for (const by of [who, cleo]) await call('POST', `/rifff-feed/${others}/like`, by);
    await closeAccount(database, 'leaver', Date.now());
    const line = async () =>
      (await call('GET', `/jam/cleo/rifffs/${answer}/lineage`, cleo)).body.data.ancestors;
    const marked = [{ rifffId: null, isReadable: false, hasLeft: true, user_id: '' }];
    expect(await line()).toMatchObject(marked);
    const stop = await restart();
    await removalEnds(queries);
    await stop();
    expect(await line()).toMatchObject(marked);
    expect(await belongingsOf(database, 'leaver')).toEqual({ rifffs: 1 });
    const [tombstone] = await rowsOf(database, 'rifffs', 'userId', 'leaver');
    expect(tombstone).toMatchObject({ id: built, digest: '', doc: { isRemoved: true } });
    expect(await rowsOf(database, 'jams', 'id', 'leaver')).toMatchObject([
      { name: '', access: 'private', rifffCount: 1 },
    ]);
    expect(await rowsOf(database, 'shares', 'id', others)).toMatchObject([{ likeCount: 1 }]);
    const loops = await rowsOf(database, 'loops', 'creatorId', 'leaver');
    expect(loops.filter(({ isRemoved }) => !isRemoved).map(({ id }) => id)).toEqual([held!.id]);
    const media = await queries.selectFrom('media').select('loopId').execute();
    const files = media.filter(({ loopId }) => loops.some(({ id }) => id === loopId));
    expect(files).toEqual([{ loopId: held!.id }]);
  });

  it('goes where an older version left it, and nothing else', async () => {
    const { database } = server;
    const { queries } = database;
    await makeAccount(database, 'old-one');
    await makeAccount(database, 'old-two');
    await makeAccount(database, 'staged');
    await makeAccount(database, 'stays');
    await queries
      .updateTable('accounts')
      .set({ isDeleted: true })
      .where('id', 'in', ['old-one', 'old-two', 'staged'])
      .execute();
    await queries
      .updateTable('accounts')
      .set({ isDemo: true })
      .where('id', '=', 'staged')
      .execute();
    await queries
      .deleteFrom('sessions')
      .where('userId', 'in', ['old-one', 'old-two', 'staged'])
      .execute();
    const shareIds = new Map<string, string>();
    for (const userId of ['old-one', 'staged', 'stays']) {
      shareIds.set(userId, await shareStored(queries, { userId }));
    }
    await queries
      .insertInto('likes')
      .values({ shareId: shareIds.get('stays')!, userId: 'old-two', created: 1 })
      .execute();
    await queries
      .updateTable('shares')
      .set({ likeCount: 1 })
      .where('id', '=', shareIds.get('stays')!)
      .execute();
    const stop = await restart();
    // Nothing is noted as waiting before the server has found them: an end of what waits alone says nothing yet.
    for (const userId of ['old-one', 'old-two'])
      await expect.poll(() => belongingsOf(database, userId)).toEqual({});
    await removalEnds(queries);
    await stop();
    expect(await belongingsOf(database, 'staged')).toEqual({ rifffs: 1, shares: 1 });
    expect(await belongingsOf(database, 'stays')).toMatchObject({ rifffs: 1, shares: 1 });
    expect(await rowsOf(database, 'shares', 'userId', 'stays')).toMatchObject([{ likeCount: 0 }]);
    expect((await rowsOf(database, 'jams', 'id', 'old-one'))[0]?.name).toBe('');
  });

  it('is not written any more by calls that race the deletion', async () => {
    const { database } = server;
    await makeAccount(database, 'host');
    const target = await shareStored(database.queries, { userId: 'host' });
    for (let round = 0; round < 8; round++) {
      const userId = `racer-${round}`;
      const who = await makeHoard(database, { userId, rifffs: 1 });
      const share = () => {
        const kept = { jamId: userId, rifffId: who.rifffIds[0], private: true };
        return call('POST', '/rifff-feed/share', who, { ...kept, shareId: newId(), title: 'x' });
      };
      const loopId = fixtureLoopId(1);
      const writes = [
        () => call('POST', `/jam/${userId}/rifffs`, who, { rifff: postable() }),
        share,
        () => call('POST', `/rifff-feed/${target}/like`, who),
        () => call('POST', `/rifff-feed/${target}/report`, who, { reason: 'spam' }),
        () => call('POST', `/rifff-feed/${target}/hide`, who),
        () => call('POST', `/jam/${userId}/loops/library-import`, who, { loopId }),
        () => call('POST', '/accounts/profile', who, { displayName: `still ${userId}`, bio: 'me' }),
      ];
      const sent: Promise<{ status: number }>[] = [];
      const send = () => sent.push(...writes.map((write) => write()));
      // As fast as the server takes them, before, while and after the account is closed.
      for (let at = 0; at < 3; at++) send();
      const closed = closeAccount(database, userId, Date.now());
      for (let at = 0; at < 3; at++) send();
      await closed;
      const left = await belongingsOf(database, userId);
      send();
      const statuses = new Set((await Promise.all(sent)).map(({ status }) => status));
      for (const status of statuses) expect([200, 401, 403, 404, 409, 429]).toContain(status);
      expect(await belongingsOf(database, userId), userId).toEqual(left);
      const [jam] = await rowsOf(database, 'jams', 'id', userId);
      expect(jam).toMatchObject({ name: '', access: 'private' });
    }
    const stop = await restart();
    await removalEnds(database.queries);
    await stop();
    for (let round = 0; round < 8; round++) {
      expect(await belongingsOf(database, `racer-${round}`)).toEqual({});
    }
    const [share] = await rowsOf(database, 'shares', 'id', target);
    expect(share?.likeCount).toBe(0);
  });
});
