import type { Selectable } from 'kysely';
import { afterAll, beforeAll, describe, inject, it } from 'vitest';
import { MIGRATIONS } from '../migrations/index.ts';
import type { Database } from '../ports/database/database.ts';
import { migrateToLatest } from '../ports/database/migrate.ts';
import { openDatabase } from '../ports/database/openDatabase.ts';
import type { Schema } from '../ports/database/schema.ts';
import { temporaryFolder } from './folders.ts';
import { putMigrated } from './migratedSqlite.ts';
import { hasPostgres, joinPostgres, type TestPostgres } from './postgres.ts';

/** Opens a new database; everything is closed after the suite. */
export type OpenNew = () => Promise<Database>;

/** Makes the address of a new database, empty if not said otherwise; undefined for the embedded one of any data folder. */
export type NewDatabaseUrl = (isMigrated?: boolean) => Promise<string | undefined>;

interface SharedPostgres extends TestPostgres {
  /** A migrated database to copy. */
  readonly template: string;
}

/** The PostgreSQL that all files of this run share: see `onePostgres.ts`. */
async function sharedPostgres(): Promise<SharedPostgres> {
  const answer = await fetch(inject('postgresDesk'));
  if (!answer.ok) throw new Error(await answer.text());
  const { url, template } = (await answer.json()) as { url: string; template: string };
  return { ...joinPostgres(url), template };
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

/** What a suite knows that opens its databases here. */
export interface OpeningSuite extends DatabaseSuite {
  /** For what is about migrations: an empty one. */
  readonly openEmpty: OpenNew;
}

const nowhere = Object.assign(() => {}, { each: () => () => {} }) as unknown as typeof it;
/** What a suite of one database knows of it. */
export const aboutSuite = (isThorough: boolean): DatabaseSuite => ({
  isThorough,
  itOnce: isThorough ? it : nowhere,
});

const isLong = process.env.RONDO_LONG === '1';

/** Makes the address of a new database, migrated or empty; undefined for the embedded one of any data folder. */
type NewUrl = (isMigrated: boolean) => Promise<string | undefined>;

function describeEach(
  name: string,
  suite: (newUrl: NewUrl, about: DatabaseSuite) => void,
  isOnce = false,
): void {
  describe(`${name} on SQLite`, () => {
    suite(async () => undefined, aboutSuite(true));
  });
  if (isOnce && !isLong) return;

  describe.skipIf(!hasPostgres())(`${name} on PostgreSQL`, () => {
    let postgres: SharedPostgres;
    beforeAll(async () => {
      postgres = await sharedPostgres();
    });
    const newUrl: NewUrl = (isMigrated) =>
      postgres.createDatabase(isMigrated ? postgres.template : undefined);
    suite(newUrl, aboutSuite(isLong));
  });
}

/** Runs the same suite for the embedded database and for PostgreSQL, the latter where the machine has one. */
export function describeDatabaseUrls(
  name: string,
  suite: (newUrl: NewDatabaseUrl, about: DatabaseSuite) => void,
): void {
  describeEach(name, (newUrl, about) => suite((isMigrated = false) => newUrl(isMigrated), about));
}

/** A suite that opens its databases here, migrated; they are closed after it. */
function describeOpening(
  name: string,
  suite: (open: OpenNew, about: OpeningSuite) => void,
  isOnce: boolean,
): void {
  const opening = (newUrl: NewUrl, about: DatabaseSuite) => {
    const cleanups: (() => Promise<void>)[] = [];
    afterAll(async () => {
      for (const cleanup of cleanups.reverse()) await cleanup();
    });
    const open = async (isMigrated: boolean) => {
      const databaseUrl = await newUrl(isMigrated);
      const folder = databaseUrl === undefined ? await temporaryFolder() : undefined;
      if (folder && isMigrated) await putMigrated(folder.path);
      const database = await openDatabase({ databaseUrl, dataFolder: folder?.path ?? '' });
      cleanups.push(
        async () => folder?.remove(),
        () => database.close(),
      );
      return database;
    };
    suite(() => open(true), { ...about, openEmpty: () => open(false) });
  };
  describeEach(name, opening, isOnce);
}

/**
 * Runs a suite on SQLite, and in the long run on PostgreSQL too. This is the rule: what such a suite asks a database, others
 * ask PostgreSQL in every run.
 * @param suite gets what opens a new database, migrated; it is closed after the suite
 */
export function describeOnce(
  name: string,
  suite: (open: OpenNew, about: OpeningSuite) => void,
): void {
  describeOpening(name, suite, true);
}

/**
 * The same for a suite in which a statement, a lock, an order or a migration differs from one database to the other: it
 * runs on both, but for the tests that it marks with `itOnce`.
 */
export function describeDatabases(
  name: string,
  suite: (open: OpenNew, about: OpeningSuite) => void,
): void {
  describeOpening(name, suite, false);
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
