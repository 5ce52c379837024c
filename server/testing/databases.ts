import type { Selectable } from 'kysely';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { MIGRATIONS } from '../migrations/index.ts';
import type { Database } from '../ports/database/database.ts';
import { migrateToLatest } from '../ports/database/migrate.ts';
import { openDatabase } from '../ports/database/openDatabase.ts';
import type { Schema } from '../ports/database/schema.ts';
import { temporaryFolder } from './folders.ts';
import { hasPostgres, joinPostgres, type TestPostgres } from './postgres.ts';

/** Opens a new, empty, not yet migrated database; everything is closed after the suite. */
export type OpenEmpty = () => Promise<Database>;

/** Makes the address of a new, empty database; undefined for the embedded one of any data folder. */
export type NewDatabaseUrl = () => Promise<string | undefined>;

/** The PostgreSQL that all files of this run share: see `onePostgres.ts`. */
async function sharedPostgres(): Promise<TestPostgres> {
  const answer = await fetch(inject('postgresDesk'));
  if (!answer.ok) throw new Error(await answer.text());
  return joinPostgres(await answer.text());
}

/** Runs the same suite for the embedded database and for PostgreSQL, the latter where the machine has one. */
export function describeDatabaseUrls(name: string, suite: (newUrl: NewDatabaseUrl) => void): void {
  describe(`${name} on SQLite`, () => {
    suite(async () => undefined);
  });

  describe.skipIf(!hasPostgres())(`${name} on PostgreSQL`, () => {
    let postgres: TestPostgres;
    beforeAll(async () => {
      postgres = await sharedPostgres();
    });
    suite(() => postgres.createDatabase());
  });
}

/** The same for a suite that opens its databases here; they are closed after it. */
export function describeDatabases(name: string, suite: (open: OpenEmpty) => void): void {
  describeDatabaseUrls(name, (newUrl) => {
    const cleanups: (() => Promise<void>)[] = [];
    afterAll(async () => {
      for (const cleanup of cleanups.reverse()) await cleanup();
    });
    suite(async () => {
      const databaseUrl = await newUrl();
      const folder = databaseUrl === undefined ? await temporaryFolder() : undefined;
      const database = await openDatabase({ databaseUrl, dataFolder: folder?.path ?? '' });
      cleanups.push(
        async () => folder?.remove(),
        () => database.close(),
      );
      return database;
    });
  });
}

/** Brings an empty database to where it was before the migration of this name. */
export async function migrateUpTo({ queries }: Pick<Database, 'queries'>, name: string) {
  if (!(name in MIGRATIONS)) throw new Error(`There is no migration ${name}`);
  const before = Object.entries(MIGRATIONS).filter(([one]) => one < name);
  await migrateToLatest(queries, Object.fromEntries(before));
}

/** Rows of a table as they are stored, those whose `column` is `value`. */
export async function rowsOf<T extends keyof Schema>(
  { queries }: Pick<Database, 'queries'>,
  table: T,
  column: keyof Schema[T] & string,
  value: string,
): Promise<Selectable<Schema[T]>[]> {
  const all = queries.selectFrom(table as keyof Schema).selectAll();
  const rows = await all.where(column as never, '=', value as never).execute();
  return rows as unknown as Selectable<Schema[T]>[];
}
