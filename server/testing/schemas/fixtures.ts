/**
 * Databases of every schema that landed, as files: each was made from the one before by one migration, with rows in the
 * tables and columns that it brought. They are never made again, for they are what servers of that version have.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { migrateTo } from '../../ports/database/migrate.ts';
import { openSqlite, SQLITE_FILE } from '../../ports/database/sqlite.ts';
import { temporaryFolder } from '../folders.ts';
import { CONTENTS, type Column, rowsOfNew, worldRow } from './world.ts';

/** The file of the fixture after the migration of this name: the statements that make it, compressed. */
export const fixturePath = (name: string): string =>
  join(import.meta.dirname, 'fixtures', `${name}.sql.br`);

/** Is there a fixture after this migration? */
export const hasFixture = (name: string): boolean => existsSync(fixturePath(name));

/** Makes a data folder of what a server had after the migration `name`: its database, and the files that it names. */
export async function putFixture(folder: string, name: string): Promise<void> {
  const database = new DatabaseSync(join(folder, SQLITE_FILE));
  database.exec(brotliDecompressSync(await readFile(fixturePath(name))).toString());
  database.close();
  for (const content of CONTENTS) {
    const hash = createHash('sha256').update(content).digest('hex');
    const inside = join(folder, 'blobs', hash.slice(0, 2));
    await mkdir(inside, { recursive: true });
    await writeFile(join(inside, hash.slice(2)), content);
  }
}

const quoted = (name: string) => `"${name}"`;

/** Tables of people and server, each with its columns, by name. */
function tablesOf(database: DatabaseSync): Map<string, Column[]> {
  const names = database
    .prepare(
      `select name from sqlite_master where type = 'table'
        and name not like 'sqlite\\_%' escape '\\' and name not like 'kysely%' order by name`,
    )
    .all() as { name: string }[];
  return new Map(
    names.map(({ name }) => {
      const rows = database.prepare(`pragma table_info(${quoted(name)})`).all() as {
        name: string;
        type: string;
        notnull: number;
        pk: number;
      }[];
      const isAlone = rows.filter(({ pk }) => pk > 0).length === 1;
      const columns = rows.map((row) => ({
        name: row.name,
        type: row.type.toLowerCase(),
        isOptional: row.notnull === 0 && row.pk === 0,
        isKey: isAlone && row.pk > 0,
      }));
      return [name, columns];
    }),
  );
}

/** Puts rows into tables that are new, and one into those that have new columns. */
function addRows(database: DatabaseSync, before: ReadonlyMap<string, readonly Column[]>): void {
  for (const [table, columns] of tablesOf(database)) {
    const known = before.get(table);
    if (known?.length === columns.length) continue;
    const { count } = database.prepare(`select count(*) as count from ${quoted(table)}`).get() as {
      count: number;
    };
    const added = known ? 1 : rowsOfNew(table);
    for (let at = count; at < count + added; at++) {
      const row = worldRow(table, columns, at);
      const names = Object.keys(row);
      const places = names.map(() => '?').join(', ');
      database
        .prepare(
          `insert into ${quoted(table)} (${names.map(quoted).join(', ')}) values (${places})`,
        )
        .run(...Object.values(row));
    }
  }
}

const literal = (value: SQLOutputValue) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);

/** The statements that make a database as it is, each table and index as SQLite was told to make it. */
function dump(database: DatabaseSync): string {
  const made = database
    .prepare(`select type, name, sql from sqlite_master where sql is not null order by rowid`)
    .all() as { type: string; name: string; sql: string }[];
  const lines = ['begin'];
  for (const { type, name, sql } of made) {
    lines.push(sql);
    if (type !== 'table') continue;
    for (const row of database.prepare(`select * from ${quoted(name)}`).all()) {
      const values = Object.values(row).map(literal).join(',');
      lines.push(`insert into ${quoted(name)} values (${values})`);
    }
  }
  return [...lines, 'commit', ''].join(';\n');
}

/**
 * Makes the fixture after the migration `name` out of the one before.
 * @param before name of the migration before; undefined for the first
 * @returns bytes of the compressed file
 */
export async function makeFixture(name: string, before: string | undefined): Promise<number> {
  const folder = await temporaryFolder();
  try {
    if (before) await putFixture(folder.path, before);
    const path = join(folder.path, SQLITE_FILE);
    const old = new DatabaseSync(path);
    const known = tablesOf(old);
    old.close();
    const database = openSqlite(folder.path);
    await migrateTo(database.queries, name);
    await database.close();
    const migrated = new DatabaseSync(path);
    addRows(migrated, known);
    const bytes = brotliCompressSync(dump(migrated));
    migrated.close();
    await mkdir(join(import.meta.dirname, 'fixtures'), { recursive: true });
    await writeFile(fixturePath(name), bytes, { flag: 'wx' });
    return bytes.length;
  } finally {
    await folder.remove();
  }
}
