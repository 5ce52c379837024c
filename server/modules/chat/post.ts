import type { Transaction } from 'kysely';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { JamEvent } from '../../../src/data/contract/live.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { peopleHtml } from '../../peopleHtml.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import { type Identity, sha256 } from '../../plugins/identity.ts';
import type { Database } from '../../ports/database/database.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { JamFileRow, MessageRow } from '../../ports/database/schemaJams.ts';
import { appendEvent, lockJam } from '../jams/events.ts';
import type { Attachment } from './present.ts';
import * as repo from './repo.ts';

/** What a person says, checked and ready to be stored. */
export interface NewMessage {
  /** Short id of the jam. */
  readonly jamId: string;
  /** Made by the client; without one it is made here. */
  readonly id: string | undefined;
  readonly type: MessageRow['type'];
  /** As it was typed. */
  readonly text: string;
  readonly rifff?: { readonly jamId: string; readonly rifffId: string };
  readonly replyTo?: string;
  /** SHA-256 of received files, in their order. */
  readonly hashes?: readonly string[];
}

/** A message that was named but not stored yet. */
export interface NamedMessage extends NewMessage {
  readonly id: string;
  readonly digest: string;
}

/** Gives a message its id and what the same message again is known by. */
export function nameMessage(message: NewMessage): NamedMessage {
  const { jamId, type, text, rifff, replyTo, hashes = [] } = message;
  const said = [jamId, type, text, rifff?.jamId, rifff?.rifffId, replyTo, ...hashes];
  return { ...message, id: message.id ?? newId(), digest: sha256(JSON.stringify(said)) };
}

/**
 * Is the message there already? Then it is not stored again.
 * @throws ApiError `conflict` when its id stands for another one
 */
export async function isKnown(
  queries: Parameters<typeof repo.findMessage>[0],
  { userId }: Pick<Identity, 'userId'>,
  { id, digest }: NamedMessage,
): Promise<boolean> {
  const stored = await repo.findMessage(queries, id);
  if (!stored) return false;
  if (stored.userId === userId && stored.digest === digest) return true;
  throw new ApiError('conflict', 'Another message has this id');
}

/** What a message shows, and the files that it is in. */
export interface Shown {
  readonly attachments: readonly Attachment[];
  readonly files: readonly JamFileRow[];
}

/**
 * Stores a message with its event inside the caller's transaction, which holds the lock of the account.
 * @returns the event to announce after the commit; null when the message is there already
 * @throws ApiError `conflict`
 */
export async function storeMessage(
  database: Database,
  transaction: Transaction<Schema>,
  { userId }: Pick<Identity, 'userId'>,
  message: NamedMessage,
  { attachments, files }: Shown = { attachments: [], files: [] },
): Promise<JamEvent | null> {
  const { jamId, id, type, text, rifff, replyTo, digest } = message;
  // The same id may be on its way to two jams at once: in each it waits here, and then for the key.
  await database.lock(transaction, `message:${id}`);
  await lockJam(database, transaction, jamId);
  if (await isKnown(transaction, { userId }, message)) return null;
  const nowMs = Date.now();
  const event = await appendEvent(database, transaction, {
    jamId,
    kind: 'message',
    ref: id,
    userId,
    nowMs,
    parentId: replyTo ?? null,
  });
  const row = {
    id,
    jamId,
    number: event.number,
    type,
    userId,
    created: nowMs,
    text,
    digest,
    html: peopleHtml(text),
    rifffJamId: rifff?.jamId ?? null,
    rifffId: rifff?.rifffId ?? null,
    replyTo: replyTo ?? null,
    isRemoved: false,
  };
  await repo.insertMessage(transaction, row, { attachments, files });
  return event;
}

/** Stores a message without files. @returns as `storeMessage` */
export function postMessage(
  database: Database,
  identity: Pick<Identity, 'userId'>,
  message: NamedMessage,
): Promise<JamEvent | null> {
  return writeFor(database, identity.userId, (transaction) =>
    storeMessage(database, transaction, identity, message),
  );
}
