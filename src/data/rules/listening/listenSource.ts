/** What `/listen` plays: where its rifffs come from, and how that stands in its address. */
import { type MoodId, moodOf } from './mood.ts';

/** Where rifffs come from. */
export type ListenSource =
  | { readonly from: 'latest' | 'chart' | 'week' | 'following' }
  /** A jam by its id, its long id or a code that lets the reader in. */
  | { readonly from: 'jam'; readonly jam: string }
  | { readonly from: 'user'; readonly user: string }
  | { readonly from: 'mood'; readonly mood: MoodId };

export type ListenFrom = ListenSource['from'];

export const LATEST: ListenSource = { from: 'latest' };

/** The choices, in their order, as the control has them. */
const TITLES: Readonly<Record<ListenFrom, string>> = {
  latest: 'The latest',
  chart: 'This week’s chart',
  week: 'The rifff of the week',
  following: 'People you follow',
  mood: 'A mood',
  jam: 'A jam',
  user: 'A person',
};
export const LISTEN_FROM = Object.entries(TITLES).map(([id, title]) => ({
  id: id as ListenFrom,
  title,
}));

/** Ids of jams and people, and codes of jams; what is longer names nothing. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The source that an address names, or null where it names none or one that there cannot be.
 *
 * @param search what stands behind the path, for instance `?from=jam&jam=band0123456789`
 */
export function readListenSource(search: string): ListenSource | null {
  const params = new URLSearchParams(search);
  const from = params.get('from');
  const name = (key: string) => {
    const value = params.get(key)?.trim() ?? '';
    return NAME.test(value) ? value : null;
  };
  switch (from) {
    case 'latest':
    case 'chart':
    case 'week':
    case 'following':
      return { from };
    case 'mood':
      return { from, mood: moodOf(params.get('mood')).id };
    case 'jam': {
      const jam = name('jam');
      return jam === null ? null : { from, jam };
    }
    case 'user': {
      const user = name('user');
      return user === null ? null : { from, user };
    }
    default:
      return null;
  }
}

/** The source as a query of the address; `readListenSource` reads it back. */
export function listenSearch(source: ListenSource): string {
  return `?${new URLSearchParams({ ...source }).toString()}`;
}

/** The source in words, for titles and for screen readers. */
export function listenTitle(source: ListenSource): string {
  switch (source.from) {
    case 'jam':
      return `The jam ${source.jam}`;
    case 'user':
      return `What ${source.user} shared`;
    case 'mood':
      return `Mood: ${moodOf(source.mood).title.toLowerCase()}`;
    default:
      return TITLES[source.from];
  }
}

/** Parts of addresses that name neither a jam nor a person. */
const NO_NAMES = new Set(['', 'jam', 'jams', 'profile', 'social', 'join', 'listen', 'stage']);

/**
 * The jam or person that was typed: an id or a code as it is, or the one in an address that was pasted; null for
 * what can be neither.
 */
export function namedIn(text: string): string | null {
  const [path = ''] = text.trim().split(/[?#]/);
  const parts = path.replace(/^https?:\/\/[^/]+/, '').split('/');
  const name = parts.findLast((part) => !NO_NAMES.has(part)) ?? '';
  return NAME.test(name) ? name : null;
}
