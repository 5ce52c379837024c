import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable } from './tables.ts';

/** Looks that people choose for what they share, as they were then. */
export const shareLooks: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await createTable(
      db,
      'shareLooks',
      'shareId id key, lookKey id, document json optional, userId id',
    );
    await createIndex(db, 'shareLooksByLook', 'shareLooks', 'lookKey, shareId');
    await createIndex(db, 'shareLooksByUser', 'shareLooks', 'userId, shareId');
  },
};
