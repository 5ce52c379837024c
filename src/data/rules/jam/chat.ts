/** Messages of a jam as a page holds them: merged without duplicates, however they come. Pure. */
import type { ChatMessage } from '../../contract/chat.ts';

/** The chat of one jam as far as it is known. */
export interface ChatFeed {
  readonly jamId: string;
  /** Newest first, each once. */
  readonly messages: readonly ChatMessage[];
  /** Nothing is older than what is here. */
  readonly lastPage: boolean;
}

/** A page as the server answers it, newest first. */
export interface ChatPage {
  readonly feed: readonly ChatMessage[];
  readonly lastPage: boolean;
}

/** The same message; of one that was deleted an answer quotes nothing any more. */
function withoutGone(message: ChatMessage, byId: ReadonlyMap<string, ChatMessage>): ChatMessage {
  const { reply } = message;
  if (!reply || reply.isRemoved || !byId.get(reply.id)?.isRemoved) return message;
  return { ...message, reply: { ...reply, user: '', message: '', isRemoved: true } };
}

/**
 * Messages of both lists, each once, newest first; where both have one, that of `fresh` stands. Answers to a message that
 * was deleted quote it no more.
 */
export function mergeMessages(
  known: readonly ChatMessage[],
  fresh: readonly ChatMessage[],
): ChatMessage[] {
  const byId = new Map([...known, ...fresh].map((message) => [message.id, message]));
  const all = [...byId.values()].map((message) => withoutGone(message, byId));
  return all.sort((a, b) => b.number - a.number || (a.id < b.id ? 1 : -1));
}

/**
 * The newest page of a jam came: it replaces what there was of another jam and is merged into what there is of the same
 * one. A page that lies wholly above what is known leaves a gap that paging could not fill: then it replaces that too.
 */
export function withNewest(known: ChatFeed | undefined, jamId: string, page: ChatPage): ChatFeed {
  const whole = { jamId, messages: mergeMessages([], page.feed), lastPage: page.lastPage };
  if (known?.jamId !== jamId || page.lastPage) {
    // The last page has everything there is; what it lacks may not be read any more.
    const isSame = known?.jamId === jamId && known.messages.length > 0;
    const newest = whole.messages[0]?.number ?? 0;
    const later = isSame ? known.messages.filter(({ number }) => number > newest) : [];
    return { ...whole, messages: mergeMessages(later, whole.messages) };
  }
  const newestKnown = known.messages[0]?.number;
  const oldestHere = whole.messages.at(-1)?.number;
  const isTorn = newestKnown === undefined || oldestHere === undefined || oldestHere > newestKnown;
  if (isTorn) return whole;
  return { ...known, messages: mergeMessages(known.messages, page.feed) };
}

/** An older page came: it is appended, and says whether anything is older still. One of another jam changes nothing. */
export function withOlder(known: ChatFeed, jamId: string, page: ChatPage): ChatFeed {
  if (known.jamId !== jamId) return known;
  // What is known is newer than the page that was asked for: it stands.
  const messages = mergeMessages(page.feed, known.messages);
  return { jamId, messages, lastPage: page.lastPage };
}

/**
 * Messages that were heard of or sent: new ones are prepended, known ones replaced; the flag of the last page stays.
 * One that is older than everything here is left to paging.
 */
export function withHeard(known: ChatFeed, heard: readonly ChatMessage[]): ChatFeed {
  const oldest = known.messages.at(-1)?.number ?? 0;
  const ours = heard.filter(
    ({ jamId, number }) => jamId === known.jamId && (known.lastPage || number >= oldest),
  );
  if (ours.length === 0) return known;
  return { ...known, messages: mergeMessages(known.messages, ours) };
}

/** Number that the next older page is strictly older than; undefined where there is none. */
export function olderKey({ messages, lastPage }: ChatFeed): number | undefined {
  return lastPage ? undefined : messages.at(-1)?.number;
}
