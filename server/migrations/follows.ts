import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable } from './tables.ts';

/** Who follows whom. */
export const follows: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await createTable(db, 'follows', 'followerId id, userId id, created bigint', [
      'followerId',
      'userId',
    ]);
    await createIndex(db, 'followsByUser', 'follows', 'userId, created');
  },
};
