import type { Selectable } from 'kysely';
import type { LookDocument } from '../../../src/data/contract/looks.ts';
import type { LookOrder } from '../../../src/data/contract/savedLooks.ts';
import { STAGE_LOOKS, type StageLook } from '../../../src/data/contract/stageLooks.ts';
import type { Reader } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { mapRows } from '../../ports/database/mapRows.ts';
import { countOf, findRows, removeRows, updateRows } from '../../ports/database/rows.ts';
import type { LookRow } from '../../ports/database/schemaLooks.ts';
import { forUpdate } from '../feed/repo.ts';

/** A look with who made it. */
export interface ShownLook extends Omit<Selectable<LookRow>, 'document'> {
  readonly document: LookDocument;
  readonly displayName: string;
}

/** Is it the name of a look of the house? No kept look has such an id. */
export const isHouseKey = (key: string): key is StageLook => Object.hasOwn(STAGE_LOOKS, key);

/** Looks of accounts that are there. */
const ofStaying = (queries: Queries) =>
  queries
    .selectFrom('looks')
    .innerJoin('accounts', (join) =>
      join.onRef('accounts.id', '=', 'looks.ownerId').on('accounts.isDeleted', '=', false),
    );

/** Those that a reader may see: public ones and their own. */
const visibleTo = (queries: Queries, reader: Reader) =>
  ofStaying(queries).where(({ or, eb }) =>
    or([eb('looks.access', '=', 'public'), eb('looks.ownerId', '=', reader?.userId ?? '')]),
  );

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

/** Rows of a query with all of each look. */
const whole = (found: Found) =>
  found.selectAll('looks').select('accounts.displayName').$castTo<ShownLook>();

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

/** Of these looks those that a reader may see, by id. */
export const findVisible = (
  queries: Queries,
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, ShownLook>> =>
  mapRows(ids, whole(visibleTo(queries, reader).where('looks.id', 'in', ids)), (look) => [
    look.id,
    look,
  ]);

/** The ids of those. */
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
 * Locks looks until the transaction ends, always in the order of their ids and behind the looks of jams, so that no two
 * transactions wait for each other.
 */
export async function lockLooks(queries: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await queries
    .selectFrom('looks')
    .select('looks.id')
    .where('looks.id', 'in', ids)
    .orderBy('looks.id')
    .modifyEnd(forUpdate(queries))
    .execute();
}

/**
 * Takes looks away with what they were made from; jams that use them keep their copies. Reports of those that no jam uses
 * are closed: of the others a moderator can still take out the copies.
 */
export async function deleteLooks(queries: Queries, ids: readonly string[]): Promise<void> {
  await lockLooks(queries, ids);
  await removeRows(queries, 'lookMakers', { lookId: ids });
  await removeRows(queries, 'looks', { id: ids });
  const rows = await findRows(queries, 'roomLooks', { lookKey: ids }, ['lookKey']);
  const used = new Set(rows.map(({ lookKey }) => lookKey));
  const unused = ids.filter((id) => !used.has(id));
  const about = { kind: 'look', ref: unused, isOpen: true } as const;
  await updateRows(queries, 'jamReports', about, { isOpen: false });
}
