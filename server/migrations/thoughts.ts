import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the house band thinks of the last commit, and how often it answers. */
export const thoughts: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await db.schema.alterTable('bandTurns').addColumn('thought', 'text').execute();
    await db.schema
      .alterTable('bandTurns')
      .addColumn('every', 'integer', (column) => column.notNull().defaultTo(sql`1`))
      .execute();
  },
};
