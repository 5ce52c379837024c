import { randomBytes } from 'node:crypto';
import type { Queries } from './database.ts';
import { writeNote } from './notes.ts';
import { removeRows } from './rows.ts';

const PROBE = 'write-probe';

/**
 * Writes `bytes` of text that does not pack into a row of its own and deletes it again, both of it to the disk. Throws
 * what the engine throws when it cannot.
 */
export async function tryWriting(queries: Queries, bytes: number): Promise<void> {
  const value = randomBytes(Math.ceil((bytes * 3) / 4)).toString('base64');
  await writeNote(queries, PROBE, value);
  await removeRows(queries, 'notes', { name: PROBE });
}

/** Was nothing ever migrated here? */
export async function hasNoTables(queries: Queries): Promise<boolean> {
  const tables = await queries.introspection.getTables();
  return !tables.some(({ name }) => name === 'notes');
}
