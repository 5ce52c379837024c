import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { ImportedName } from '../../../src/data/contract/accountOptions.ts';
import { removeFiles } from '../../kernel/content.ts';
import type { Queries } from '../../ports/database/database.ts';
import {
  findRow,
  insertOnce,
  insertRows,
  removeRows,
  updateRows,
  valuesOf,
} from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { JamFileRow, MessageRow, ReactionRow } from '../../ports/database/schemaJams.ts';
import { findImportedNames } from '../jams/importedNames.ts';

export type StoredMessage = Selectable<MessageRow>;
/**
 * A message with what its author goes by; `author` is null once their account is gone, and `imported` is there for who
 * came along with an imported jam.
 */
export type ShownMessage = StoredMessage & {
  author: string | null;
  displayName: string | null;
  imported?: ImportedName;
};

/** Condition on a row with a `userId`: the reader hears that account. */
const isHeard =
  (readerId: string | undefined) =>
  ({ not, exists, selectFrom, ref }: ExpressionBuilder<Schema, 'messages'>) => {
    if (readerId === undefined) return sql<boolean>`1 = 1`;
    const block = selectFrom('blocks')
      .select('blocks.blockedId')
      .where('blocks.userId', '=', readerId)
      .where('blocks.blockedId', '=', ref('messages.userId'));
    return not(exists(block));
  };

/** Messages with their authors, as far as the reader hears them. */
const selectHeard = (queries: Queries, readerId: string | undefined) =>
  queries
    .selectFrom('messages')
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.id', '=', 'messages.userId').on('accounts.isDeleted', '=', false),
    )
    .selectAll('messages')
    .select(['accounts.id as author', 'accounts.displayName'])
    .where(isHeard(readerId));

/** Who came along with an imported jam has no account, and is named as they were there. */
async function withImported(
  queries: Queries,
  messages: readonly ShownMessage[],
): Promise<ShownMessage[]> {
  const unknown = messages.filter(({ author }) => author === null);
  const names = await findImportedNames(queries, valuesOf(unknown, 'userId'));
  return messages.map((message) => {
    const imported = names.get(message.userId);
    return imported ? { ...message, author: message.userId, imported } : message;
  });
}

/** Messages of a jam (short id), newest first, those with a number below `below` where it is given. */
export async function findMessages(
  queries: Queries,
  readerId: string | undefined,
  { jamId, below, limit }: { jamId: string; below?: number | undefined; limit: number },
): Promise<ShownMessage[]> {
  let query = selectHeard(queries, readerId).where('messages.jamId', '=', jamId);
  if (below !== undefined) query = query.where('messages.number', '<', below);
  return withImported(
    queries,
    await query.orderBy('messages.number', 'desc').limit(limit).execute(),
  );
}

/** Messages by id, as far as the reader hears them. */
export async function findHeard(
  queries: Queries,
  readerId: string | undefined,
  ids: readonly string[],
): Promise<Map<string, ShownMessage>> {
  if (ids.length === 0) return new Map();
  const rows = await selectHeard(queries, readerId).where('messages.id', 'in', ids).execute();
  return new Map((await withImported(queries, rows)).map((row) => [row.id, row]));
}

/** One message of any jam, as it is stored. */
export function findMessage(queries: Queries, id: string): Promise<StoredMessage | undefined> {
  return findRow(queries, 'messages', { id });
}

/** Stores a message with the files that it shows. */
export async function insertMessage(
  queries: Queries,
  message: Omit<StoredMessage, 'attachments'>,
  { attachments, files }: { attachments: object; files: readonly JamFileRow[] },
): Promise<void> {
  const row = { ...message, attachments: JSON.stringify(attachments) };
  await insertRows(queries, 'messages', row);
  if (files.length > 0) await insertRows(queries, 'jamFiles', [...files]);
}

/** Leaves nothing of a message but its place. @returns SHA-256 of the content that it let go of, and noted */
export async function emptyMessage(queries: Queries, id: string): Promise<string[]> {
  const nothing = { html: '', text: '', attachments: '[]', rifffJamId: null, rifffId: null };
  await updateRows(queries, 'messages', { id }, { ...nothing, isRemoved: true });
  await removeRows(queries, 'reactions', { messageId: id });
  return valuesOf(await removeFiles(queries, 'jamFiles', { messageId: id }), 'hash');
}

/** Adds a reaction; false when it was there. */
export async function insertReaction(queries: Queries, row: ReactionRow): Promise<boolean> {
  return (await insertOnce(queries, 'reactions', row)) > 0;
}

/** Takes a reaction back; false when it was not there. */
export async function deleteReaction(
  queries: Queries,
  { messageId, userId, reaction }: Omit<ReactionRow, 'created'>,
): Promise<boolean> {
  return (await removeRows(queries, 'reactions', { messageId, userId, reaction })) > 0;
}

export interface StoredCount {
  readonly messageId: string;
  readonly reaction: string;
  readonly count: number;
  readonly isOwn: boolean;
}

/** Of a group of reactions: how many, when the first came, and how many of them the reader's are. */
export const reactionTotals = (readerId: string | undefined) =>
  [
    sql<number>`count(*)`.as('total'),
    sql<number>`min(${sql.ref('created')})`.as('first'),
    sql<number>`sum(case when ${sql.ref('userId')} = ${readerId ?? ''} then 1 else 0 end)`.as(
      'own',
    ),
  ] as const;

/** How many made each reaction to these messages, the earliest reaction of a message first. */
export async function findReactions(
  queries: Queries,
  readerId: string | undefined,
  ids: readonly string[],
): Promise<StoredCount[]> {
  if (ids.length === 0) return [];
  const rows = await queries
    .selectFrom('reactions')
    .select(['messageId', 'reaction'])
    .select(reactionTotals(readerId))
    .where('messageId', 'in', ids)
    .groupBy(['messageId', 'reaction'])
    .orderBy('first')
    .orderBy('reaction')
    .execute();
  return rows.map(({ messageId, reaction, total, own }) => ({
    messageId,
    reaction,
    count: Number(total),
    isOwn: Number(own) > 0,
  }));
}

/** Reports a message or rifff once for each account. */
export async function insertReport(
  queries: Queries,
  row: Omit<Schema['jamReports'], 'isOpen'>,
): Promise<void> {
  await insertOnce(queries, 'jamReports', { ...row, isOpen: true });
}
