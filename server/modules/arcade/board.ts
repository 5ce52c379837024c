import type * as z from 'zod';
import type { Board, BoardEntry, BoardQuerySchema } from '../../../src/data/contract/arcade.ts';
import { ARCADE_BOARD_SIZE } from '../../../src/data/contract/constants.ts';
import { dayOf } from '../../../src/data/rules/arcade/seeds.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { countOf, findRows } from '../../ports/database/rows.ts';
import { playerOf } from './runs.ts';

/** Rows that are read, so that a few who are left out for the reader do not shorten the list. */
const READ = 3 * ARCADE_BOARD_SIZE;

/** Places of a day by people who are there and not suspended. */
function placesOf(queries: Queries, day: string, nowMs: number) {
  return queries
    .selectFrom('arcadeBest')
    .innerJoin('accounts', 'accounts.id', 'arcadeBest.userId')
    .leftJoin('suspensions', 'suspensions.userId', 'arcadeBest.userId')
    .where('arcadeBest.day', '=', day)
    .where('accounts.isDeleted', '=', false)
    .where((where) =>
      where.or([where('suspensions.userId', 'is', null), where('suspensions.until', '<=', nowMs)]),
    );
}

/** The board of a day: the best of each person, the better first, of two as good the earlier. */
export async function readBoard(
  queries: Queries,
  reader: Identity | null,
  { day: asked }: z.output<typeof BoardQuerySchema>,
): Promise<Board> {
  const nowMs = Date.now();
  const day = asked ?? dayOf(nowMs);
  const rows = await placesOf(queries, day, nowMs)
    .select(['arcadeBest.userId as user', 'accounts.displayName', 'accounts.isDemo'])
    .select('arcadeBest.runId')
    .select('arcadeBest.score')
    .orderBy('arcadeBest.score', 'desc')
    .orderBy('arcadeBest.created')
    .orderBy('arcadeBest.userId')
    .limit(READ)
    .execute();
  const players = await countOf(placesOf(queries, day, nowMs));
  const blocked = new Set<string>();
  if (reader) {
    const blocks = await findRows(queries, 'blocks', { userId: reader.userId }, ['blockedId']);
    for (const { blockedId } of blocks) blocked.add(blockedId);
  }
  const entries = rows.map((row, at): BoardEntry => ({ ...row, place: at + 1 }));
  const userId = playerOf(reader);
  const own =
    entries.find(({ user }) => user === userId) ?? (await findOwn(queries, day, userId, nowMs));
  return {
    day,
    entries: entries.filter(({ user }) => !blocked.has(user)).slice(0, ARCADE_BOARD_SIZE),
    own: own ?? null,
    players,
  };
}

/** The place of a person who is not among the first. */
async function findOwn(
  queries: Queries,
  day: string,
  userId: string | null,
  nowMs: number,
): Promise<BoardEntry | undefined> {
  if (userId === null) return undefined;
  const row = await placesOf(queries, day, nowMs)
    .select(['arcadeBest.userId as user', 'accounts.displayName', 'accounts.isDemo'])
    .select('arcadeBest.runId')
    .select(['arcadeBest.score', 'arcadeBest.created'])
    .where('arcadeBest.userId', '=', userId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { created, ...entry } = row;
  const better = await countOf(
    placesOf(queries, day, nowMs).where((where) =>
      where.or([
        where('arcadeBest.score', '>', row.score),
        where.and([
          where('arcadeBest.score', '=', row.score),
          where.or([
            where('arcadeBest.created', '<', created),
            where.and([
              where('arcadeBest.created', '=', created),
              where('arcadeBest.userId', '<', userId),
            ]),
          ]),
        ]),
      ]),
    ),
  );
  return { ...entry, place: better + 1 };
}
