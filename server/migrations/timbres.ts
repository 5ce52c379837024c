import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How loops sound, where search compares them. */
export const timbres: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await db.schema.alterTable('searchDocs').addColumn('timbre', 'text').execute();
    // Loops that were there before are gone through by the server, step by step while it runs.
    const name = sql.ref;
    await sql`insert into ${name('notes')} (${name('name')}, ${name('value')})
      select 'timbre-fill', ''
      where exists (select 1 from ${name('loops')})`.execute(db);
  },
};
