import { DatabaseSync } from 'node:sqlite';
import type { OpenSql, SqlRow } from '../../src/data/imports/files/sql.ts';
import type { DiskFile } from './files.ts';

/** Opens a database of the disk for reading; nothing is written beside it either. */
export const openSqlite: OpenSql = async (file) => {
  const { diskPath } = file as DiskFile;
  // Not even a journal may be made beside somebody's archive.
  const address = new URL(`file://${encodeURI(diskPath).replace(/[?#]/g, encodeURIComponent)}`);
  address.searchParams.set('immutable', '1');
  const database = new DatabaseSync(address, { readOnly: true });
  return {
    rows: (query, ...values) => database.prepare(query).iterate(...values) as Iterable<SqlRow>,
    close: () => database.close(),
  };
};
