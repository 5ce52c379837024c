import { removeFiles } from '../../kernel/content.ts';
import type { ExportOwned } from '../../kernel/ownership.ts';
import {
  endOf,
  mapPages,
  ownedRows,
  pageBehind,
  type RemovalStep,
  removalOf,
} from '../../ports/database/batches.ts';
import { removeRows, updateRows, valuesOf } from '../../ports/database/rows.ts';
import type { Attachment } from './present.ts';
import { emptyMessage } from './repo.ts';

/** Messages that go in one transaction, with what hangs on them. */
const MESSAGES = 20;
/** Small rows that go in one transaction. */
const ROWS = 200;

const MESSAGE_ORDER = ['created', 'id'] as const;

/** What an account said in jams, whom it blocked and what it was told, as its export lists it. */
export const exportOwned: ExportOwned = (queries, userId) => {
  const rows = ownedRows(queries, userId);
  const said = ['jamId', 'type', 'text', 'replyTo', 'rifffJamId', 'rifffId'] as const;
  const heard = ['kind', 'isRead', 'jamId', 'rifffId', 'parentJamId', 'parentId'] as const;
  const messages = rows('messages', MESSAGE_ORDER, [...said, 'attachments'], {
    userId,
    isRemoved: false,
  });
  return {
    messages: mapPages(messages, (page) =>
      page.map(({ attachments, ...row }) => ({
        ...row,
        files: (attachments as readonly Attachment[]).map(({ key }) => `/media/${key}`),
      })),
    ),
    reactions: rows('reactions', ['messageId', 'reaction'], ['created']),
    files: mapPages(rows('jamFiles', ['key'], ['jamId', 'messageId', 'mime', 'size']), (page) =>
      page.map(({ key, ...row }) => ({ ...row, url: `/media/${key}` })),
    ),
    blocks: rows('blocks', ['blockedId'], ['created']),
    notices: rows('notices', ['created', 'id'], [...heard, 'shareId', 'commentId', 'text']),
    reports: rows('jamReports', ['kind', 'jamId', 'ref'], ['reason', 'created', 'isOpen']),
  };
};

/**
 * Messages of the account go with their reactions and files. Answers to them stay, to one that is gone. Who reads the chat
 * does not see them from the moment that the account is closed.
 */
const ownMessages: RemovalStep = async (queries, userId) => {
  const heads = queries
    .selectFrom('messages')
    .select([...MESSAGE_ORDER])
    .where('userId', '=', userId);
  const page = await pageBehind(heads, MESSAGE_ORDER, { cursor: [], size: MESSAGES });
  for (const { id } of page) await emptyMessage(queries, id);
  const ids = page.map(({ id }) => id);
  await removeRows(queries, 'jamReports', { kind: 'message', ref: ids });
  await removeRows(queries, 'messages', { id: ids });
  return endOf(page, MESSAGE_ORDER, MESSAGES);
};

/** Covers that the account made for jams, and whatever else is left of its files. */
const ownFiles: RemovalStep = async (queries, userId) => {
  const some = { column: 'key', size: ROWS } as const;
  const gone = await removeFiles(queries, 'jamFiles', { userId }, some);
  await updateRows(queries, 'jams', { coverKey: valuesOf(gone, 'key') }, { coverKey: null });
  return gone.length < ROWS ? null : [];
};

/** Whom the account blocked, and who blocked it. */
const blocks: RemovalStep = async (queries, userId) => {
  await removeRows(queries, 'blocks', { userId });
  await removeRows(queries, 'blocks', { blockedId: userId });
  return null;
};

/** Takes what the account said in jams, before the steps of jams. */
export const REMOVAL_STEPS: readonly RemovalStep[] = [
  ownMessages,
  ownFiles,
  removalOf('reactions', 'messageId'),
  blocks,
  removalOf('notices', 'id'),
  // What others were told of it names them no more.
  removalOf('notices', 'id', 'fromId'),
  removalOf('jamReports', 'ref'),
];
