import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable } from './tables.ts';

/** Looks that people keep, what they were made from, and which of them jams use. */
export const looks: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await createTable(
      db,
      'looks',
      `id id key, ownerId id, document json, access text, created bigint, changed bigint,
       jamCount integer`,
    );
    await createIndex(db, 'looksNewest', 'looks', 'access, created, id');
    await createIndex(db, 'looksUsed', 'looks', 'access, jamCount, created, id');
    await createIndex(db, 'looksByOwner', 'looks', 'ownerId, created');
    await createTable(
      db,
      'lookMakers',
      'lookId id, position integer, madeFromKey id, name text, userId id',
      ['lookId', 'position'],
    );
    await createIndex(db, 'lookMakersByKey', 'lookMakers', 'madeFromKey');
    await createIndex(db, 'lookMakersByUser', 'lookMakers', 'userId');
    await createTable(
      db,
      'roomLooks',
      'jamId id, position integer, lookKey id, document json optional, userId id',
      ['jamId', 'position'],
    );
    await createIndex(db, 'roomLooksByLook', 'roomLooks', 'lookKey, jamId');
    await createIndex(db, 'roomLooksByUser', 'roomLooks', 'userId');
  },
};
