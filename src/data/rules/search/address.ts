/** What a person looks for, as the address of the page holds it. */
import { CATEGORY_SLUGS } from '../../contract/categories.ts';
import { SEARCH_KINDS } from '../../contract/constants.ts';
import type { SearchKind } from '../../contract/search.ts';

/** Everything that is looked for; '' narrows nothing. */
export interface SearchAsked {
  readonly q: string;
  /** What is on show; '' for whatever there is. */
  readonly kind: SearchKind | '';
  /** Whole bpm. */
  readonly tempoMin: string;
  readonly tempoMax: string;
  readonly root: string;
  readonly scale: string;
  readonly category: string;
  /** Id of a loop that a rifff holds. */
  readonly loopId: string;
}

export const NOTHING_ASKED: SearchAsked = {
  q: '',
  kind: '',
  tempoMin: '',
  tempoMax: '',
  root: '',
  scale: '',
  category: '',
  loopId: '',
};

const MOST_CHARACTERS = 80;

const wholeUpTo = (most: number) => (text: string) =>
  /^\d{1,3}$/.test(text) && Number(text) <= most;
const among = (values: readonly string[]) => (text: string) => values.includes(text);

/** What each part may be; anything else in an address counts as left out. */
const MAY_BE: { readonly [K in keyof SearchAsked]: (text: string) => boolean } = {
  q: () => true,
  kind: among(SEARCH_KINDS),
  tempoMin: (text) => wholeUpTo(999)(text) && Number(text) > 0,
  tempoMax: (text) => wholeUpTo(999)(text) && Number(text) > 0,
  root: wholeUpTo(11),
  scale: wholeUpTo(17),
  category: among(CATEGORY_SLUGS),
  loopId: (text) => /^[A-Za-z0-9_-]{1,64}$/.test(text),
};
const PARTS = Object.keys(NOTHING_ASKED) as (keyof SearchAsked)[];

/** Reads the query of an address. What makes no sense is left out. */
export function readSearch(params: URLSearchParams): SearchAsked {
  const read = PARTS.map((name) => {
    const text = (params.get(name) ?? '').slice(0, MOST_CHARACTERS);
    return [name, MAY_BE[name](text) ? text : ''];
  });
  return Object.fromEntries(read) as SearchAsked;
}

/** What is given of it, in one order: the query of an address. */
export function searchParams(asked: SearchAsked): Record<string, string> {
  const given = PARTS.map((name) => [name, name === 'q' ? asked.q.trim() : asked[name]] as const);
  return Object.fromEntries(given.filter(([, text]) => text !== ''));
}

/** Address of the page with what is looked for. */
export function searchPath(asked: Partial<SearchAsked>): string {
  const text = new URLSearchParams(searchParams({ ...NOTHING_ASKED, ...asked })).toString();
  return text ? `/search?${text}` : '/search';
}

/** Is a sound looked for? Then people and jams have none. */
export function hasSound({ tempoMin, tempoMax, root, scale, category, loopId }: SearchAsked) {
  return [tempoMin, tempoMax, root, scale, category, loopId].some((text) => text !== '');
}

/** Is anything looked for? */
export const isAsked = (asked: SearchAsked): boolean => asked.q.trim() !== '' || hasSound(asked);

/** The same without what its sound is like. */
export const withoutSound = ({ q, kind }: SearchAsked): SearchAsked => ({
  ...NOTHING_ASKED,
  q,
  kind,
});
