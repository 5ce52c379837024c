import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type Kysely, sql, type Transaction } from 'kysely';
import { CONTENT_TABLES } from '../kernel/content.ts';
import type { Database } from '../ports/database/database.ts';
import { migrateTo } from '../ports/database/migrate.ts';
import { APPLICATION_NAME, openPostgres } from '../ports/database/postgres.ts';
import type { Schema } from '../ports/database/schema.ts';
import { StartError } from '../startError.ts';
import {
  type CopyContent,
  type DatabaseCopier,
  MIGRATION_TABLE,
  OF_MIGRATOR,
  type Survey,
} from './databaseCopy.ts';

/**
 * A copy of PostgreSQL is gzipped lines of JSON: `["rondo",1,<newest migration>]`, then for each table
 * `["table",<name>]` and its rows as `["row",{…}]`, then `["end",{<table>: <rows>}]`. It needs no program beside the
 * server, and no version of `pg_dump` that fits the database.
 */
const FORMAT = 1;
const BATCH = 500;

type Queries = Kysely<Schema> | Transaction<Schema>;

async function allTables(queries: Queries): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(
    queries,
  );
  return rows.map(({ name }) => name);
}

const tablesOf = async (queries: Queries) =>
  (await allTables(queries)).filter((name) => !OF_MIGRATOR.test(name));

async function countRows(queries: Queries): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await tablesOf(queries)) {
    const { rows } = await sql<{
      count: number;
    }>`select count(*) as count from ${sql.table(table)}`.execute(queries);
    counts[table] = Number(rows[0]!.count);
  }
  return counts;
}

async function migrationsOf(queries: Queries): Promise<string[]> {
  if (!(await allTables(queries)).includes(MIGRATION_TABLE)) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(MIGRATION_TABLE)} order by name`.execute(queries);
  return rows.map(({ name }) => name);
}

async function newestMigration(queries: Queries): Promise<string> {
  const name = (await migrationsOf(queries)).at(-1);
  if (!name) {
    throw new StartError('The database of DATABASE_URL is empty: there is nothing to back up.');
  }
  return name;
}

async function surveyOf(queries: Queries): Promise<Survey> {
  const tables: Record<string, { rows: number; sum: string }> = {};
  for (const table of await tablesOf(queries)) {
    // 48 bits of each row's hash, added up.
    const { rows } = await sql<{ rows: number; sum: string }>`
      select count(*) as rows,
        coalesce(sum(('x' || left(md5(given::text), 12))::bit(48)::bigint), 0)::text as sum
      from ${sql.table(table)} as given`.execute(queries);
    tables[table] = { rows: Number(rows[0]!.rows), sum: rows[0]!.sum };
  }
  return { tables, migrations: await migrationsOf(queries) };
}

/** Every row of every table as lines, all of one moment. */
async function* exportLines(queries: Transaction<Schema>): AsyncGenerator<string> {
  yield JSON.stringify(['rondo', FORMAT, await newestMigration(queries)]);
  for (const table of await tablesOf(queries)) {
    yield JSON.stringify(['table', table]);
    await sql`declare rows_of_table no scroll cursor for
      select row_to_json(given)::text as text from ${sql.table(table)} as given`.execute(queries);
    for (;;) {
      const { rows } = await sql<{ text: string }>`
        fetch forward ${sql.raw(String(BATCH))} from rows_of_table`.execute(queries);
      // Outside of strings a line break is a blank, and inside it is written as \n.
      for (const { text } of rows) yield `["row",${text.replace(/[\r\n]/g, ' ')}]`;
      if (rows.length < BATCH) break;
    }
    await sql`close rows_of_table`.execute(queries);
  }
  yield JSON.stringify(['end', await countRows(queries)]);
}

async function writeCopy({ queries }: Database, path: string): Promise<void> {
  // A reader of its own moment waits for no writer, and no writer waits for it.
  const transaction = queries
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only');
  await transaction.execute(async (reader) => {
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
    const gzip = createGzip({ level: 4 });
    const written = pipeline(gzip, file);
    written.catch(() => {});
    for await (const line of exportLines(reader)) {
      if (!gzip.write(`${line}\n`)) await Promise.race([once(gzip, 'drain'), written]);
    }
    gzip.end();
    await written;
  });
}

type Line =
  | ['rondo', number, string]
  | ['table', string]
  | ['row', Record<string, unknown>]
  | ['end', Record<string, number>];

/** The lines of a copy, parsed and as they stand. Throws when it breaks off or cannot be read. */
async function* readLines(path: string): AsyncGenerator<readonly [Line, string]> {
  const gunzip = createGunzip().setEncoding('utf8');
  const read = pipeline(createReadStream(path), gunzip);
  read.catch(() => {});
  let rest = '';
  let isEnded = false;
  for await (const chunk of gunzip as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    for (const text of lines) {
      const line = JSON.parse(text) as Line;
      isEnded = line[0] === 'end';
      yield [line, text];
    }
  }
  await read;
  if (!isEnded) throw new Error(`the copy ${path} breaks off`);
}

async function inspectCopy(path: string): Promise<CopyContent & { migration: string }> {
  const rows: Record<string, number> = {};
  const hashes = new Set<string>();
  let [table, migration] = ['', ''];
  for await (const [line] of readLines(path)) {
    if (line[0] === 'rondo') migration = line[2];
    if (line[0] === 'table') {
      table = line[1];
      rows[table] = 0;
    }
    if (line[0] === 'row') {
      rows[table]! += 1;
      if ((CONTENT_TABLES as readonly string[]).includes(table)) hashes.add(String(line[1].hash));
    }
    if (line[0] === 'end' && !isSame(rows, line[1])) throw new Error(`the copy ${path} lacks rows`);
  }
  return { rows, hashes: [...hashes].sort(), migration };
}

/** Are these the same numbers of rows? */
function isSame(a: CopyContent['rows'], b: CopyContent['rows']): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => a[name] === b[name]);
}

async function insertRows(queries: Queries, table: string, rows: string[]): Promise<void> {
  if (rows.length === 0) return;
  const list = `[${rows.join(',')}]`;
  await sql`insert into ${sql.table(table)}
    select * from json_populate_recordset(null::${sql.table(table)}, ${list}::json)`.execute(
    queries,
  );
  rows.length = 0;
}

async function loadCopy({ queries }: Database, path: string): Promise<CopyContent['rows']> {
  return queries.transaction().execute(async (writer) => {
    for (const name of await allTables(writer)) {
      await sql`drop table ${sql.table(name)}`.execute(writer);
    }
    let table = '';
    const rows: string[] = [];
    for await (const [line, text] of readLines(path)) {
      if (line[0] === 'rondo') await migrateTo(writer, line[2]);
      if (line[0] === 'table' || line[0] === 'end') await insertRows(writer, table, rows);
      if (line[0] === 'table') {
        table = line[1];
        // A migration may have brought rows of its own.
        await sql`delete from ${sql.table(table)}`.execute(writer);
      }
      if (line[0] === 'row') rows.push(text.slice('["row",'.length, -1));
      if (rows.length === BATCH) await insertRows(writer, table, rows);
    }
    return countRows(writer);
  });
}

/**
 * Connections of others. @param own what does not count: this connection alone, or all of this process and those of other
 * accounts, which a monitor has
 */
async function countOthers({ queries }: Database, own: 'process' | 'connection'): Promise<number> {
  const isOwn =
    own === 'process'
      ? sql`application_name = ${APPLICATION_NAME} or usename <> current_user`
      : sql`pid = pg_backend_pid()`;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and not (${isOwn}) and backend_type = 'client backend'`.execute(
    queries,
  );
  return Number(rows[0]!.count);
}

/** Connections of a server that was stopped just now are gone a moment later. */
const ASKED_AGAIN = 20;
const AGAIN_MS = 100;

async function hasNoOthers(database: Database, own: 'process' | 'connection'): Promise<boolean> {
  for (let at = 0; at < ASKED_AGAIN; at++) {
    if ((await countOthers(database, own)) === 0) return true;
    await wait(AGAIN_MS);
  }
  return false;
}

async function assertIdle(database: Database): Promise<void> {
  if (await hasNoOthers(database, 'connection')) return;
  throw new StartError('The database of DATABASE_URL is in use: stop every server first.');
}

/** Copies of the PostgreSQL at `url`. */
export function postgresCopier(url: string): DatabaseCopier {
  const opened = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
    const database = await openPostgres(url);
    return work(database).finally(() => database.close());
  };
  return {
    kind: 'postgres',
    extension: 'jsonl.gz',
    write: (path) => opened((database) => writeCopy(database, path)),
    inspect: inspectCopy,
    hashes: async (path) => (await inspectCopy(path)).hashes,
    survey: () =>
      opened(({ queries }) =>
        queries.transaction().setIsolationLevel('repeatable read').execute(surveyOf),
      ),
    isAlone: () => opened((database) => hasNoOthers(database, 'process')),
    assertIdle: () => opened(assertIdle),
    assertEmpty: () =>
      opened(async (database) => {
        await assertIdle(database);
        if ((await tablesOf(database.queries)).length > 0) {
          throw new StartError(
            'The database of DATABASE_URL is not empty: make a new one and set DATABASE_URL to it.',
          );
        }
      }),
    load: (path) => opened((database) => loadCopy(database, path)),
  };
}
