import type { ChatMessage } from '../../../src/data/contract/chat.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { importedText } from '../../../src/data/rules/sharing/accountText.ts';
import { mediaUrl } from '../../plugins/subPath.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { Reader } from '../jams/access.ts';
import { presentReadable } from '../jams/present.ts';
import { keyText } from '../jams/repo.ts';
import * as repo from './repo.ts';

/** What a message shows, as it is stored. */
export type Attachment =
  | { readonly key: string; readonly width: number; readonly height: number }
  | { readonly key: string; readonly durationSec: number; readonly peaks: readonly number[] };

/** Rifffs that messages show and the reader may read, by the key of each. */
async function findCards(
  queries: Queries,
  reader: Reader,
  messages: readonly repo.StoredMessage[],
  publicUrl: string | undefined,
): Promise<Map<string, Rifff>> {
  const keys = messages.flatMap(({ rifffJamId: jamId, rifffId }) =>
    jamId !== null && rifffId !== null ? [{ jamId, rifffId }] : [],
  );
  return keys.length === 0 ? new Map() : presentReadable(queries, reader, keys, publicUrl);
}

/** The message that an answer is to; nothing of it where it was deleted or its author is not heard. */
function presentQuote(
  id: string | null,
  heard: ReadonlyMap<string, repo.ShownMessage>,
): ChatMessage['reply'] {
  if (id === null) return null;
  const quoted = heard.get(id);
  const isThere = quoted !== undefined && !quoted.isRemoved && quoted.author !== null;
  // Who came along with an imported jam is called by nothing but their name there.
  const name = quoted?.imported ? importedText(quoted.imported) : quoted?.author;
  return {
    id,
    type: isThere ? quoted.type : 'text',
    user: isThere ? (name ?? '') : '',
    message: isThere ? quoted.html : '',
    isRemoved: !isThere,
  };
}

function presentAttachments(
  message: repo.StoredMessage,
  publicUrl: string | undefined,
): Pick<ChatMessage, 'images' | 'audio'> {
  const shown = message.attachments as readonly Attachment[];
  const urlOf = ({ key }: Attachment) => mediaUrl(key, publicUrl);
  const images = shown.flatMap((one) =>
    'width' in one ? [{ url: urlOf(one), width: one.width, height: one.height }] : [],
  );
  const [audio] = shown.flatMap((one) =>
    'durationSec' in one
      ? [{ url: urlOf(one), durationSec: one.durationSec, peaks: [...one.peaks] }]
      : [],
  );
  return { images, audio: audio ?? null };
}

/**
 * Messages as the reader sees them, in the same order: rifffs that they may not read are left out of cards, and of
 * deleted messages and of accounts that are gone only the place is left.
 */
export async function presentMessages(
  queries: Queries,
  reader: Reader,
  messages: readonly repo.ShownMessage[],
  publicUrl: string | undefined,
): Promise<ChatMessage[]> {
  const readerId = reader?.userId;
  const ids = messages.map(({ id }) => id);
  const quoted = [...new Set(messages.flatMap(({ replyTo }) => replyTo ?? []))];
  const [cards, heard, reactions] = await Promise.all([
    findCards(queries, reader, messages, publicUrl),
    repo.findHeard(queries, readerId, quoted),
    repo.findReactions(queries, readerId, ids),
  ]);
  return messages.map((message) => {
    const { id, type, jamId, number, created, author, displayName, imported } = message;
    const isRemoved = message.isRemoved || author === null;
    const { rifffJamId, rifffId } = message;
    const card =
      rifffJamId !== null && rifffId !== null
        ? cards.get(keyText({ jamId: rifffJamId, rifffId }))
        : undefined;
    const place = { id, type, jamId, number, created };
    const by = {
      user: author ?? '',
      displayName: imported?.name ?? displayName ?? '',
      ...(imported && { importedFrom: imported.from }),
    };
    if (isRemoved) {
      const nothing = { message: '', images: [], audio: null, rifff: null, reply: null };
      return { ...place, ...by, ...nothing, reactions: [], isRemoved };
    }
    return {
      ...place,
      ...by,
      message: message.html,
      ...presentAttachments(message, publicUrl),
      rifff: card ?? null,
      reply: presentQuote(message.replyTo, heard),
      reactions: reactions
        .filter(({ messageId }) => messageId === id)
        .map(({ reaction, count, isOwn }) => ({ reaction, count, isOwn })),
      isRemoved,
    };
  });
}
