/** Fills a database as fast as its engine takes rows. Not how a server would write: nothing survives a crash. */
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import pg from 'pg';
import type { Table, Value } from './data.ts';

const BATCH = 5000;
const TELL_MS = 5000;

/** Says every few seconds how far a table is. */
function teller({ name, count }: Table): (done: number) => void {
  let toldMs = performance.now();
  return (done) => {
    const nowMs = performance.now();
    if (done < count && nowMs - toldMs < TELL_MS) return;
    toldMs = nowMs;
    console.log(`    ${name}: ${done} of ${count}`);
  };
}

const quoted = (name: string) => `"${name}"`;
const listOf = (names: readonly string[]) => names.map(quoted).join(', ');

function fillSqliteTable(database: DatabaseSync, table: Table): void {
  const names = Object.keys(table.columns);
  const marks = names.map(() => '?').join(', ');
  const insert = database.prepare(
    `insert into ${quoted(table.name)} (${listOf(names)}) values (${marks})`,
  );
  const tell = teller(table);
  database.exec('begin');
  for (let at = 0; at < table.count; at++) {
    const values = table.row(at);
    if (table.docEnds) {
      const end = table.docEnds[values.pop() as number]!;
      values.push(`${values.pop() as string}${end}`);
    }
    const bound = values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
    insert.run(...(bound as SQLInputValue[]));
    if (at % BATCH === 0) tell(at);
  }
  database.exec('commit');
  tell(table.count);
}

/**
 * Fills the SQLite file of a folder; no other process may have it open. Indexes are taken away and made again
 * behind, which sorts once instead of 2 million times.
 */
export function loadSqlite(folder: string, tables: readonly Table[]): void {
  const database = new DatabaseSync(join(folder, 'rondo.sqlite'));
  try {
    database.exec(
      'pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -200000',
    );
    const names = tables.map(({ name }) => `'${name}'`).join(', ');
    const indexes = database
      .prepare(
        `select name, sql from sqlite_master where type = 'index' and sql is not null and tbl_name in (${names})`,
      )
      .all() as { name: string; sql: string }[];
    for (const { name } of indexes) database.exec(`drop index ${quoted(name)}`);
    for (const table of tables) fillSqliteTable(database, table);
    console.log(`    ${indexes.length} indexes`);
    for (const { sql } of indexes) database.exec(sql);
    database.exec('pragma journal_mode = wal');
  } finally {
    database.close();
  }
}

async function fillPostgresTable(client: pg.Client, table: Table): Promise<void> {
  const names = Object.keys(table.columns);
  const types = Object.values(table.columns);
  const shown = names.map((name) => {
    if (name === 'doc' && table.docEnds) return `(given."doc" || ends.text)::json`;
    return table.columns[name] === 'json' ? `given.${quoted(name)}::json` : `given.${quoted(name)}`;
  });
  // JSON goes as text; the long ends of documents are there already.
  const sent = types.map((type, at) => `$${at + 1}::${type === 'json' ? 'text' : type}[]`);
  let join = '';
  if (table.docEnds) {
    await client.query('create temp table ends (at integer primary key, text text)');
    const at = table.docEnds.map((_, index) => index);
    const fill = 'insert into ends select * from unnest($1::integer[], $2::text[])';
    await client.query(fill, [at, table.docEnds]);
    sent.push(`$${sent.length + 1}::integer[]`);
    join = ' join ends on ends.at = given.ends_at';
  }
  const aliases = table.docEnds ? `${listOf(names)}, ends_at` : listOf(names);
  const text =
    `insert into ${quoted(table.name)} (${listOf(names)}) select ${shown.join(', ')} ` +
    `from unnest(${sent.join(', ')}) as given (${aliases})${join}`;
  const tell = teller(table);
  for (let from = 0; from < table.count; from += BATCH) {
    const columns: Value[][] = sent.map(() => []);
    const to = Math.min(table.count, from + BATCH);
    for (let at = from; at < to; at++) {
      for (const [column, value] of table.row(at).entries()) columns[column]!.push(value);
    }
    await client.query(text, columns);
    tell(to);
  }
  if (table.docEnds) await client.query('drop table ends');
}

/** Fills a PostgreSQL database, its indexes made again behind, and tells its planner what is there. */
export async function loadPostgres(url: string, tables: readonly Table[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set synchronous_commit = off');
    await client.query("set maintenance_work_mem = '256MB'");
    const { rows: indexes } = await client.query<{ name: string; made: string }>(
      `select indexname as name, indexdef as made from pg_indexes where tablename = any($1)
        and not exists (select 1 from pg_constraint where conname = indexname)`,
      [tables.map(({ name }) => name)],
    );
    for (const { name } of indexes) await client.query(`drop index ${quoted(name)}`);
    for (const table of tables) await fillPostgresTable(client, table);
    console.log(`    ${indexes.length} indexes`);
    for (const { made } of indexes) await client.query(made);
    // It does this by itself a while after a load.
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
