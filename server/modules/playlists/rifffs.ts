import type { Rifff } from '../../../src/data/contract/rifff.ts';
import type { Reader } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findReadableRifffs, type StoredRifff } from '../jams/access.ts';
import { briefRifff } from '../jams/brief.ts';
import { presentByKey } from '../jams/present.ts';
import { keyText, type RifffKey } from '../jams/repo.ts';

/** Rifffs that are looked for in one query: SQLite takes so many conditions and not many more. */
const AT_ONCE = 200;

/** Those of the rifffs that are there and that the reader may read, by the `keyText` of each key. */
export async function findHearable(
  queries: Queries,
  reader: Reader,
  keys: readonly RifffKey[],
): Promise<Map<string, StoredRifff>> {
  const distinct = [...new Map(keys.map((key) => [keyText(key), key])).values()];
  const found = new Map<string, StoredRifff>();
  for (let from = 0; from < distinct.length; from += AT_ONCE) {
    const some = distinct.slice(from, from + AT_ONCE);
    for (const [key, row] of await findReadableRifffs(queries, reader, some)) {
      if (row.digest !== '') found.set(key, row);
    }
  }
  return found;
}

/** Stored rifffs as lists carry them, by the `keyText` of each. */
export async function presentBriefly(
  queries: Queries,
  reader: Reader,
  rows: readonly StoredRifff[],
  publicUrl: string | undefined,
): Promise<Map<string, Rifff>> {
  const rifffs = await presentByKey(queries, reader, rows, publicUrl);
  return new Map([...rifffs].map(([key, rifff]) => [key, briefRifff(rifff)]));
}
