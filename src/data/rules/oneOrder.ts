/** Keys in one order at every depth, without those of nothing: two devices write the same bytes. */
export function inOneOrder<T>(value: T): T {
  if (Array.isArray(value)) return value.map(inOneOrder) as T;
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, inOneOrder(one)])) as T;
}

/** JSON that is the same for the same value, whatever the order of the keys in it: what is hashed and signed. */
export const canonicalJson = (value: unknown): string => JSON.stringify(inOneOrder(value));
