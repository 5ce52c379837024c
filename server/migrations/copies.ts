import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex } from './tables.ts';

/**
 * The arcade tells a run from a copy of it: by what was done, whatever the time. Missions of days that begin from now on
 * come out of chance that stays on the server; those of before have none, and stay as they were.
 */
export const copies: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await db.schema
      .alterTable('arcadeFields')
      .addColumn('salt', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema
      .alterTable('arcadeRuns')
      .addColumn('shape', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await createIndex(db, 'arcadeRunsByShape', 'arcadeRuns', 'shape, seed');
  },
};
