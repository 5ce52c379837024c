import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Queries } from './database.ts';
import { migrateToLatest } from './migrate.ts';
import { writeNote } from './notes.ts';
import { removeRows } from './rows.ts';

const PROBE = 'write-probe';

/** What a database does in the same way on any engine. */
export const onAnyEngine = (
  queries: Queries,
): Omit<Database, 'kind' | 'lock' | 'isUniqueViolation'> => ({
  queries,
  migrate: () => migrateToLatest(queries),
  transaction: (work) => queries.transaction().execute(work),
  ping: async () => {
    await sql`select 1`.execute(queries);
  },
  // Text that does not pack, in a row of its own; both of it goes to the disk.
  tryWrite: async (bytes) => {
    const value = randomBytes(Math.ceil((bytes * 3) / 4)).toString('base64');
    await writeNote(queries, PROBE, value);
    await removeRows(queries, 'notes', { name: PROBE });
  },
  isNew: async () => {
    const tables = await queries.introspection.getTables();
    return !tables.some(({ name }) => name === 'notes');
  },
  close: () => queries.destroy(),
});
