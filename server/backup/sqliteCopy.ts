import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CONTENT_TABLES } from '../kernel/content.ts';
import { syncFolder } from '../ports/blobs/syncFolder.ts';
import { SQLITE_FILE } from '../ports/database/sqlite.ts';
import { StartError } from '../startError.ts';
import {
  type CopyContent,
  type DatabaseCopier,
  MIGRATION_TABLE,
  OF_MIGRATOR,
  type Survey,
} from './databaseCopy.ts';

const TIMEOUT_MS = 30_000;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

function tablesOf(database: DatabaseSync): string[] {
  const rows = database
    .prepare(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
    )
    .all() as { name: string }[];
  return rows.map(({ name }) => name).sort();
}

function countRows(database: DatabaseSync): Record<string, number> {
  const counts = tablesOf(database).map((table) => {
    const row = database.prepare(`select count(*) as count from ${quoted(table)}`).get();
    return [table, Number((row as { count: number }).count)] as const;
  });
  return Object.fromEntries(counts);
}

function hashesOf(database: DatabaseSync): string[] {
  const tables = new Set(tablesOf(database));
  const hashes = new Set<string>();
  for (const table of CONTENT_TABLES.filter((name) => tables.has(name))) {
    for (const row of database.prepare(`select hash from ${quoted(table)}`).iterate()) {
      hashes.add((row as { hash: string }).hash);
    }
  }
  return [...hashes].sort();
}

function reading<T>(path: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

function inspectFile(path: string): CopyContent {
  return reading(path, (database) => {
    const faults = database.prepare('pragma integrity_check').all() as {
      integrity_check: string;
    }[];
    if (faults[0]?.integrity_check !== 'ok') {
      throw new Error(`the database ${path} is damaged: ${faults[0]?.integrity_check}`);
    }
    return { rows: countRows(database), hashes: hashesOf(database) };
  });
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Throws a `StartError` where another process has this database open: in WAL mode each holds a lock for as long as it
 * does. What was in its log is in the file afterwards, and the log is gone.
 * @returns whether there are no tables in it
 */
function assertIdle(path: string): boolean {
  if (!existsSync(path)) return true;
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    const isEmpty = tablesOf(database).length === 0;
    database.exec('pragma locking_mode = exclusive; begin exclusive; rollback');
    return isEmpty;
  } catch (cause) {
    throw new StartError(`The database ${path} is in use: stop the server first.`, { cause });
  } finally {
    database.close();
  }
}

/** So that a sum of them stays a whole number. */
const HASH_DIGITS = 12;
const MODULUS = 2 ** (4 * HASH_DIGITS);

function surveyOf(database: DatabaseSync): Survey {
  const tables: Record<string, { rows: number; sum: string }> = {};
  for (const table of tablesOf(database)) {
    const statement = database.prepare(`select * from ${quoted(table)}`);
    statement.setReturnArrays(true);
    let [rows, sum] = [0, 0];
    for (const row of statement.iterate()) {
      const digits = hash('sha1', JSON.stringify(row)).slice(0, HASH_DIGITS);
      sum = (sum + Number.parseInt(digits, 16)) % MODULUS;
      rows += 1;
    }
    if (!OF_MIGRATOR.test(table)) tables[table] = { rows, sum: String(sum) };
  }
  const migrations = tablesOf(database).includes(MIGRATION_TABLE)
    ? database.prepare(`select name from ${quoted(MIGRATION_TABLE)} order by name`).all()
    : [];
  return { tables, migrations: migrations.map(({ name }) => String(name)) };
}

/**
 * Copies of the embedded database in `dataFolder`: whole SQLite files, made by `vacuum into`, which reads one
 * snapshot without holding writers up and leaves out what was deleted. https://www.sqlite.org/lang_vacuum.html
 */
export function sqliteCopier(dataFolder: string): DatabaseCopier {
  const source = join(dataFolder, SQLITE_FILE);
  return {
    kind: 'sqlite',
    extension: 'sqlite',
    async write(path) {
      // Opening would make a new one.
      if (!existsSync(source)) {
        throw new StartError(
          `There is no database ${source}: set RONDO_DATA to the data folder of the server.`,
        );
      }
      // An empty file is written into as it is, so no other account of the machine can read it at any time.
      await writeFile(path, '', { flag: 'wx', mode: 0o600 });
      const database = new DatabaseSync(source, { timeout: TIMEOUT_MS });
      try {
        database.prepare('vacuum into ?').run(path);
      } finally {
        database.close();
      }
      await syncFile(path);
    },
    inspect: async (path) => inspectFile(path),
    hashes: async (path) => reading(path, hashesOf),
    survey: async () => reading(source, surveyOf),
    // The embedded database is for one server.
    isAlone: async () => true,
    async assertIdle() {
      assertIdle(source);
    },
    async assertEmpty() {
      const isEmpty = assertIdle(source);
      if (isEmpty) return;
      throw new StartError(
        `The database ${source} is not empty: restore into an empty RONDO_DATA, or move the old data away first.`,
      );
    },
    async load(path) {
      await mkdir(dataFolder, { recursive: true, mode: 0o700 });
      const incoming = `${source}.restoring`;
      await rm(incoming, { force: true });
      await writeFile(incoming, '', { mode: 0o600 });
      await copyFile(path, incoming);
      await syncFile(incoming);
      const { rows } = inspectFile(incoming);
      // What an empty database leaves behind would be taken for the log of the new one.
      for (const name of [source, `${source}-wal`, `${source}-shm`])
        await rm(name, { force: true });
      await rename(incoming, source);
      await syncFolder(dataFolder);
      return rows;
    },
  };
}
