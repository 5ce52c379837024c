import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { fillIndex } from '../modules/searchIndex/fill.ts';
import { createIndex, createTable } from './tables.ts';

/**
 * What can be found: one row for each thing, and one for each of its words. Fills it with what is there; the filling
 * reads no column that a later migration makes.
 */
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
    await fillIndex(db);
  },
};
