import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { reasonOf, StartError } from '../../startError.ts';
import { onAnyEngine } from './anyEngine.ts';
import type { Database } from './database.ts';

/** SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE: https://www.sqlite.org/rescode.html */
const UNIQUE_ERRCODES = new Set([1555, 2067]);
const STATEMENTS_KEPT = 200;
const CACHE_KIB = 64 * 1024;

/** Name of the embedded database in the data folder. */
export const SQLITE_FILE = 'rondo.sqlite';

type Row = Record<string, unknown>;

/** Turns stored values of declared `boolean` and `json` columns into what PostgreSQL would answer. */
function readers(statement: StatementSync): [string, (value: unknown) => unknown][] {
  const found: [string, (value: unknown) => unknown][] = [];
  for (const { name, type } of statement.columns()) {
    const declared = type?.toLowerCase();
    if (declared === 'boolean') found.push([name, (value) => value === 1]);
    if (declared === 'json') found.push([name, (value) => JSON.parse(String(value))]);
  }
  return found;
}

function adapted(statement: StatementSync): SqliteStatement {
  const converters = readers(statement);
  const convert = (row: unknown): unknown => {
    for (const [name, read] of converters) {
      const value = (row as Row)[name];
      if (value !== null) (row as Row)[name] = read(value);
    }
    return row;
  };
  const bind = (values: readonly unknown[]): SQLInputValue[] =>
    values.map((value) => (typeof value === 'boolean' ? Number(value) : (value as SQLInputValue)));
  return {
    reader: statement.columns().length > 0,
    all: (values) => statement.all(...bind(values)).map(convert),
    run: (values) => statement.run(...bind(values)),
    *iterate(values) {
      for (const row of statement.iterate(...bind(values))) yield convert(row);
    },
  };
}

/** node:sqlite in the clothes of better-sqlite3, which Kysely's dialect expects; keeps prepared statements. */
function adaptDatabase(database: DatabaseSync): SqliteDatabase {
  const kept = new LRUCache<string, SqliteStatement>({ max: STATEMENTS_KEPT });
  return {
    close: () => database.close(),
    prepare(text) {
      const known = kept.get(text);
      if (known) return known;
      const statement = adapted(database.prepare(text));
      // Schema changes and long value lists would fill the cache with statements that never come again.
      if (/^\s*(select|insert|update|delete)/i.test(text) && text.length < 4000) {
        kept.set(text, statement);
      }
      return statement;
    },
  };
}

/** Takes the write lock at once: a transaction that reads first would otherwise fail when it starts to write. */
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /**
   * Some errors, such as a full disk, end the transaction by themselves; then there is nothing to roll back, and
   * saying so would hide what went wrong. https://www.sqlite.org/lang_transaction.html
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch((error: unknown) => {
      if (!/no transaction is active/.test(reasonOf(error))) throw error;
    });
  }
}

/** SQLite rolls back changes of the schema too, so a migration that dies in the middle leaves nothing. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver({ database: this.#database });
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}

/**
 * Makes the file of the database readable by its owner alone before anything is in it. SQLite gives its log and its
 * index the same mode; those that are there already get it too.
 */
function keepToOwner(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  for (const part of [path, `${path}-wal`, `${path}-shm`]) {
    // A folder of a system without modes, or a file that belongs to another account, stays as it is.
    try {
      chmodSync(part, 0o600);
    } catch {}
  }
}

function openFile(folder: string): DatabaseSync {
  const path = join(folder, SQLITE_FILE);
  let database: DatabaseSync | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    keepToOwner(path);
    database = new DatabaseSync(path, { timeout: 5000 });
    // FULL: a commit is on the disk before it is acknowledged, also when the power fails.
    database.exec('pragma journal_mode = wal');
    database.exec('pragma synchronous = full');
    database.exec('pragma foreign_keys = on');
    // In KiB. Without it 2 MiB are kept, and with hundreds of thousands of shares nearly all is read from the file.
    database.exec(`pragma cache_size = -${CACHE_KIB}`);
    return database;
  } catch (error) {
    database?.close();
    throw new StartError(`The database ${path} cannot be opened (${reasonOf(error)}).`, {
      cause: error,
    });
  }
}

/** Opens, or makes, `rondo.sqlite` in `folder`. Throws a `StartError` when that fails. */
export function openSqlite(folder: string): Database {
  return {
    ...onAnyEngine(new NodeSqliteDialect(adaptDatabase(openFile(folder)))),
    kind: 'sqlite',
    // `begin immediate` already keeps every other writer out.
    lock: async () => {},
    inTurn: (_name, work) => work(),
    isUniqueViolation: (error) =>
      error instanceof Error &&
      'errcode' in error &&
      typeof error.errcode === 'number' &&
      UNIQUE_ERRCODES.has(error.errcode),
  };
}
