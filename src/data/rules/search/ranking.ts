/** Which result comes before which. */

/** Something that was found, as the order sees it. */
export interface Rankable {
  readonly id: string;
  /** What it goes by, as `nameOf` makes it; the first is its name. */
  readonly names: readonly string[];
  /** All of its words, those of its names too. */
  readonly words: readonly string[];
  readonly likes: number;
  /** Milliseconds since the epoch. */
  readonly created: number;
}

/** How well something fits what was typed, the best last. */
export const FITS = ['beginnings', 'words', 'begins', 'exact'] as const;
type Fit = (typeof FITS)[number];

/**
 * How a result fits: one of its names is what was typed (`exact`) or begins with it (`begins`), it has every typed word
 * whole (`words`), or its words only begin with them.
 * @param typed words as `typedWords` makes them; none fits everything alike
 */
export function fitOf(
  typed: readonly string[],
  { names, words }: Pick<Rankable, 'names' | 'words'>,
): Fit {
  const text = typed.join(' ');
  if (text === '') return 'beginnings';
  if (names.includes(text)) return 'exact';
  if (names.some((name) => name.startsWith(text))) return 'begins';
  return typed.every((word) => words.includes(word)) ? 'words' : 'beginnings';
}

/**
 * Results in their order, each id once: the better fit first, then the more liked, then the newer, then by id. It does
 * not matter in which order they come.
 */
export function ranked<R extends Rankable>(typed: readonly string[], results: readonly R[]): R[] {
  const each = new Map(results.map((result) => [result.id, result]));
  return [...each.values()]
    .map((result) => ({ result, fit: FITS.indexOf(fitOf(typed, result)) }))
    .sort(
      (a, b) =>
        b.fit - a.fit ||
        b.result.likes - a.result.likes ||
        b.result.created - a.result.created ||
        (a.result.id < b.result.id ? -1 : 1),
    )
    .map(({ result }) => result);
}
