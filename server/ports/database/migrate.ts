import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { MIGRATIONS } from '../../migrations/index.ts';
import { reasonOf, StartError } from '../../startError.ts';
import type { Schema } from './schema.ts';

/**
 * Applies every migration that is missing, in the order of their names, all in one transaction. Throws a `StartError` when one fails,
 * or when the database holds a migration that this version does not know.
 */
export async function migrateToLatest(
  queries: Kysely<Schema>,
  migrations: Readonly<Record<string, Migration>> = MIGRATIONS,
): Promise<void> {
  const migrator = new Migrator({
    db: queries,
    provider: { getMigrations: async () => ({ ...migrations }) },
  });
  const { error } = await migrator.migrateToLatest();
  if (!error) return;
  const reason = reasonOf(error);
  const sentence = /previously executed migration .+ is missing/.test(reason)
    ? 'The database was made by a newer version of the server: start that version, or restore a backup.'
    : `The database cannot be brought up to date (${reason}).`;
  throw new StartError(sentence, { cause: error });
}
