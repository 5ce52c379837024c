/** Rows of a query as a map. */

/** The rows of `query` as entries of a map; asks nothing where `keys`, which the query looks for, are none. */
export async function mapRows<R, V>(
  keys: readonly unknown[],
  query: { execute(): Promise<R[]> },
  entry: (row: R) => readonly [string, V],
): Promise<Map<string, V>> {
  return keys.length === 0 ? new Map() : new Map((await query.execute()).map(entry));
}
