import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable } from './tables.ts';

/** What was uploaded as what, and tracks. */
export const uploads: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await db.schema.alterTable('loops').addColumn('digest', 'text').execute();
    await createTable(
      db,
      'tracks',
      `id id key, userId id, jamId id optional, isPinned boolean, name text, created bigint,
       digest text, key text unique, hash text, mime text, size bigint,
       durationSec double precision, peaks text`,
    );
    await createIndex(db, 'tracksByUser', 'tracks', 'userId, created');
    await createIndex(db, 'tracksByJam', 'tracks', 'jamId, created, id');
    await createIndex(db, 'tracksByHash', 'tracks', 'hash');
  },
};
