import { sql } from 'kysely';
import type * as z from 'zod';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type {
  PeopleQuerySchema,
  Performance,
  PerformancesSchema,
} from '../../../src/data/contract/people.ts';
import { findPersonId } from '../../plugins/accounts.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findReadableRifffs } from '../jams/access.ts';
import { presentRifffs } from '../jams/present.ts';
import { findPublicShares, isJamOf, isOpenJam } from '../jams/repo.ts';

interface Page {
  readonly userId: string;
  readonly reader: Identity | null;
  readonly size: number;
  /** `time.jamId` of the last row of the page before. */
  readonly after: string | undefined;
}

/** Jams that the reader may read with rifffs of an account in them, by the last of these, the latest first. */
function findPlayed(queries: Queries, { userId, reader, size, after }: Page) {
  const last = sql<number>`max(${sql.ref('rifffs.created')})`;
  let query = queries
    .selectFrom('rifffs')
    .innerJoin('jams', 'jams.id', 'rifffs.jamId')
    .select((build) => [
      'jams.id as jamId',
      'jams.name',
      build.fn.countAll<number>().as('rifffs'),
      build.fn.min<number>('rifffs.created').as('first'),
      last.as('last'),
    ])
    .where('rifffs.userId', '=', userId)
    .where('rifffs.digest', '!=', '')
    .where((where) =>
      where.or([isOpenJam() as never, ...(reader ? [isJamOf(reader.userId) as never] : [])]),
    )
    .groupBy(['jams.id', 'jams.name']);
  if (after !== undefined) {
    const at = after.indexOf('.');
    const [time, jamId] = [Number(after.slice(0, at)), after.slice(at + 1)];
    query = query.having(sql<boolean>`(${last}, ${sql.ref('jams.id')}) < (${time}, ${jamId})`);
  }
  return query.orderBy('last', 'desc').orderBy('jams.id', 'desc').limit(size).execute();
}

/** By jam: the newest rifff of an account there. */
async function findNewest(queries: Queries, userId: string, jamIds: readonly string[]) {
  const newest = await Promise.all(
    jamIds.map((jamId) =>
      queries
        .selectFrom('rifffs')
        .select(['jamId', 'id as rifffId'])
        .where('userId', '=', userId)
        .where('jamId', '=', jamId)
        .where('digest', '!=', '')
        .orderBy('created', 'desc')
        .limit(1)
        .executeTakeFirst(),
    ),
  );
  return newest.filter((row) => row !== undefined);
}

/** By jam: how many rifffs of others, wherever they stand, answer one of an account there. */
async function countAnswers(queries: Queries, userId: string, jamIds: readonly string[]) {
  const rows = await queries
    .selectFrom('rifffs as own')
    .innerJoin('rifffs as answers', (join) =>
      join.onRef('answers.parentJamId', '=', 'own.jamId').onRef('answers.parentId', '=', 'own.id'),
    )
    .select((build) => ['own.jamId', build.fn.countAll<number>().as('total')])
    .where('own.userId', '=', userId)
    .where('own.jamId', 'in', jamIds)
    .where('answers.userId', '!=', userId)
    .where('answers.digest', '!=', '')
    .groupBy('own.jamId')
    .execute();
  return new Map(rows.map(({ jamId, total }) => [jamId, Number(total)]));
}

/**
 * Jams in which a person made rifffs, as far as the reader may read them. Open to anyone.
 * @throws ApiError `not_found`
 */
export async function readPerformances(
  { queries, publicUrl }: { readonly queries: Queries; readonly publicUrl: string | undefined },
  reader: Identity | null,
  name: string,
  { limit, after }: z.output<typeof PeopleQuerySchema>,
): Promise<z.output<typeof PerformancesSchema>> {
  const userId = await findPersonId(queries, name);
  if (userId === undefined) throw new ApiError('not_found', 'No one goes by this name');
  const found = await findPlayed(queries, { userId, reader, size: limit + 1, after });
  const page = found.slice(0, limit);
  if (page.length === 0) return { performances: [], next: null };
  const jamIds = page.map(({ jamId }) => jamId);
  const [answers, keys] = await Promise.all([
    countAnswers(queries, userId, jamIds),
    findNewest(queries, userId, jamIds),
  ]);
  const [readable, shares] = await Promise.all([
    findReadableRifffs(queries, reader, keys),
    findPublicShares(queries, keys),
  ]);
  const stored = [...readable.values()];
  const rifffs = await presentRifffs(queries, reader, stored, publicUrl);
  const byJam = new Map(stored.map(({ jamId }, at) => [jamId, rifffs[at]!]));
  const shareOf = new Map([...shares.values()].map(({ jamId, shareId }) => [jamId, shareId]));
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    performances: page.map(
      ({ jamId, name: jamName, ...row }): Performance => ({
        jamId,
        jamName,
        rifffs: Number(row.rifffs),
        first: Number(row.first),
        last: Number(row.last),
        answers: answers.get(jamId) ?? 0,
        rifff: byJam.get(jamId) ?? null,
        shareId: shareOf.get(jamId) ?? null,
      }),
    ),
    next: last ? `${Number(last.last)}.${last.jamId}` : null,
  };
}
