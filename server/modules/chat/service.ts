import type * as z from 'zod';
import type {
  ChatMessage,
  ChatPageSchema,
  ChatQuerySchema,
  NewMessageBodySchema,
  PostedMessageSchema,
  Reaction,
  ReplyBodySchema,
} from '../../../src/data/contract/chat.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { JamEvent } from '../../../src/data/contract/live.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import type { Identity } from '../../plugins/identity.ts';
import { limitPace, type Pace } from '../../plugins/limits.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { JamRow } from '../../ports/database/schemaJams.ts';
import type { Announcer } from '../../ports/fanOut/announcer.ts';
import { noteDeleted } from '../audit/audit.ts';
import { findReadableRifff, type Reader } from '../jams/access.ts';
import { appendEvent, lockJam } from '../jams/events.ts';
import { requireSpaceFor } from '../uploads/quota.ts';
import { type FilesContext, type PostedFiles, postImages, postVoice } from './files.ts';
import type { ReceivedMessage } from './form.ts';
import { type NewMessage, nameMessage, postMessage } from './post.ts';
import { presentMessages } from './present.ts';
import { removeMessage } from './remove.ts';
import * as repo from './repo.ts';
import { findChannel, findOpenChannel, requireDeleting } from './standing.ts';

/** Calls of one account; in the hour uploads count together with other sound. */
const PACES = {
  message: { atOnce: 20, perHour: 1200 },
  reaction: { atOnce: 30, perHour: 2000 },
  'message-report': { atOnce: 20, perHour: 60 },
  upload: { atOnce: 20, perHour: 600 },
} as const satisfies Record<string, Pace>;

export interface ChatContext extends FilesContext {
  readonly announcer: Announcer;
  readonly publicUrl: string | undefined;
}

type Posted = z.output<typeof PostedMessageSchema>;
type Counts = Pick<ChatMessage, 'reactions'>;

export type ChatService = ReturnType<typeof chatService>;

const noMessage = () => new ApiError('not_found', 'There is no such message');

/** A message of the jam that says something and that the reader hears. Throws `not_found`. */
async function findSpoken(
  queries: Queries,
  reader: Reader,
  jam: JamRow,
  messageId: string,
): Promise<repo.ShownMessage> {
  const message = (await repo.findHeard(queries, reader?.userId, [messageId])).get(messageId);
  if (message?.jamId !== jam.id || message.isRemoved || message.author === null) throw noMessage();
  return message;
}

/** What people say in a jam. The first thing that each call does is to find what the caller may reach. */
export function chatService(context: ChatContext) {
  const { database, announcer, publicUrl, rules } = context;
  const { queries } = database;

  const count = (kind: keyof typeof PACES, { userId }: Identity) =>
    limitPace(queries, kind, userId, PACES[kind]);

  function announce(jamId: string, event: JamEvent | null): void {
    if (event) announcer.announce(jamId, [event]);
  }

  /** The answer to a posted message. */
  async function answerPosted(identity: Identity, id: string): Promise<Posted> {
    const found = (await repo.findHeard(queries, identity.userId, [id])).get(id);
    if (!found) throw noMessage();
    const [message] = await presentMessages(queries, identity, [found], publicUrl);
    return { id, message: message! };
  }

  async function say(identity: Identity, message: NewMessage): Promise<Posted> {
    const named = nameMessage(message);
    announce(message.jamId, await postMessage(database, identity, named));
    return answerPosted(identity, named.id);
  }

  async function answerFiles(identity: Identity, jamId: string, posted: Promise<PostedFiles>) {
    const { id, event } = await posted;
    announce(jamId, event);
    return answerPosted(identity, id);
  }

  /** Makes a reaction or takes it back; everyone who looks is told when that changed anything. */
  async function setReaction(
    identity: Identity,
    at: { readonly id: string; readonly messageId: string },
    reaction: Reaction,
    isMade: boolean,
  ): Promise<Counts> {
    const jam = await findOpenChannel(queries, identity, at.id);
    await count('reaction', identity);
    const { userId } = identity;
    const event = await writeFor(database, userId, async (transaction) => {
      await lockJam(database, transaction, jam.id);
      const { id: messageId } = await findSpoken(transaction, identity, jam, at.messageId);
      const [nowMs, row] = [Date.now(), { messageId, userId, reaction }];
      const isChanged = isMade
        ? await repo.insertReaction(transaction, { ...row, created: nowMs })
        : await repo.deleteReaction(transaction, row);
      if (!isChanged) return null;
      const about = { jamId: jam.id, ref: messageId, userId, nowMs };
      return appendEvent(database, transaction, { kind: 'message-changed', ...about });
    });
    announce(jam.id, event);
    const counts = await repo.findReactions(queries, userId, [at.messageId]);
    return { reactions: counts.map(({ messageId: _, ...one }) => one) };
  }

  return {
    /** A page of the chat, newest first. Throws `not_found` with 'channel not found'. */
    async feed(
      reader: Reader,
      jamId: string,
      { limit: size, startkey: below }: z.output<typeof ChatQuerySchema>,
    ): Promise<z.output<typeof ChatPageSchema>> {
      const jam = await findChannel(queries, reader, jamId);
      // One more than asked tells whether there is another page.
      const at = { jamId: jam.id, below, limit: size + 1 };
      const rows = await repo.findMessages(queries, reader?.userId, at);
      const feed = await presentMessages(queries, reader, rows.slice(0, size), publicUrl);
      return { feed, lastPage: rows.length <= size };
    },

    /** Throws `not_found` also for a rifff that the caller may not read. */
    async message(
      identity: Identity,
      jamId: string,
      { id, message: text, rifff }: z.output<typeof NewMessageBodySchema>,
    ): Promise<Posted> {
      const jam = await findOpenChannel(queries, identity, jamId);
      await count('message', identity);
      if (!rifff) return say(identity, { jamId: jam.id, id, type: 'text', text });
      const found = await findReadableRifff(queries, identity, rifff.jamId, rifff.rifffId);
      const key = { jamId: found.jamId, rifffId: found.id };
      return say(identity, { jamId: jam.id, id, type: 'rifff', text, rifff: key });
    },

    async reply(
      identity: Identity,
      at: { readonly id: string; readonly messageId: string },
      { id, message: text }: z.output<typeof ReplyBodySchema>,
    ): Promise<Posted> {
      const jam = await findOpenChannel(queries, identity, at.id);
      await count('message', identity);
      const { id: replyTo } = await findSpoken(queries, identity, jam, at.messageId);
      return say(identity, { jamId: jam.id, id, type: 'text', text, replyTo });
    },

    /**
     * Before a form is read: the jam that the caller may speak in. Counts the upload. Throws `over_quota` where a form
     * of that length cannot fit.
     */
    async beforeFiles(identity: Identity, jamId: string, lengthBytes: number): Promise<JamRow> {
      const jam = await findOpenChannel(queries, identity, jamId);
      await count('upload', identity);
      await requireSpaceFor(queries, rules, identity.userId, { lengthBytes });
      return jam;
    },

    images: (identity: Identity, { id }: JamRow, form: ReceivedMessage): Promise<Posted> =>
      answerFiles(identity, id, postImages(context, identity, id, form)),

    voice: (identity: Identity, { id }: JamRow, form: ReceivedMessage): Promise<Posted> =>
      answerFiles(identity, id, postVoice(context, identity, id, form)),

    react: (
      identity: Identity,
      at: { readonly id: string; readonly messageId: string },
      reaction: Reaction,
    ) => setReaction(identity, at, reaction, true),

    unreact: (
      identity: Identity,
      {
        reaction,
        ...at
      }: {
        readonly id: string;
        readonly messageId: string;
        readonly reaction: Reaction;
      },
    ) => setReaction(identity, at, reaction, false),

    /** Deletes a message; one that is deleted stays so. Throws `not_found` or `forbidden`. */
    async remove(
      identity: Identity,
      at: { readonly id: string; readonly messageId: string },
    ): Promise<Record<string, never>> {
      const jam = await findChannel(queries, identity, at.id);
      const message = await repo.findMessage(queries, at.messageId);
      if (message?.jamId !== jam.id) throw noMessage();
      const { isDeed } = requireDeleting(identity, jam, message);
      const event = await removeMessage(context, identity, message, async (transaction) => {
        const about = { userId: message.userId, what: 'message' } as const;
        if (isDeed) await noteDeleted(transaction, identity, about);
      });
      announce(jam.id, event);
      return {};
    },

    /** Reports a message to the moderators, once for each account. Throws `not_found`. */
    async report(
      identity: Identity,
      at: { readonly id: string; readonly messageId: string },
      reason: string,
    ): Promise<Record<string, never>> {
      const jam = await findChannel(queries, identity, at.id);
      await count('message-report', identity);
      const { userId } = identity;
      await writeFor(database, userId, async (transaction) => {
        const { id: ref } = await findSpoken(transaction, identity, jam, at.messageId);
        const row = { kind: 'message', jamId: jam.id, ref, userId, reason } as const;
        await repo.insertReport(transaction, { ...row, created: Date.now() });
      });
      return {};
    },
  };
}
