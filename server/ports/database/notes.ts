/** Single values that the server keeps, each under a name. */
import type { Queries } from './database.ts';
import { findRow, putRow } from './rows.ts';

/** The value of a note; undefined where there is none of this name. */
export async function readNote(queries: Queries, name: string): Promise<string | undefined> {
  const row = await findRow(queries, 'notes', { name }, ['value']);
  return row?.value;
}

/** Sets a note. */
export const writeNote = (queries: Queries, name: string, value: string): Promise<void> =>
  putRow(queries, 'notes', { name }, { value });
