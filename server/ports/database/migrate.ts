import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { MIGRATIONS } from '../../migrations/index.ts';
import type { Schema } from './schema.ts';

/** Applies every migration that is missing, in the order of their names. Throws the first failure. */
export async function migrateToLatest(queries: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({
    db: queries,
    provider: { getMigrations: async () => ({ ...MIGRATIONS }) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
