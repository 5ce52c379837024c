import type { LookOrder } from '../../../src/data/contract/savedLooks.ts';
import type { Reader } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { mapRows } from '../../ports/database/mapRows.ts';
import { countOf, findRows, removeRows, updateRows, valuesOf } from '../../ports/database/rows.ts';
import { lockLooks, ofStaying, type ShownLook, visibleTo, whole } from '../feed/lookCopies.ts';
import { findSharedKeys } from '../feed/shareLooks.ts';

/** What a list shows: public looks, but for those of people whom the reader blocks. */
function listedFor(queries: Queries, reader: Reader) {
  const listed = ofStaying(queries).where('looks.access', '=', 'public');
  if (reader?.userId === undefined) return listed;
  const blocked = queries
    .selectFrom('blocks')
    .select('blocks.blockedId')
    .where('blocks.userId', '=', reader.userId);
  return listed.where('looks.ownerId', 'not in', blocked);
}

type Found = ReturnType<typeof ofStaying>;

/** The columns of each order, the largest value first; the id makes it total. */
const ORDERS = {
  new: ['looks.created', 'looks.id'],
  used: ['looks.jamCount', 'looks.created', 'looks.id'],
} as const satisfies Record<LookOrder, readonly string[]>;

function inOrder(found: Found, columns: readonly (typeof ORDERS)[LookOrder][number][]): Found {
  let sorted = found;
  for (const column of columns) sorted = sorted.orderBy(column, 'desc');
  return sorted;
}

/** A page of the public looks that a list shows a reader, and how many there are in all. */
export async function findListed(
  queries: Queries,
  reader: Reader,
  { order, skip, limit }: { order: LookOrder; skip: number; limit: number },
): Promise<{ looks: ShownLook[]; total: number }> {
  const page = inOrder(listedFor(queries, reader), ORDERS[order]).limit(limit).offset(skip);
  const [looks, total] = await Promise.all([
    whole(page).execute(),
    countOf(listedFor(queries, reader)),
  ]);
  return { looks, total };
}

/** All looks of an account, what was changed last first. */
export const findOwn = (queries: Queries, ownerId: string): Promise<ShownLook[]> =>
  whole(ofStaying(queries).where('looks.ownerId', '=', ownerId))
    .orderBy('looks.changed', 'desc')
    .orderBy('looks.id', 'desc')
    .execute();

/** Those of its looks that a reader may see, the newest first. */
export const findOf = (queries: Queries, reader: Reader, ownerId: string): Promise<ShownLook[]> =>
  whole(
    inOrder(visibleTo(queries, reader).where('looks.ownerId', '=', ownerId), ORDERS.new),
  ).execute();

/** The ids of these looks that a reader may see. */
export async function findVisibleIds(
  queries: Queries,
  reader: Reader,
  ids: readonly string[],
): Promise<Set<string>> {
  const query = visibleTo(queries, reader).select('looks.id').where('looks.id', 'in', ids);
  return new Set((await mapRows(ids, query, ({ id }) => [id, true])).keys());
}

/** A look that another was made from, as its reader may know it. */
interface ShownMaker {
  readonly lookId: string;
  readonly madeFromKey: string;
  readonly name: string;
  /** Null for a look of the house, and for a person who left; `displayName` too. */
  readonly user: string | null;
  readonly displayName: string | null;
}

/** What these looks were made from, by look, the nearest first. */
export async function findMakers(
  queries: Queries,
  lookIds: readonly string[],
): Promise<Map<string, ShownMaker[]>> {
  if (lookIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom('lookMakers')
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.id', '=', 'lookMakers.userId').on('accounts.isDeleted', '=', false),
    )
    .select(['lookMakers.lookId', 'lookMakers.madeFromKey', 'lookMakers.name'])
    .select(['accounts.id as user', 'accounts.displayName'])
    .where('lookMakers.lookId', 'in', lookIds)
    .orderBy('lookMakers.lookId')
    .orderBy('lookMakers.position')
    .execute();
  return Map.groupBy(rows, ({ lookId }) => lookId);
}

/**
 * Takes looks away with what they were made from; jams and shares that use them keep their copies. Reports of those that
 * none of them uses are closed: of the others a moderator can still take out the copies.
 */
export async function deleteLooks(queries: Queries, ids: readonly string[]): Promise<void> {
  await lockLooks(queries, ids);
  await removeRows(queries, 'lookMakers', { lookId: ids });
  await removeRows(queries, 'looks', { id: ids });
  const inJams = await findRows(queries, 'roomLooks', { lookKey: ids }, ['lookKey']);
  const inShares = await findSharedKeys(queries, ids);
  const used = new Set([...valuesOf(inJams, 'lookKey'), ...inShares]);
  const unused = ids.filter((id) => !used.has(id));
  const about = { kind: 'look', ref: unused, isOpen: true } as const;
  await updateRows(queries, 'jamReports', about, { isOpen: false });
}
