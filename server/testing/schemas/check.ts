/** What a migrated fixture must be: the schema of a new database, every row of before, and a place to use. */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import type { BackupSettings } from '../../backup/backup.ts';
import { openCopier } from '../../backup/openCopier.ts';
import type { Database } from '../../ports/database/database.ts';
import { openDatabase } from '../../ports/database/openDatabase.ts';
import { SQLITE_FILE } from '../../ports/database/sqlite.ts';
import { putFixture } from './fixtures.ts';
import { BROUGHT, BROUGHT_LOOP } from './world.ts';

type Row = Record<string, unknown>;
/** Rows by the name of their table. */
export type Rows = Readonly<Record<string, readonly Row[]>>;

const anyOf = ({ queries }: Pick<Database, 'queries'>) =>
  queries as unknown as Kysely<Record<string, Row>>;

/** Tables of people and server. */
async function tablesOf({ queries }: Pick<Database, 'queries'>): Promise<string[]> {
  const tables = await queries.introspection.getTables();
  return tables.map(({ name }) => name).sort();
}

/** Every row of every table; JSON is parsed and booleans are booleans on both engines. */
export async function rowsOfAll(database: Pick<Database, 'queries'>): Promise<Rows> {
  const rows: Record<string, Row[]> = {};
  for (const table of await tablesOf(database)) {
    rows[table] = await anyOf(database).selectFrom(table).selectAll().execute();
  }
  return rows;
}

/** Tables, columns and indexes, a line each. */
export async function schemaOf({ kind, queries }: Database): Promise<string[]> {
  const lines =
    kind === 'sqlite'
      ? sql<{ line: string }>`select type || ' ' || name || ': ' || sql as line
          from sqlite_master where sql is not null`
      : sql<{ line: string }>`select concat_ws(' ', table_name, ordinal_position, column_name,
            data_type, collation_name, is_nullable, column_default) as line
          from information_schema.columns where table_schema = current_schema()
          union all select indexdef from pg_indexes where schemaname = current_schema()`;
  const { rows } = await lines.execute(queries);
  return rows.map(({ line }) => line).sort();
}

/** The tables of codes that became one. */
const OLD_CODES: readonly string[] = [
  'arcadeClaims',
  'clubCodes',
  'invitations',
  'jamCodes',
  'redemptionCodes',
];
const SESSION_MS = 90 * 24 * 3_600_000;

/**
 * What a row of a fixture is after all migrations, with the columns that it had.
 * @param from the migration after which the fixture was made
 */
function meant(from: string, table: string, row: Row): Row {
  if (table === 'sessions' && from < '0006') {
    const end = Number(row.created) + SESSION_MS;
    return { ...row, expires: Math.min(Number(row.expires), end) };
  }
  if (table === 'jams' && from < '0010' && row.access === 'open') {
    return { ...row, access: 'public' };
  }
  // No import before signatures proved who its account is, which makers it names, and under which licence.
  if (table === 'imports' && from < '0023') return { ...row, self: null };
  const isNow = from >= '0022' && from < '0026';
  if (table === 'loops' && isNow && row.id === BROUGHT_LOOP) {
    const { doc: _, creatorId: _creatorId, ...others } = row;
    return others;
  }
  if (table === 'importedLoops' && isNow && row.loopId === BROUGHT_LOOP) {
    const { loopId: _, ...others } = row;
    return others;
  }
  const isJudged = isNow && row.jamId === BROUGHT;
  if (table === 'rifffs' && isJudged) {
    const { doc: _, userId: _userId, ...others } = row;
    return { ...others, access: 'none', license: 'all-rights-reserved' };
  }
  if (table === 'shares' && isJudged) return { ...row, isRemoved: true };
  return row;
}

/** A row as text, whatever the order of its columns. */
const textOf = (row: Row, columns = Object.keys(row)): string =>
  JSON.stringify([...columns].sort().map((name) => [name, row[name]]));

/** Rows of a fixture that are not there any more, or have other values than they should, a line each. */
export function findLost(from: string, before: Rows, after: Rows): string[] {
  const lost: string[] = [];
  for (const [table, rows] of Object.entries(before)) {
    if (OLD_CODES.includes(table)) {
      for (const { code, codeHash, created } of rows) {
        const key = code ?? codeHash;
        const isThere = after.codes!.some((row) => row.code === key && row.created === created);
        if (!isThere) lost.push(`${table}: ${String(key)}`);
      }
      continue;
    }
    const left = [...(after[table] ?? [])];
    for (const row of rows) {
      const wanted = meant(from, table, row);
      const columns = Object.keys(wanted);
      const text = textOf(wanted);
      const at = left.findIndex((one) => textOf(one, columns) === text);
      if (at < 0) lost.push(`${table}: ${text}`);
      else left.splice(at, 1);
    }
  }
  return lost;
}

/** Writes rows as the copy that a backup of PostgreSQL makes, of a database after the migration `name`. */
async function writeRows(path: string, name: string, rows: Rows): Promise<void> {
  const counts = Object.fromEntries(
    Object.entries(rows).map(([table, all]) => [table, all.length]),
  );
  const tables = Object.entries(rows).flatMap(([table, all]) => [
    ['table', table],
    ...all.map((row) => ['row', row]),
  ]);
  const lines = [['rondo', 1, name], ...tables, ['end', counts]];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`);
  await pipeline(Readable.from(text), createGzip(), createWriteStream(path));
}

/** Where a server keeps its data. */
export type Place = Pick<BackupSettings, 'databaseUrl' | 'dataFolder'>;

/** Runs work on an opened database, and closes it. */
export async function opened<T>(
  place: Place,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(place);
  return work(database).finally(() => database.close());
}

/**
 * Makes a new place what a server had after the migration `name`; on PostgreSQL with the same rows.
 * @returns the rows
 */
export async function laidFixture(place: Place, name: string): Promise<Rows> {
  const { databaseUrl, dataFolder } = place;
  await putFixture(dataFolder, name);
  const rows = await opened({ databaseUrl: undefined, dataFolder }, rowsOfAll);
  if (databaseUrl === undefined) return rows;
  const path = join(dataFolder, 'copy.jsonl.gz');
  await writeRows(path, name, rows);
  await (await openCopier(place)).load(path);
  await rm(path);
  await rm(join(dataFolder, SQLITE_FILE));
  return rows;
}
