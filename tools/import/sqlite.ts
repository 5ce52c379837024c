import { stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { OpenSql, SqlRow } from '../../src/audio/imports/files/sql.ts';
import type { DiskFile } from './files.ts';

/** What is written and not yet in the database itself, which its owner writes there when it closes. */
async function isOpenElsewhere(diskPath: string): Promise<boolean> {
  const log = await stat(`${diskPath}-wal`).catch(() => null);
  return log !== null && log.size > 0;
}

/** Opens a database of the disk for reading. @throws Error with a sentence where another program has it open */
export const openSqlite: OpenSql = async (file) => {
  const { diskPath } = file as DiskFile;
  if (await isOpenElsewhere(diskPath)) {
    throw new Error('another program has this database open: close it, LORE for instance, first');
  }
  // Not even a journal may be made beside a person's archive.
  const address = pathToFileURL(diskPath);
  address.searchParams.set('immutable', '1');
  const database = new DatabaseSync(address, { readOnly: true });
  return {
    rows: (query, ...values) => database.prepare(query).iterate(...values) as Iterable<SqlRow>,
    close: () => database.close(),
  };
};
