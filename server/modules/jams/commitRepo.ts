import { type Insertable, sql } from 'kysely';
import type { Loop } from '../../../src/data/contract/loop.ts';
import type { Identity } from '../../plugins/identity.ts';
import { closedClubOf } from '../../plugins/pupils.ts';
import type { Queries } from '../../ports/database/database.ts';
import { mapFound } from '../../ports/database/mapRows.ts';
import { findRow, findRows, getRow, insertOnce, insertRows } from '../../ports/database/rows.ts';
import type { RifffRow } from '../../ports/database/schemaJams.ts';
import { isJamOf, isOpenJam, isSharedRifff } from './repo.ts';

/** A loop as a commit judges and credits it. */
export interface CommitLoop {
  readonly id: string;
  readonly creatorId: string;
  readonly isLibrary: boolean;
  /** What unlocks it where it is in a partner's collection; else null. */
  readonly product: string | null;
  readonly doc: Loop;
}

/** Loops by id; those that are not there are not in the answer. */
export const findCommitLoops = (queries: Queries, ids: readonly string[]) =>
  mapFound(
    findRows(queries, 'loops', { id: ids }, ['id', 'creatorId', 'isLibrary', 'product', 'doc']),
    (row) => [row.id, { ...row, product: row.product ?? null, doc: row.doc as Loop }],
  );

/** Those of the loops that were brought into the jam. */
export async function findLoopsInJam(
  queries: Queries,
  jamId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await findRows(queries, 'jamLoops', { jamId, loopId: ids }, ['loopId']);
  return rows.map(({ loopId }) => loopId);
}

/** Those of the loops that stand in a rifff which the account may read. */
export async function findReadableLoops(
  queries: Queries,
  reader: Pick<Identity, 'userId' | 'pupilOf'>,
  ids: readonly string[],
): Promise<string[]> {
  const isOfReader = isJamOf(reader.userId);
  const isClosed = closedClubOf(reader) !== undefined;
  const rows = await queries
    .selectFrom('rifffLoops')
    .innerJoin('jams', 'jams.id', 'rifffLoops.jamId')
    .select('rifffLoops.loopId')
    .distinct()
    .where('rifffLoops.loopId', 'in', ids)
    .where((where) =>
      isClosed ? isOfReader : where.or([isOpenJam(), isOfReader, isSharedRifff({ byLink: false })]),
    )
    .execute();
  return rows.map(({ loopId }) => loopId);
}

/** Access and licence that an account gives to what it makes. */
export const findRights = (queries: Queries, userId: string) =>
  getRow(queries, 'accounts', { id: userId }, ['access', 'license']);

/** True when the account was deleted. */
export async function isDeleted(queries: Queries, userId: string): Promise<boolean> {
  const row = await findRow(queries, 'accounts', { id: userId }, ['isDeleted']);
  return row?.isDeleted ?? false;
}

/** Stores a rifff with what it holds, and counts it; inside the caller's transaction. */
export async function insertRifff(
  queries: Queries,
  row: Insertable<RifffRow>,
  loopIds: readonly string[],
): Promise<void> {
  await insertRows(queries, 'rifffs', row);
  if (loopIds.length > 0) {
    const held = loopIds.map((loopId) => ({ jamId: row.jamId, rifffId: row.id, loopId }));
    await insertRows(queries, 'rifffLoops', held);
  }
  await queries
    .updateTable('jams')
    .set({ rifffCount: sql<number>`${sql.ref('rifffCount')} + 1`, latest: row.created })
    .where('id', '=', row.jamId)
    .execute();
}

/** Brings a loop into a jam; a second time changes nothing. */
export async function insertJamLoop(
  queries: Queries,
  row: { jamId: string; loopId: string; userId: string; created: number },
): Promise<void> {
  await insertOnce(queries, 'jamLoops', row);
}
