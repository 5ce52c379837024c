import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';
import { readNote, writeNote } from './notes.ts';

/** Name of the note that keeps it. */
const NOTE = 'installation';

/** Names this installation among others: made with the first call, the same for all nodes on this database, and for a restored copy of it. */
export function installationId(database: Database): Promise<string> {
  return database.transaction(async (transaction) => {
    await database.lock(transaction, NOTE);
    const known = await readNote(transaction, NOTE);
    if (known !== undefined) return known;
    const value = randomBytes(9).toString('base64url');
    await writeNote(transaction, NOTE, value);
    return value;
  });
}
