import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration';
import { MIGRATIONS } from '../../migrations/index.ts';
import { reasonOf, StartError } from '../../startError.ts';
import type { Schema } from './schema.ts';

const migratorOf = (db: Kysely<Schema>, migrations: Readonly<Record<string, Migration>>) =>
  new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });

function assertDone({ error }: MigrationResultSet): void {
  if (!error) return;
  const reason = reasonOf(error);
  const [, newer] = /previously executed migration (\S+) is missing/.exec(reason) ?? [];
  const sentence = newer
    ? `The database was made by a newer version of the server (it has had the migration ${newer}): start that version, or go back with npm run rollback, or restore a backup.`
    : `The database cannot be brought up to date (${reason}).`;
  throw new StartError(sentence, { cause: error });
}

/**
 * Applies every migration that is missing, in the order of their names, all in one transaction. Throws a `StartError` when one fails,
 * or when the database holds a migration that this version does not know.
 */
export async function migrateToLatest(
  queries: Kysely<Schema>,
  migrations: Readonly<Record<string, Migration>> = MIGRATIONS,
): Promise<void> {
  assertDone(await migratorOf(queries, migrations).migrateToLatest());
}

/** The first migration that a database lacks; undefined where it has had all of them. */
export async function firstMissing(queries: Kysely<Schema>): Promise<string | undefined> {
  const all = await migratorOf(queries, MIGRATIONS).getMigrations();
  return all.find(({ executedAt }) => executedAt === undefined)?.name;
}

/**
 * Makes the tables as they were after the migration `name`, inside of a transaction that goes on. Throws a
 * `StartError` for a migration that this version does not know.
 */
export async function migrateTo(queries: Kysely<Schema>, name: string): Promise<void> {
  if (!Object.hasOwn(MIGRATIONS, name)) {
    throw new StartError(
      'The backup was made by a newer version of the server: restore it with that version.',
    );
  }
  assertDone(await migratorOf(queries, MIGRATIONS).migrateTo(name));
}

/**
 * Which migrations a database that is not new lacks, and which it has that this version does not know; names in their order.
 */
export async function compareMigrations(
  queries: Kysely<Schema>,
): Promise<{ readonly missing: readonly string[]; readonly unknown: readonly string[] }> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(queries);
  const known = Object.keys(MIGRATIONS).sort();
  const applied = new Set(rows.map(({ name }) => name));
  return {
    missing: known.filter((name) => !applied.has(name)),
    unknown: [...applied].filter((name) => !known.includes(name)).sort(),
  };
}
