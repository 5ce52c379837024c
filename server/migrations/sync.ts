import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How many documents a database of devices has stands in its row: counting them would take longer with each. */
export const sync: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    for (const [column, isDeleted] of [
      ['docs', sql`not ${sql.ref('isDeleted')}`],
      ['deletedDocs', sql.ref('isDeleted')],
    ] as const) {
      await db.schema
        .alterTable('syncDatabases')
        .addColumn(column, 'bigint', (build) => build.notNull().defaultTo(0))
        .execute();
      await sql`
        update ${sql.table('syncDatabases')} set ${sql.ref(column)} = (
          select count(*) from ${sql.table('syncDocs')}
          where ${sql.ref('syncDocs.name')} = ${sql.ref('syncDatabases.name')} and ${isDeleted}
        )
      `.execute(db);
    }
  },
};
