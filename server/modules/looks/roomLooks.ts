import type { Insertable, Transaction } from 'kysely';
import type { LookCopy } from '../../../src/data/contract/savedLooks.ts';
import type { Identity, Reader } from '../../plugins/identity.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import type { Queries } from '../../ports/database/database.ts';
import { insertRows, removeRows } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { RoomLookRow } from '../../ports/database/schemaLooks.ts';
import { findVisible, isHouseKey, lockLooks, noLook, presentCopy } from '../feed/lookCopies.ts';
import { forUpdate } from '../feed/repo.ts';
import type { ShowLooks } from '../feed/shownLooks.ts';
import { findOwnJam, findReadableJam } from '../jams/access.ts';
import { happenIn } from '../jams/events.ts';
import { countCall, type LooksContext } from './changing.ts';

/** The looks of a jam (short id) in their order; those of the house as they are now. */
async function findRoomLooks(queries: Queries, jamId: string): Promise<LookCopy[]> {
  const rows = await queries
    .selectFrom('roomLooks')
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.id', '=', 'roomLooks.userId').on('accounts.isDeleted', '=', false),
    )
    .select(['roomLooks.lookKey as key', 'roomLooks.document'])
    .select(['accounts.id as user', 'accounts.displayName'])
    .where('roomLooks.jamId', '=', jamId)
    .orderBy('roomLooks.position')
    .execute();
  return rows.flatMap((row) => presentCopy(row) ?? []);
}

/** What a jam uses, locked until the transaction ends. */
const lockRoomLooks = (queries: Queries, jamId: string) =>
  queries
    .selectFrom('roomLooks')
    .selectAll()
    .where('jamId', '=', jamId)
    .orderBy('position')
    .modifyEnd(forUpdate(queries))
    .execute();

/** More or fewer jams use these looks, whose locks are held. */
async function addToJamCounts(queries: Queries, ids: readonly string[], by: 1 | -1): Promise<void> {
  if (ids.length === 0) return;
  await queries
    .updateTable('looks')
    .set((build) => ({ jamCount: build('jamCount', '+', by) }))
    .where('id', 'in', ids)
    .execute();
}

/** A jam uses no look any more, inside a transaction in which no other code changes its looks. */
export async function forgetRoomLooks(queries: Queries, jamId: string): Promise<void> {
  const rows = await lockRoomLooks(queries, jamId);
  if (rows.length === 0) return;
  const ids = rows.map(({ lookKey }) => lookKey).filter((key) => !isHouseKey(key));
  await lockLooks(queries, ids);
  await removeRows(queries, 'roomLooks', { jamId });
  await addToJamCounts(queries, ids, -1);
}

/**
 * Gives a jam these looks, inside a transaction that holds its lock. What the account may see is copied as it is now; what it
 * may not see, or is gone, stays as the jam has it. What the jam does not have yet is shown. Throws `not_found`.
 */
async function storeRoomLooks(
  transaction: Transaction<Schema>,
  identity: Identity,
  jamId: string,
  keys: readonly string[],
  show: ShowLooks,
): Promise<void> {
  const rows = await lockRoomLooks(transaction, jamId);
  const before = new Map(rows.map((row) => [row.lookKey, row]));
  const isKept = (key: string) => !isHouseKey(key);
  const added = keys.filter((key) => isKept(key) && !before.has(key));
  const dropped = [...before.keys()].filter((key) => isKept(key) && !keys.includes(key));
  const kept = keys.filter(isKept);
  await lockLooks(transaction, [...kept, ...dropped]);
  const visible = await findVisible(transaction, identity, kept);
  const after = keys.map((lookKey, position): Insertable<RoomLookRow> => {
    const place = { jamId, position, lookKey };
    if (isHouseKey(lookKey)) return { ...place, document: null, userId: '' };
    const look = visible.get(lookKey);
    const copy = before.get(lookKey);
    if (!look && !copy) throw noLook();
    return {
      ...place,
      document: JSON.stringify(look?.document ?? copy?.document),
      userId: look?.ownerId ?? copy?.userId ?? '',
    };
  });
  const shown = new Set(rows.map(({ document }) => JSON.stringify(document)));
  show(
    kept.flatMap((key) => {
      const document = visible.get(key)?.document;
      return document && !shown.has(JSON.stringify(document)) ? [document] : [];
    }),
  );
  await removeRows(transaction, 'roomLooks', { jamId });
  if (after.length > 0) await insertRows(transaction, 'roomLooks', after);
  await addToJamCounts(transaction, added, 1);
  await addToJamCounts(transaction, dropped, -1);
}

/** Reading and choosing the looks of a jam. */
export function roomLooksCalls(context: LooksContext) {
  const { queries } = context.database;
  return {
    /** Throws `not_found`. */
    async read(reader: Reader, jamId: string): Promise<{ looks: LookCopy[] }> {
      const { id } = await findReadableJam(queries, reader, jamId);
      return { looks: await findRoomLooks(queries, id) };
    },

    /**
     * Gives a jam these looks in this order, and has its stages read them again; for its owner. Throws `not_found`,
     * `forbidden`, and `bad_request` for a look that may not be shown; then the jam keeps those that it has.
     */
    async set(
      identity: Identity,
      jamId: string,
      keys: readonly string[],
    ): Promise<{ looks: LookCopy[] }> {
      if (new Set(keys).size < keys.length) {
        throw new ValidationFailure({ keys: 'must name each look once' });
      }
      const { id } = await findOwnJam(queries, identity, jamId);
      await countCall(queries, 'room-looks', identity);
      await context.shownLooks.showing(identity.userId, (show) =>
        happenIn(context, identity, id, async (transaction) => {
          await findOwnJam(transaction, identity, id);
          await storeRoomLooks(transaction, identity, id, keys, show);
          return { kind: 'jam', ref: id };
        }),
      );
      return { looks: await findRoomLooks(queries, id) };
    },
  };
}
