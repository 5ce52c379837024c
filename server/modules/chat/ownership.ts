import {
  endOf,
  inPages,
  mapPages,
  type Pages,
  pageBehind,
  type RemovalStep,
} from '../../ports/database/batches.ts';
import type { Queries } from '../../ports/database/database.ts';
import { noteLoose } from '../media/content.ts';
import type { Attachment } from './present.ts';
import { emptyMessage } from './repo.ts';

/** Rows of an export at a time. */
const PAGE = 100;
/** Messages that go in one transaction, with what hangs on them. */
const MESSAGES = 20;
/** Small rows that go in one transaction. */
const ROWS = 200;

const MESSAGE_ORDER = ['created', 'id'] as const;
const FILE_ORDER = ['key'] as const;

/** What an account said in jams, whom it blocked and what it was told, as its export lists it. */
export function exportOwned(queries: Queries, userId: string): Record<string, Pages> {
  const messages = queries
    .selectFrom('messages')
    .select(['id', 'jamId', 'type', 'created', 'text', 'replyTo', 'rifffJamId', 'rifffId'])
    .select('attachments')
    .where('userId', '=', userId)
    .where('isRemoved', '=', false);
  const reactions = queries
    .selectFrom('reactions')
    .select(['messageId', 'reaction', 'created'])
    .where('userId', '=', userId);
  const files = queries
    .selectFrom('jamFiles')
    .select(['key', 'jamId', 'messageId', 'mime', 'size'])
    .where('userId', '=', userId);
  const blocks = queries
    .selectFrom('blocks')
    .select(['blockedId', 'created'])
    .where('userId', '=', userId);
  const notices = queries
    .selectFrom('notices')
    .select(['id', 'kind', 'created', 'isRead', 'jamId', 'rifffId', 'parentJamId', 'parentId'])
    .select(['shareId', 'commentId', 'text'])
    .where('userId', '=', userId);
  const reports = queries
    .selectFrom('jamReports')
    .select(['kind', 'jamId', 'ref', 'reason', 'created', 'isOpen'])
    .where('userId', '=', userId);
  return {
    messages: mapPages(inPages(messages, MESSAGE_ORDER, PAGE), (page) =>
      page.map(({ attachments, ...row }) => ({
        ...row,
        files: (attachments as readonly Attachment[]).map(({ key }) => `/media/${key}`),
      })),
    ),
    reactions: inPages(reactions, ['messageId', 'reaction'], PAGE),
    files: mapPages(inPages(files, FILE_ORDER, PAGE), (page) =>
      page.map(({ key, ...row }) => ({ ...row, url: `/media/${key}` })),
    ),
    blocks: inPages(blocks, ['blockedId'], PAGE),
    notices: inPages(notices, ['created', 'id'], PAGE),
    reports: inPages(reports, ['kind', 'jamId', 'ref'], PAGE),
  };
}

/**
 * Messages of the account go with their reactions and files. Answers to them stay, to one that is gone. Whoever asks
 * for the chat does not see them from the moment that the account is closed.
 */
const ownMessages: RemovalStep = async (queries, userId) => {
  const heads = queries
    .selectFrom('messages')
    .select([...MESSAGE_ORDER])
    .where('userId', '=', userId);
  const page = await pageBehind(heads, MESSAGE_ORDER, { cursor: [], size: MESSAGES });
  for (const { id } of page) await noteLoose(queries, await emptyMessage(queries, id));
  const ids = page.map(({ id }) => id);
  if (ids.length > 0) {
    await queries
      .deleteFrom('jamReports')
      .where('kind', '=', 'message')
      .where('ref', 'in', ids)
      .execute();
    await queries.deleteFrom('messages').where('id', 'in', ids).execute();
  }
  return endOf(page, MESSAGE_ORDER, MESSAGES);
};

/** Covers that the account made for jams, and whatever else is left of its files. */
const ownFiles: RemovalStep = async (queries, userId) => {
  const some = queries.selectFrom('jamFiles').select('key').where('userId', '=', userId);
  const gone = await queries
    .deleteFrom('jamFiles')
    .where('key', 'in', some.limit(ROWS))
    .returning(['key', 'hash'])
    .execute();
  await noteLoose(
    queries,
    gone.map(({ hash }) => hash),
  );
  if (gone.length > 0) {
    await queries
      .updateTable('jams')
      .set({ coverKey: null })
      .where(
        'coverKey',
        'in',
        gone.map(({ key }) => key),
      )
      .execute();
  }
  return gone.length < ROWS ? null : [];
};

const ownReactions: RemovalStep = async (queries, userId) => {
  const some = queries
    .selectFrom('reactions')
    .select('messageId')
    .where('userId', '=', userId)
    .limit(ROWS);
  const gone = await queries
    .deleteFrom('reactions')
    .where('userId', '=', userId)
    .where('messageId', 'in', some)
    .returning('messageId')
    .execute();
  return gone.length === 0 ? null : [];
};

/** Whom the account blocked, and who blocked it. */
const blocks: RemovalStep = async (queries, userId) => {
  await queries.deleteFrom('blocks').where('userId', '=', userId).execute();
  await queries.deleteFrom('blocks').where('blockedId', '=', userId).execute();
  return null;
};

/** What the account was told, and what others were told of it: who answered names nobody any more. */
const notices: RemovalStep = async (queries, userId) => {
  for (const column of ['userId', 'fromId'] as const) {
    const some = queries.selectFrom('notices').select('id').where(column, '=', userId).limit(ROWS);
    const gone = await queries
      .deleteFrom('notices')
      .where('id', 'in', some)
      .returning('id')
      .execute();
    if (gone.length === ROWS) return [];
  }
  return null;
};

const reports: RemovalStep = async (queries, userId) => {
  await queries.deleteFrom('jamReports').where('userId', '=', userId).execute();
  return null;
};

/** Takes what the account said in jams, before the steps of jams. */
export const REMOVAL_STEPS: readonly RemovalStep[] = [
  ownMessages,
  ownFiles,
  ownReactions,
  blocks,
  notices,
  reports,
];
