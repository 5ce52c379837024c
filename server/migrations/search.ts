import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable } from './tables.ts';

/** What can be found: one row for each thing, and one for each of its words. */
export const search: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await createTable(
      db,
      'searchDocs',
      `kind id, id id, scope id, age bigint, name id, alias text, words text,
       tempo integer optional, root integer optional, scale integer optional,
       categories integer, marks text`,
      ['kind', 'id'],
    );
    await createIndex(db, 'searchDocsByAge', 'searchDocs', 'scope, age, id');
    await createIndex(db, 'searchDocsByName', 'searchDocs', 'scope, name, id');
    await createIndex(db, 'searchDocsByTempo', 'searchDocs', 'scope, tempo, age, id');
    await createTable(db, 'searchWords', 'scope id, word id, age bigint, id id', [
      'scope',
      'word',
      'age',
      'id',
    ]);
    // What is there already is made findable by the first server that starts, step by step.
    const name = sql.ref;
    await sql`insert into ${name('notes')} (${name('name')}, ${name('value')})
      select 'search-fill', '0 ' where exists (select 1 from ${name('accounts')})
        or exists (select 1 from ${name('loops')})`.execute(db);
  },
};
