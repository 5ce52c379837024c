import type { ExportOwned } from '../../kernel/ownership.ts';
import { inPages, ownedRows, type RemovalStep } from '../../ports/database/batches.ts';
import { listRows, removeRows, updateRows, valuesOf } from '../../ports/database/rows.ts';
import { lockLooks } from '../feed/lookCopies.ts';
import { namesInShares } from '../feed/shareLooks.ts';
import { deleteLooks } from './repo.ts';
import { forgetRoomLooks } from './roomLooks.ts';

/** Documents of an export at a time, of 2.7 kB at most. */
const DOCUMENTS = 24;
/** Looks that go in one transaction, with what each was made from. */
const LOOKS = 20;
/** Small rows that change in one transaction. */
const ROWS = 200;

/**
 * Looks of an account and what they were made from, as its export lists them. Times in milliseconds since the epoch.
 */
export const exportOwned: ExportOwned = (queries, userId) => {
  const documents = ownedRows(queries, userId, DOCUMENTS);
  const about = ['access', 'changed', 'document'] as const;
  const makers = queries
    .selectFrom('lookMakers')
    .innerJoin('looks', 'looks.id', 'lookMakers.lookId')
    .select(['lookMakers.lookId', 'lookMakers.position'])
    .select(['lookMakers.madeFromKey', 'lookMakers.name', 'lookMakers.userId'])
    .where('looks.ownerId', '=', userId);
  return {
    looks: documents('looks', ['created', 'id'], about, { ownerId: userId }),
    makers: inPages(makers, ['lookId', 'position']),
  };
};

/** Looks of the account; jams, shares and other looks keep what they have of them. */
const ownLooks: RemovalStep = async (queries, userId) => {
  const some = { columns: ['id'], most: LOOKS } as const;
  const ids = valuesOf(await listRows(queries, 'looks', { ownerId: userId }, ['id'], some), 'id');
  await deleteLooks(queries, ids);
  await removeRows(queries, 'jamReports', { kind: 'look', ref: ids, isOpen: false });
  return ids.length < LOOKS ? null : [];
};

/** Looks of others that were made from those of the account do not name it any more. */
const creditsOfOthers: RemovalStep = async (queries, userId) => {
  const some = { columns: ['lookId'], most: ROWS } as const;
  const rows = await listRows(queries, 'lookMakers', { userId }, ['lookId'], some);
  const lookId = [...new Set(valuesOf(rows, 'lookId'))];
  await lockLooks(queries, lookId);
  await updateRows(queries, 'lookMakers', { lookId, userId }, { userId: '' });
  // Once more: what was being made from one of them names it as it did.
  return rows.length === 0 ? null : [];
};

/** The jams of the account that are closed use no look any more; others have been passed on. */
const looksOfOwnJams: RemovalStep = async (queries, userId) => {
  const found = await queries
    .selectFrom('roomLooks')
    .innerJoin('jams', 'jams.id', 'roomLooks.jamId')
    .select('roomLooks.jamId')
    .where('jams.ownerId', '=', userId)
    .orderBy('roomLooks.jamId')
    .limit(1)
    .executeTakeFirst();
  if (!found) return null;
  await forgetRoomLooks(queries, found.jamId);
  return [];
};

/** Jams of others that use a look of the account do not name it any more. Their rows are changed in order, as jams lock them. */
const copiesOfOthers: RemovalStep = async (queries, userId) => {
  const some = { columns: ['jamId', 'position'], most: ROWS } as const;
  const rows = await listRows(queries, 'roomLooks', { userId }, ['jamId', 'position'], some);
  for (const place of rows) {
    await updateRows(queries, 'roomLooks', { ...place, userId }, { userId: '' });
  }
  // Once more: a jam that was being changed may have stored the name again.
  return rows.length === 0 ? null : [];
};

/** Removes an account from looks. */
export const REMOVAL_STEPS: readonly RemovalStep[] = [
  ownLooks,
  creditsOfOthers,
  looksOfOwnJams,
  copiesOfOthers,
  namesInShares,
];
