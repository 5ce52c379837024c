/** What a person looks for, as the address of the page holds it. */
import { CATEGORY_SLUGS } from '../../contract/categories.ts';
import { SEARCH_KINDS } from '../../contract/constants.ts';
import type { SearchKind } from '../../contract/search.ts';
import { among, asking, isId, isTempo, wholeUpTo } from './asking.ts';

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
  /** Id of a loop: those that sound most like it are looked for. */
  readonly like: string;
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
  like: '',
};

/** The query of an address, read and written. */
export const { read: readSearch, write: searchParams } = asking<SearchAsked>(NOTHING_ASKED, {
  q: () => true,
  kind: among(SEARCH_KINDS),
  tempoMin: isTempo,
  tempoMax: isTempo,
  root: wholeUpTo(11),
  scale: wholeUpTo(17),
  category: among(CATEGORY_SLUGS),
  loopId: isId,
  like: isId,
});

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
export const isAsked = (asked: SearchAsked): boolean =>
  asked.q.trim() !== '' || hasSound(asked) || asked.like !== '';

/** The same without what its sound is like; a loop that others are compared with stays. */
export const withoutSound = ({ q, kind, like }: SearchAsked): SearchAsked => ({
  ...NOTHING_ASKED,
  q,
  kind,
  like,
});

/** Address of the loops that sound most like one, the nearest first. */
export const alikePath = (loopId: string): string => searchPath({ kind: 'loops', like: loopId });
