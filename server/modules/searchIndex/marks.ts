/**
 * Signs that stand among words for what a sound is like. No word begins with them, for words have letters and digits
 * alone.
 */
import {
  CATEGORY_SLUGS,
  type CategorySlug,
  categoryOf,
} from '../../../src/data/contract/categories.ts';

/** What of a sound can be looked for. */
export interface SearchSound {
  /** Whole bpm, as it is shown. */
  readonly tempo: number;
  /** 0 to 11; null where it is not known. */
  readonly root: number | null;
  /** 0 to 17; null where it is not known. */
  readonly scale: number | null;
  readonly categories: readonly CategorySlug[];
  /** Loops that a rifff holds. */
  readonly loopIds: readonly string[];
}

/** Quarter notes per second as whole bpm. */
export const tempoOf = (bps: number): number => Math.round(bps * 60);

/** Slugs of the categories, each once; a word of other people counts as `?`. */
export const slugsOf = (categories: readonly (string | undefined)[]): CategorySlug[] => [
  ...new Set(categories.map((category) => categoryOf(category).slug)),
];

/** Categories as one number, a bit for each. */
export const categoryBits = (slugs: readonly CategorySlug[]): number =>
  slugs.reduce((bits, slug) => bits | (1 << CATEGORY_SLUGS.indexOf(slug)), 0);

export const categoryMark = (slug: CategorySlug): string => `*c/${slug}`;
export const loopMark = (loopId: string): string => `@${loopId}`;
/** Mark of a key, or of as much of it as is known; undefined for nothing. */
export function keyMark(root: number | null | undefined, scale: number | null | undefined) {
  const [hasRoot, hasScale] = [typeof root === 'number', typeof scale === 'number'];
  if (hasRoot && hasScale) return `*k/${root}/${scale}`;
  if (hasRoot) return `*r/${root}`;
  return hasScale ? `*s/${scale}` : undefined;
}

/** Every mark by which a sound is found. */
export function marksOf({ root, scale, categories, loopIds }: SearchSound): string[] {
  const keys = [keyMark(root, scale), keyMark(root, null), keyMark(null, scale)];
  return [
    ...new Set(keys.flatMap((mark) => mark ?? [])),
    ...categories.map(categoryMark),
    ...loopIds.map(loopMark),
  ];
}

/** Ids of the loops among marks. */
export const markedLoops = (marks: readonly string[]): string[] =>
  marks.flatMap((mark) => (mark.startsWith('@') ? mark.slice(1) : []));
