/** What notifications say, on the page, in the digest and on devices. Pure. */
import type { Notification } from '../../contract/notifications.ts';

export type NotificationFacts = Pick<
  Notification,
  'kind' | 'people' | 'count' | 'jamName' | 'share' | 'text' | 'club'
>;
type Named = NotificationFacts['people'][number];

/** How names and titles are written; quoted as they were typed by default. */
export interface Writing {
  readonly name: (person: Named) => string;
  readonly title: (title: string) => string;
}
const AS_TYPED: Writing = {
  name: ({ displayName }) => displayName.trim() || 'A person',
  title: (title) => `“${title}”`,
};

/** Who did it, such as `mia`, `mia and tom`, or `mia, tom and 3 others`. */
function whoText({ people, count }: NotificationFacts, { name }: Writing): string {
  const names = people.map(name);
  const [first = 'A person', second] = names;
  if (count <= 1 || second === undefined) {
    const others = count - 1;
    if (others <= 0) return first;
    return `${first} and ${others === 1 ? 'one other' : `${others} others`}`;
  }
  if (count === 2) return `${first} and ${second}`;
  const others = count - 2;
  return `${first}, ${second} and ${others === 1 ? 'one other' : `${others} others`}`;
}

/** What happened to a club, or to its reader in it. */
function clubText({ club }: NotificationFacts, { title }: Writing): string {
  const name = club ? title(club.name) : 'A club of yours';
  if (club?.news === 'owner') return `You are the owner of ${name} now`;
  if (club?.news === 'moderator') return `You are a moderator of ${name} now`;
  if (club?.news === 'restored') return `${name} was brought back`;
  if (club?.news === 'removed') return `${name} was taken out by a moderator`;
  return `${name} closes in seven days`;
}

/** What happened, in one line, such as `mia and tom like “Night bus”`. */
export function notificationText(facts: NotificationFacts, writing: Writing = AS_TYPED): string {
  const { kind, count, jamName, share, text } = facts;
  const who = whoText(facts, writing);
  const where = jamName ? ` in ${writing === AS_TYPED ? jamName : writing.title(jamName)}` : '';
  const title = share?.title.trim() ? writing.title(share.title.trim()) : '';
  switch (kind) {
    case 'answer':
      return `${who} answered you${where}`;
    case 'remix':
      return `${who} remixed you${where}`;
    case 'knock':
      return `${who} would like an answer${where}`;
    case 'like':
      return `${who} ${count > 1 ? 'like' : 'likes'} ${title || 'a rifff of yours'}`;
    case 'follow':
      return `${who} follows you`;
    case 'winner':
      return `${title || 'A rifff of yours'} is a rifff of the week`;
    case 'club':
      return clubText(facts, writing);
    case 'wallet':
      return `${text ? writing.title(text) : 'A wallet of yours'} is linked to another account now`;
    case 'share':
      return `${who} shared ${count === 1 && title ? title : 'something new'}`;
    case 'comment':
      return `${who} wrote about ${title || 'a rifff of yours'}${text && `: ${writing.title(text)}`}`;
  }
}

/** A number as a badge has room for it; '' for none. */
export function badgeText(unread: number): string {
  if (unread <= 0) return '';
  return unread > 99 ? '99+' : String(unread);
}

/** What is played for a notice: the question, then the answer; what is gone is left out. */
export function questionAndAnswer({ parent, rifff }: Pick<Notification, 'parent' | 'rifff'>) {
  return [parent, rifff].filter((one) => one !== null && one.loops.length > 0);
}

/** Until when everything counts as read once a list was looked at: the time of its newest; null for an empty one. */
export function readUntil(
  notices: readonly Pick<Notification, 'created' | 'isRead'>[],
): number | null {
  const unread = notices.filter(({ isRead }) => !isRead);
  return unread.length === 0 ? null : Math.max(...unread.map(({ created }) => created));
}
