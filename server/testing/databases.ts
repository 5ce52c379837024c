import type { Selectable } from 'kysely';
import { afterAll, beforeAll, describe, inject, it } from 'vitest';
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

/** What a suite knows of the database that it runs on. */
export interface DatabaseSuite {
  /**
   * Is this the first of the databases, or the long run? What no database changes (a queue, a decoder, a stream) is
   * proven there, and need not be on each.
   */
  readonly isThorough: boolean;
  /** `it` for what is proven where the suite is thorough; elsewhere such a test is not there at all. */
  readonly itOnce: typeof it;
}

const nowhere = Object.assign(() => {}, { each: () => () => {} }) as unknown as typeof it;
/** What a suite of one database knows of it. */
export const aboutSuite = (isThorough: boolean): DatabaseSuite => ({
  isThorough,
  itOnce: isThorough ? it : nowhere,
});

const isLong = process.env.RONDO_LONG === '1';

/** Runs the same suite for the embedded database and for PostgreSQL, the latter where the machine has one. */
export function describeDatabaseUrls(
  name: string,
  suite: (newUrl: NewDatabaseUrl, about: DatabaseSuite) => void,
): void {
  describe(`${name} on SQLite`, () => {
    suite(async () => undefined, aboutSuite(true));
  });

  describe.skipIf(!hasPostgres())(`${name} on PostgreSQL`, () => {
    let postgres: TestPostgres;
    beforeAll(async () => {
      postgres = await sharedPostgres();
    });
    suite(() => postgres.createDatabase(), aboutSuite(isLong));
  });
}

/** The same for a suite that opens its databases here; they are closed after it. */
export function describeDatabases(
  name: string,
  suite: (open: OpenEmpty, about: DatabaseSuite) => void,
): void {
  describeDatabaseUrls(name, (newUrl, about) => {
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
    }, about);
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
