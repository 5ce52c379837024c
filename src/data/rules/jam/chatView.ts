/** What the chat of a jam shows and says. Pure. */
import { type ChatMessage, IMAGE_TYPES, MAX_IMAGE_BYTES, MAX_IMAGES } from '../../contract/chat.ts';
import { type PeopleText, peopleText } from '../site/peopleText.ts';

/** Which new messages a screen reader says: all with their words, only who spoke, none. */
export const SPOKEN = ['words', 'names', 'none'] as const;
export type Spoken = (typeof SPOKEN)[number];

/** A wish as it was kept; whatever is none of them is `words`. */
export function readSpoken(kept: string | null): Spoken {
  return SPOKEN.find((one) => one === kept) ?? 'words';
}

/** An address as people paste it; what ends a sentence is not of it. */
const ADDRESS = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]]/gi;

/** The words of a message as runs of text and links: the links that it has, and addresses that stand in its text. */
export function messageRuns(html: string): PeopleText[] {
  return peopleText(html).flatMap(({ text, href }) => {
    if (href !== null) return [{ text, href }];
    const runs: PeopleText[] = [];
    let from = 0;
    for (const { 0: address, index } of text.matchAll(ADDRESS)) {
      if (index > from) runs.push({ text: text.slice(from, index), href: null });
      runs.push({ text: address, href: URL.canParse(address) ? address : null });
      from = index + address.length;
    }
    if (from < text.length) runs.push({ text: text.slice(from), href: null });
    return runs;
  });
}

/** More than these at once are counted, not read out. */
const MAX_READ = 3;

type Heard = Pick<ChatMessage, 'id' | 'user' | 'displayName' | 'message' | 'type' | 'isRemoved'>;

/** What a message is in words, without its links. */
export function messageWords({
  message,
  type,
  isRemoved,
}: Pick<Heard, 'message' | 'type' | 'isRemoved'>): string {
  if (isRemoved) return 'deleted';
  const words = peopleText(message)
    .map(({ text }) => text)
    .join('');
  if (words !== '') return words;
  return { images: 'a picture', audio: 'a voice message', rifff: 'a rifff', text: '', note: '' }[
    type
  ];
}

/**
 * What stands above an answer: who said what.
 * @param nameOf what an account is called
 */
export function quoteWords(
  { user, ...quoted }: NonNullable<ChatMessage['reply']>,
  nameOf: (userId: string) => string,
): string {
  if (quoted.isRemoved) return 'Answers a message that was deleted';
  return `${nameOf(user)}: ${messageWords(quoted)}`;
}

/**
 * What a screen reader says when `after` follows `before`; '' for nothing. What was there before, what one said
 * oneself, older pages, and a first load are not news.
 *
 * @param before oldest first; null before the first load
 */
export function announcement(
  before: readonly Heard[] | null,
  after: readonly Heard[],
  reader: string,
  spoken: Spoken,
): string {
  if (before === null || spoken === 'none') return '';
  const last = before.at(-1)?.id;
  const known = new Set(before.map(({ id }) => id));
  const from = last === undefined ? 0 : after.findIndex(({ id }) => id === last) + 1;
  const fresh = after
    .slice(from)
    .filter(({ id, user, isRemoved }) => !known.has(id) && user !== reader && !isRemoved);
  if (fresh.length === 0) return '';
  if (fresh.length > MAX_READ) return `${fresh.length} new messages`;
  if (spoken === 'names') {
    return `New from ${[...new Set(fresh.map(({ displayName }) => displayName))].join(', ')}`;
  }
  return fresh
    .map((one) =>
      one.type === 'note' ? messageWords(one) : `${one.displayName}: ${messageWords(one)}`,
    )
    .join('. ');
}

const TOGETHER_MS = 300_000;

/** Does a message stand under the name of the one before it? Same person, within five minutes, no note between. */
export function isContinued(
  before: Pick<ChatMessage, 'user' | 'created' | 'type'> | undefined,
  now: Pick<ChatMessage, 'user' | 'created' | 'type' | 'reply'>,
): boolean {
  if (!before || before.type === 'note' || now.type === 'note' || now.reply !== null) return false;
  return before.user === now.user && now.created - before.created < TOGETHER_MS;
}

/** What is asked of a picture that is chosen: of a `File`. */
type Chosen = Pick<File, 'name' | 'size' | 'type'>;

/**
 * Adds pictures to those that were chosen, as far as a server takes them.
 *
 * @returns all that go, the first ones first, and a sentence for each reason why others do not
 */
export function addPictures<T extends Chosen>(
  before: readonly T[],
  chosen: readonly T[],
): { pictures: T[]; trouble: string } {
  const isKnown = ({ type }: T) => IMAGE_TYPES.some((one) => one === type);
  const unknown = chosen.filter((one) => !isKnown(one));
  const large = chosen.filter((one) => isKnown(one) && one.size > MAX_IMAGE_BYTES);
  const all = [...before, ...chosen.filter((one) => isKnown(one) && one.size <= MAX_IMAGE_BYTES)];
  const names = (files: readonly T[]) => files.map(({ name }) => name).join(', ');
  const reasons = [
    unknown.length > 0 && `Left out: ${names(unknown)}. Pictures are PNG, JPEG, WebP or GIF.`,
    large.length > 0 &&
      `Left out: ${names(large)}. A picture has at most ${MAX_IMAGE_BYTES / 1024 / 1024} MB.`,
    all.length > MAX_IMAGES && `At most ${MAX_IMAGES} pictures at once: the first ones stay.`,
  ];
  return { pictures: all.slice(0, MAX_IMAGES), trouble: reasons.filter(Boolean).join(' ') };
}
