import type { Queries } from '../ports/database/database.ts';
import { readNote } from '../ports/database/notes.ts';
import { insertOnce } from '../ports/database/rows.ts';

/**
 * A key of this installation, the same for all nodes: made with the first call, kept in the database.
 * @param name of its note
 * @param make gives a new one as text
 */
export async function findOrMakeKey(
  queries: Queries,
  name: string,
  make: () => string,
): Promise<string> {
  const known = await readNote(queries, name);
  if (known !== undefined) return known;
  await insertOnce(queries, 'notes', { name, value: make() });
  return (await readNote(queries, name))!;
}
