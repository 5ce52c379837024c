import { randomBytes } from 'node:crypto';
import { type Dialect, Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import { migrateToLatest } from './migrate.ts';
import { writeNote } from './notes.ts';
import { removeRows } from './rows.ts';
import type { Schema } from './schema.ts';

const PROBE = 'write-probe';

/** What a database does in the same way on any engine. */
export function onAnyEngine(
  dialect: Dialect,
): Omit<Database, 'kind' | 'lock' | 'inTurn' | 'isUniqueViolation'> {
  let answeredCount = 0;
  const queries = new Kysely<Schema>({
    dialect,
    log({ level }) {
      if (level === 'query') answeredCount += 1;
    },
  });
  return {
    queries,
    answered: () => answeredCount,
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
  };
}
