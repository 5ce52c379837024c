import type { Queries } from '../../ports/database/database.ts';
import { findRows, valuesOf } from '../../ports/database/rows.ts';
import { findPublicShares, keyText, type RifffKey } from './repo.ts';

/** What a rifff is called, and its public share if it has one. */
export interface Titled {
  readonly title: string;
  readonly shareId: string | null;
}

/** Titles of rifffs by `keyText`: that of the public share, else the name of its jam. @param keys with short ids */
export async function findTitles(
  queries: Queries,
  keys: readonly RifffKey[],
): Promise<Map<string, Titled>> {
  if (keys.length === 0) return new Map();
  const [shares, jams] = await Promise.all([
    findPublicShares(queries, keys),
    findRows(queries, 'jams', { id: [...new Set(valuesOf(keys, 'jamId'))] }, ['id', 'name']),
  ]);
  const names = new Map(jams.map(({ id, name }) => [id, name]));
  return new Map(
    keys.map((key) => {
      const share = shares.get(keyText(key));
      const name = names.get(key.jamId);
      const title = share?.title.trim() || (name ? `From ${name}` : 'A rifff');
      return [keyText(key), { title, shareId: share?.shareId ?? null }];
    }),
  );
}
