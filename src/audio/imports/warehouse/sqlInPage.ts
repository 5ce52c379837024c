/**
 * Opens databases in a page: SQLite in WebAssembly, which holds the whole file in memory. Both are fetched only when
 * a database is imported.
 */

import { bytesOf } from '../files/blobBytes.ts';
import type { OpenSql, SqlRow } from '../files/sql.ts';

/** What a tab on a small machine can hold beside everything else. */
const MAX_BYTES = 300 * 1024 * 1024;

const tooLarge = () =>
  new Error(
    'this database is too large for a page: bring it in on the command line, with `npm run import`',
  );

async function sqlite() {
  const [{ default: initSqlJs }, { default: wasm }] = await Promise.all([
    import('sql.js'),
    import('sql.js/dist/sql-wasm-browser.wasm?url'),
  ]);
  return initSqlJs({ locateFile: () => wasm });
}

export const openSqlInPage: OpenSql = async ({ blob }) => {
  if (blob.size > MAX_BYTES) throw tooLarge();
  const { Database } = await sqlite();
  const database = new Database(await bytesOf(blob));
  return {
    *rows(query, ...values) {
      const statement = database.prepare(query);
      try {
        statement.bind([...values]);
        while (statement.step()) yield statement.getAsObject() as SqlRow;
      } finally {
        statement.free();
      }
    },
    close: () => database.close(),
  };
};
