import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../../src/data/rules/ids.ts';
import type { Database } from '../../ports/database/database.ts';
import type { ShareRow } from '../../ports/database/schema.ts';
import { makeAccount } from '../../testing/accounts.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { findShares } from './shareLists.ts';
import type { Few, PageOf, ShareFilter } from './shareWays.ts';

const COUNT = 260;
const LIMIT = 50;

/** Filters that are read in one way, however much there is. */
const ONE_WAY = new Set(['', 'userId', 'source', 'userId withPrivate']);
/** So little counts as too much, with many and with few that are the first of the feed. */
const MANY: readonly Few[] = [150, 2].map((first) => ({
  ...{ followed: 2, liked: 2, between: 2, first },
}));

describeDatabases('pages of shares', (open) => {
  let database: Database;
  const shares: ShareRow[] = [];
  const hidden = new Set<string>();
  const liked = new Set<string>();

  beforeAll(async () => {
    database = await open();
    await database.migrate();
    for (const name of ['Ada', 'bo_', 'cy_']) await makeAccount(database, name);
    for (const userId of ['Ada', 'cy_']) {
      const row = { followerId: 'bo_', userId, created: 1 };
      await database.queries.insertInto('follows').values(row).execute();
    }
    const block = { userId: 'bo_', blockedId: 'cy_', created: 1 };
    await database.queries.insertInto('blocks').values(block).execute();
    for (let at = 0; at < COUNT; at++) {
      shares.push({
        id: newId(),
        jamId: 'Ada',
        rifffId: newId(),
        userId: at % 3 ? 'Ada' : at % 17 === 0 ? 'cy_' : 'bo_',
        title: `Number ${at}`,
        isPrivate: at % 10 === 4,
        // Many share a time and a number of likes, so that ties are broken by id.
        created: 1_700_000_000_000 + Math.floor(at / 7),
        likeCount: at % 4,
        source: at % 5 ? null : 'beat_machine_mission',
        isRemoved: at % 11 === 3,
      });
    }
    await database.queries.insertInto('shares').values(shares).execute();
    for (const [at, { id: shareId }] of shares.entries()) {
      const row = { shareId, userId: 'bo_', created: 1 };
      if (at % 13 === 1) await database.queries.insertInto('hides').values(row).execute();
      if (at % 13 === 1) hidden.add(shareId);
      if (at % 2 === 0) await database.queries.insertInto('likes').values(row).execute();
      if (at % 2 === 0) liked.add(shareId);
    }
  });
  afterAll(() => database?.close());

  /** The same page by going through all of them. */
  function expected(filter: ShareFilter, { sort, skip, limit }: PageOf, reader?: string): string[] {
    const { userId, withPrivate, likedBy, followedBy, source } = filter;
    const { sharedAfter = 0, sharedBefore = 9e15 } = filter;
    const found = shares.filter(
      (share) =>
        !share.isRemoved &&
        (withPrivate || !share.isPrivate) &&
        (userId === undefined || share.userId === userId) &&
        (likedBy === undefined || liked.has(share.id)) &&
        (followedBy === undefined || (followedBy === 'bo_' && share.userId !== 'bo_')) &&
        !(reader && share.userId === 'cy_') &&
        (source === undefined || share.source === source) &&
        share.created > sharedAfter &&
        share.created < sharedBefore &&
        !(reader && hidden.has(share.id)),
    );
    found.sort(
      (a, b) =>
        (sort === 'likes' ? b.likeCount - a.likeCount : 0) ||
        b.created - a.created ||
        (a.id < b.id ? 1 : -1),
    );
    return found.slice(skip, skip + limit).map(({ id }) => id);
  }

  const middle = 1_700_000_000_018;
  const filters: ShareFilter[] = [
    {},
    { userId: 'Ada' },
    { userId: 'bo_', withPrivate: true },
    { likedBy: 'bo_' },
    { source: 'beat_machine_mission' },
    { followedBy: 'bo_' },
    { followedBy: 'bo_', source: 'beat_machine_mission', sharedBefore: middle },
    { followedBy: 'bo_', likedBy: 'bo_' },
    { followedBy: 'Ada' },
    { source: 'beat_machine_mission', sharedAfter: middle - 9 },
    { likedBy: 'bo_', source: 'beat_machine_mission', sharedBefore: middle },
    { sharedAfter: middle },
    { sharedBefore: middle },
    { sharedAfter: middle - 9, sharedBefore: middle + 9, userId: 'Ada' },
  ];
  it.each(filters)('are the same near the top and far down: %o', async (filter) => {
    for (const sort of ['latest', 'likes'] as const) {
      for (const reader of [undefined, 'bo_']) {
        for (let skip = 0; skip < COUNT; skip += LIMIT) {
          const page = { sort, skip, limit: LIMIT };
          const found = await findShares(database.queries, filter, page, reader);
          expect(found.map(({ id }) => id)).toEqual(expected(filter, page, reader));
          for (const { id, isLiked } of found) expect(isLiked).toBe(!!reader && liked.has(id));
          // The same where there is too much to be sorted, and where the first of the feed do not fill the page.
          if (ONE_WAY.has(Object.keys(filter).sort().join(' '))) continue;
          for (const few of MANY) {
            expect(await findShares(database.queries, filter, page, reader, few)).toEqual(found);
          }
        }
      }
    }
  });

  it('take the values of each call, whatever was asked before', async () => {
    const page = { sort: 'latest', skip: 0, limit: 20 } as const;
    for (const userId of ['Ada', 'bo_', 'nobody', 'Ada']) {
      const found = await findShares(database.queries, { userId }, page, undefined);
      expect(found.map(({ id }) => id)).toEqual(expected({ userId }, page));
    }
    const [one] = await findShares(database.queries, {}, { ...page, limit: 1 }, undefined);
    expect(one?.id).toBe(expected({}, page)[0]);
  });
});
