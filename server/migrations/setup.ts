import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createTable } from './tables.ts';

/** Offices that accounts hold, and settings that administrators stored. */
export const setup: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await createTable(db, 'offices', 'userId id key, office text, created bigint');
    await createTable(db, 'storedSettings', 'name text key, value text, changed bigint');
  },
};
