import { beforeAll, expect, it } from 'vitest';
import { type Candidate, chooseWinner } from '../../../src/data/rules/chart/points.ts';
import { weekOf } from '../../../src/data/rules/chart/weeks.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import type { Database } from '../../ports/database/database.ts';
import { migrateToLatest } from '../../ports/database/migrate.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { callsAs } from '../../testing/calls.ts';
import { describeDatabases, migrateUpTo, rowsOf } from '../../testing/databases.ts';
import { jamCalls } from '../../testing/jamCalls.ts';
import { postable, shareStored, storeRifff } from '../../testing/rifffs.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { recountShares, recountSome } from './recount.ts';
import { findBest } from './winners.ts';

/** What the chart knows of a share. */
const counted = async (database: Database, id: string) => ({
  chart: (await rowsOf(database, 'chart', 'shareId', id)).sort((a, b) => a.week - b.week),
  voices: (await rowsOf(database, 'chartVoices', 'shareId', id))
    .filter(({ points }) => points > 0)
    .sort((a, b) => (a.userId < b.userId ? -1 : 1)),
});

describeDatabases('counting shares anew', (open) => {
  const server = useTestServer({ openDatabase: open, environment: { RATE_LIMIT: '1000000' } });
  const call = callsAs(server);
  const jams = jamCalls(server);
  const people: TestAccount[] = [];

  beforeAll(async () => {
    for (let at = 0; at < 5; at++) people.push(await makeAccount(server.database, `person${at}`));
    const { queries } = server.database;
    await queries.updateTable('jams').set({ access: 'public' }).execute();
    const follow = { followerId: 'person1', userId: 'person0', created: 1 };
    await queries.insertInto('follows').values(follow).execute();
    await queries
      .updateTable('accounts')
      .set({ guestOf: 'x' })
      .where('id', '=', 'person4')
      .execute();
  });

  it('finds what was counted as it happened', async () => {
    const { database } = server;
    const ids: string[] = [];
    for (const isPrivate of [false, false, true]) {
      ids.push(await shareStored(database.queries, { userId: 'person0', isPrivate }));
    }
    for (const id of ids) {
      const [share] = await rowsOf(database, 'shares', 'id', id);
      const parent = { jamId: 'person0', rifffId: share!.rifffId };
      for (const who of people) await call('POST', `/rifff-feed/${id}/like`, who);
      await call('POST', `/rifff-feed/${id}/comments`, people[1], { message: 'Lovely' });
      await call('POST', `/rifff-feed/${id}/comments`, people[0], { message: 'Thanks' });
      await call('DELETE', `/rifff-feed/${id}/like`, people[3]);
      await jams.commit(people[2]!, postable([1], { parent }));
    }
    const before = await Promise.all(ids.map((id) => counted(database, id)));
    expect(before[0]?.chart).toMatchObject([
      { points: 5, people: 2, strangerPoints: 3, strangers: 1 },
      { points: 5, people: 2, strangerPoints: 3, strangers: 1 },
    ]);
    expect(before[2]).toEqual({ chart: [], voices: [] });
    await database.transaction((queries) => recountShares(queries, ids));
    expect(await Promise.all(ids.map((id) => counted(database, id)))).toEqual(before);
  });

  it('counts for each week what was done before it ended, and nothing after seven days', async () => {
    const { database } = server;
    const { queries } = database;
    const id = await shareStored(queries, { userId: 'person0' });
    const week = weekOf(Date.now()) - 70 * 86_400_000;
    const created = week + 3 * 86_400_000;
    await queries.updateTable('shares').set({ created }).where('id', '=', id).execute();
    for (const [at, after] of [1, 5, 8].entries()) {
      const like = {
        shareId: id,
        userId: `person${at + 1}`,
        created: created + after * 86_400_000,
      };
      await queries.insertInto('likes').values(like).execute();
    }
    await database.transaction((transaction) => recountShares(transaction, [id]));
    expect(
      (await counted(database, id)).chart.map(({ points, ...row }) => [row.week, points]),
    ).toEqual([
      [week, 1],
      [week + 7 * 86_400_000, 2],
    ]);
  });
});

describeDatabases('the best of a week', (open) => {
  it('is the same however much of the chart is read at once', async () => {
    const database = await open();
    await database.migrate();
    const { queries } = database;
    const week = weekOf(Date.now()) - 70 * 86_400_000;
    const all: Candidate[] = [];
    for (let at = 0; at < 12; at++) {
      const userId = `maker${at % 5}`;
      if (at < 5) await makeAccount(database, userId);
      const shareId = await shareStored(queries, { userId });
      const [points, people] = [20 - at, at === 3 ? 2 : 5];
      // Followers alone like the first ones, so that the best is further down.
      const strangers = { strangerPoints: at < 6 ? at : 20 - at - (at % 3), strangers: 1 };
      const row = { shareId, created: week - 1000 + at, points, people, ...strangers };
      await queries
        .insertInto('chart')
        .values({ ...row, week })
        .execute();
      all.push({ ...row, userId });
    }
    for (const resting of [new Set<string>(), new Set(['maker1', 'maker2', 'maker4'])]) {
      const best = chooseWinner(all, resting);
      for (const atOnce of [1, 2, 5, 100]) {
        const found = await findBest(queries, week, false, resting, atOnce);
        expect(found?.shareId).toBe(best?.shareId);
      }
    }
  });
});

describeDatabases('the migration of the chart', (_, { openEmpty: open }) => {
  it('has the first server count what was liked before, and nothing where there was nothing', async () => {
    const empty = await open();
    await empty.migrate();
    expect(await rowsOf(empty, 'notes', 'name', 'recount')).toEqual([]);
    const database = await open();
    const { queries } = database;
    await migrateUpTo(database, '0013-chart');
    for (const name of ['ada', 'ben']) await makeAccount(database, name, { isProven: false });
    const ids = Array.from({ length: 51 }, () => newId());
    for (const id of ids) {
      const rifffId = await storeRifff(queries, { jamId: 'ada', userId: 'ada' });
      const share = { id, jamId: 'ada', rifffId, userId: 'ada', title: '', isPrivate: false };
      const created = Date.now();
      await queries
        .insertInto('shares')
        .values({ ...share, created, likeCount: 1, source: null, isRemoved: false })
        .execute();
      await queries.insertInto('likes').values({ shareId: id, userId: 'ben', created }).execute();
    }
    await migrateToLatest(queries);
    expect(await recountSome(database)).toBe(true);
    expect(await recountSome(database)).toBe(false);
    expect(await recountSome(database)).toBe(false);
    expect(await queries.selectFrom('chart').selectAll().execute()).toHaveLength(102);
    expect(await rowsOf(database, 'notes', 'name', 'recount')).toEqual([]);
  });
});
