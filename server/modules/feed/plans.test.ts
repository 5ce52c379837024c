import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Queries } from '../../ports/database/database.ts';
import { openSqlite, SQLITE_FILE } from '../../ports/database/sqlite.ts';
import { temporaryFolder } from '../../testing/folders.ts';
import { findAccounts, findPublicShareIds } from '../accounts/repo.ts';
import { findShown } from '../arcade/repo.ts';
import { countMembers } from '../jams/members.ts';
import { findPublicShares } from '../jams/repo.ts';
import { findChart } from './chartRepo.ts';
import { findShares } from './shareLists.ts';
import type { Few, PageOf, ShareFilter } from './shareWays.ts';

// SQLite decides without statistics: what it does here it does with any number of rows.
describe('the indexes that SQLite takes', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const asked: string[] = [];

  beforeAll(async () => {
    const { prepare } = DatabaseSync.prototype;
    vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
      this: DatabaseSync,
      text,
    ) {
      asked.push(text);
      return prepare.call(this, text);
    });
    folder = await temporaryFolder();
    const database = openSqlite(folder.path);
    await database.migrate();
    await database.close();
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await folder?.remove();
  });

  /** What a statement of some work does, a line for each step: the first that reads shares whole, else the last. */
  async function planOf(work: (queries: Queries) => Promise<unknown>): Promise<string[]> {
    // Its own connection: statements that are kept are not prepared again.
    const database = openSqlite(folder.path);
    asked.length = 0;
    await work(database.queries);
    await database.close();
    const text = asked.find((one) => one.startsWith('select "shares"."id", "shares"."jamId"'));
    const file = new DatabaseSync(`${folder.path}/${SQLITE_FILE}`);
    const rows = file.prepare(`explain query plan ${text ?? asked.at(-1)}`).all();
    file.close();
    return rows.map(({ detail }) => String(detail));
  }

  const MUCH: Few = { followed: 0, liked: 0, between: 0, first: 9 };
  const likes: PageOf = { sort: 'likes', limit: 20, skip: 0 };
  const latest: PageOf = { sort: 'latest', limit: 20, skip: 0 };
  const source = 'beat_machine_mission';

  it.each<[string, ShareFilter, PageOf, Few | undefined, string, boolean]>([
    ['the feed', {}, latest, MUCH, 'sharesByTime', false],
    [
      'the feed, far down',
      {},
      { ...latest, skip: 5000 },
      MUCH,
      'COVERING INDEX sharesByTime',
      false,
    ],
    [
      'the most liked, far down',
      {},
      { ...likes, skip: 5000 },
      MUCH,
      'COVERING INDEX sharesByLikes',
      false,
    ],
    [
      'the most liked of a short time',
      { sharedAfter: 5 },
      likes,
      undefined,
      'COVERING INDEX sharesByTime',
      true,
    ],
    ['the most liked of a long time', { sharedAfter: 5 }, likes, MUCH, 'sharesByLikes', false],
    ['a source', { source }, latest, MUCH, 'sharesBySource', false],
    [
      'the most liked of a source',
      { source, sharedAfter: 5 },
      likes,
      MUCH,
      'sharesBySourceLikes',
      false,
    ],
    [
      'few that are followed',
      { followedBy: 'ada', source },
      likes,
      undefined,
      'sharesOfUser',
      true,
    ],
    ['many that are followed', { followedBy: 'ada' }, latest, MUCH, 'sharesByTime', false],
    [
      'many that are followed, by likes',
      { followedBy: 'ada' },
      likes,
      MUCH,
      'sharesByLikes',
      false,
    ],
    [
      'what somebody likes of much',
      { likedBy: 'ada' },
      latest,
      MUCH,
      'COVERING INDEX sharesByTime',
      false,
    ],
    [
      'what somebody likes',
      { likedBy: 'ada' },
      latest,
      undefined,
      'sqlite_autoindex_shares_1',
      true,
    ],
  ])('%s', async (_, filter, page, few, index, isSorted) => {
    const plan = await planOf((queries) => findShares(queries, filter, page, 'bo', few));
    const first = plan.find((line) => /^SEARCH shares/.test(line));
    expect(first, plan.join('\n')).toMatch(new RegExp(` ${index} `));
    // What finds the ids of a page, not what puts its few rows in order again.
    const found = plan.slice(0, plan.indexOf('SCAN page') + 1 || plan.length);
    expect(
      found.some((line) => /TEMP B-TREE FOR ORDER/.test(line)),
      plan.join('\n'),
    ).toBe(isSorted);
  });

  it('what is looked up by id is never looked for by a flag', async () => {
    const ids = Array.from({ length: 60 }, (_, at) => `id-${at}`);
    const keys = ids.map((id) => ({ jamId: id, rifffId: id }));
    const works = [
      (queries: Queries) => findShown(queries, ids, 'bo'),
      (queries: Queries) => findPublicShareIds(queries, ids),
      (queries: Queries) => findPublicShares(queries, keys),
      (queries: Queries) => findChart(queries, 1, { limit: 50, skip: 0 }, 'bo'),
      (queries: Queries) => findAccounts(queries, ids),
      (queries: Queries) =>
        countMembers(
          queries,
          ids.map((id) => ({ id })),
        ),
      (queries: Queries) =>
        countMembers(
          queries,
          ids.map((id) => ({ id, clubId: id })),
        ),
    ];
    for (const work of works) {
      const plan = (await planOf(work)).join('\n');
      expect(plan).toMatch(/SEARCH/);
      expect(plan).not.toMatch(/shares USING .*isPrivate=\?|accounts USING .*isDeleted=\?/);
    }
  });
});
