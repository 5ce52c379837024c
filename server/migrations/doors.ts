import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable } from './tables.ts';

/** Where accounts signed in from. */
export const doors: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await createTable(db, 'signInPlaces', 'key text key, userId id, lastUsed bigint');
    await createIndex(db, 'signInPlacesByUser', 'signInPlaces', 'userId, lastUsed');
    await createIndex(db, 'signInPlacesByUse', 'signInPlaces', 'lastUsed');
  },
};
