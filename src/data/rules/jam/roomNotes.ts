/** What happened in a room in the last moments, in one sentence or two. Pure. */
import type { Present } from '../../contract/live.ts';

/** Gathered until it is said; names of people by their ids, and who made each new rifff. */
export interface RoomNews {
  readonly came: ReadonlyMap<string, string>;
  readonly left: ReadonlyMap<string, string>;
  readonly makers: readonly string[];
}
/** Nothing to say. */
export const NO_NEWS: RoomNews = { came: new Map(), left: new Map(), makers: [] };

type People = Readonly<Record<string, Pick<Present, 'user' | 'displayName'>>>;

/** Who came and who left between two looks at a room; the reader is no news. Somebody who is back at once is none either. */
export function withPeople(
  news: RoomNews,
  before: People,
  after: People,
  reader: string,
): RoomNews {
  const came = new Map(news.came);
  const left = new Map(news.left);
  for (const { user, displayName } of Object.values(after)) {
    if (before[user] || user === reader) continue;
    if (!left.delete(user)) came.set(user, displayName);
  }
  for (const { user, displayName } of Object.values(before)) {
    if (after[user] || user === reader) continue;
    if (!came.delete(user)) left.set(user, displayName);
  }
  return { ...news, came, left };
}

/** Somebody else's rifffs came. @param makers names of who made each */
export function withRifffs(news: RoomNews, makers: readonly string[]): RoomNews {
  return { ...news, makers: [...news.makers, ...makers] };
}

/** `mia`, `mia and tom`, `mia, tom and 3 more`. */
function list(names: readonly string[]): string {
  const [first = '', second = ''] = names;
  if (names.length < 2) return first;
  const rest = names.length - 2;
  return rest === 0 ? `${first} and ${second}` : `${first}, ${second} and ${rest} more`;
}

/** What to say of it: `mia came in. tom left. 2 new rifffs, by oda and mia.` Empty for nothing. */
export function newsText({ came, left, makers }: RoomNews): string {
  const by = list([...new Set(makers)]);
  return [
    came.size > 0 && `${list([...came.values()])} came in.`,
    left.size > 0 && `${list([...left.values()])} left.`,
    makers.length === 1 && `A new rifff, by ${by}.`,
    makers.length > 1 && `${makers.length} new rifffs, by ${by}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
