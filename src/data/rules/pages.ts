/** Lists that come page by page. */

/** A page that says how many things the whole list has. */
interface CountedPage {
  readonly total: number;
}

/**
 * How many things the next page passes over, of a list whose pages say `total`; undefined behind the last one.
 * @param listOf the things of a page
 */
export function nextSkip<P extends CountedPage>(
  pages: readonly P[],
  listOf: (page: P) => readonly unknown[],
): number | undefined {
  const last = pages.at(-1);
  const seen = pages.reduce((sum, page) => sum + listOf(page).length, 0);
  return last && listOf(last).length > 0 && seen < last.total ? seen : undefined;
}

/**
 * The things of all pages, each once: something new at the top moves others to the next page, where they come again.
 * @param listOf the things of a page
 * @param idOf what is one thing's own
 */
export function onceEach<P, T>(
  pages: readonly P[],
  listOf: (page: P) => readonly T[],
  idOf: (one: T) => string,
): T[] {
  return [...new Map(pages.flatMap(listOf).map((one) => [idOf(one), one])).values()];
}
