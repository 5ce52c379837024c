import type { Kysely } from 'kysely';
import type { Queries } from '../../ports/database/database.ts';
import { indexJams, indexLoops, indexPeople, indexShares } from './indexing.ts';

/** Ids that are read at a time. */
const PAGE = 500;

const SOURCES = [
  ['accounts', indexPeople],
  ['jams', indexJams],
  ['loops', indexLoops],
  ['shares', indexShares],
] as const;

/** Makes everything findable that is there, some of it at a time. Doing it again changes nothing. */
export async function fillIndex(db: Kysely<never> | Queries): Promise<void> {
  // The kind of database stays; a migration knows no tables by their types.
  const queries = db as Queries;
  for (const [table, index] of SOURCES) {
    let after = '';
    for (;;) {
      const rows = await queries
        .selectFrom(table)
        .select('id')
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE)
        .execute();
      await index(
        queries,
        rows.map(({ id }) => id),
      );
      if (rows.length < PAGE) break;
      after = rows.at(-1)!.id;
    }
  }
}
