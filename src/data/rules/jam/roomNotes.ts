/** What happened in a room in the last moments, in one sentence or two. Pure. */
import type { Present } from '../../contract/live.ts';

/** Gathered until it is said: accounts that came and left, and who made each new rifff. */
export interface RoomNews {
  readonly came: ReadonlySet<string>;
  readonly left: ReadonlySet<string>;
  readonly makers: readonly string[];
}
/** Nothing to say. */
export const NO_NEWS: RoomNews = { came: new Set(), left: new Set(), makers: [] };

type People = Readonly<Record<string, Pick<Present, 'user'>>>;

/** Who came and who left between two looks at a room; without the reader, and without people who are back at once. */
export function withPeople(
  news: RoomNews,
  before: People,
  after: People,
  reader: string,
): RoomNews {
  const came = new Set(news.came);
  const left = new Set(news.left);
  for (const { user } of Object.values(after)) {
    if (before[user] || user === reader) continue;
    if (!left.delete(user)) came.add(user);
  }
  for (const { user } of Object.values(before)) {
    if (after[user] || user === reader) continue;
    if (!came.delete(user)) left.add(user);
  }
  return { ...news, came, left };
}

/** Rifffs of other people came. @param makers who made each */
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

/**
 * What to say of it: `Mia came in. Tom left. 2 new rifffs, by Oda and Mia.` Empty for nothing.
 * @param nameOf what an account is called
 */
export function newsText(
  { came, left, makers }: RoomNews,
  nameOf: (userId: string) => string,
): string {
  const names = (userIds: Iterable<string>) => list([...new Set(userIds)].map(nameOf));
  const by = names(makers);
  return [
    came.size > 0 && `${names(came)} came in.`,
    left.size > 0 && `${names(left)} left.`,
    makers.length === 1 && `A new rifff, by ${by}.`,
    makers.length > 1 && `${makers.length} new rifffs, by ${by}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
