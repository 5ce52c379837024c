import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable } from './tables.ts';

/** Jams and their rifffs. Model rules 1 to 13 of the design hold from here on. */
export const jams: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await createTable(
      db,
      'jams',
      `id id key, longId id unique, kind text, ownerId id, name text, access text,
       created bigint, rifffCount integer, isDemo boolean`,
    );
    await createIndex(db, 'jamsByOwner', 'jams', 'ownerId, created');
    await createTable(
      db,
      'rifffs',
      `jamId id, id id, userId id, created bigint, parentJamId id optional,
       parentId id optional, originalId id optional, digest text, access text, license text,
       doc json`,
      ['jamId', 'id'],
    );
    await createIndex(db, 'rifffsByTime', 'rifffs', 'jamId, created, id');
    await createIndex(db, 'rifffsByParent', 'rifffs', 'parentJamId, parentId, created');
    await createIndex(db, 'rifffsByUser', 'rifffs', 'userId, created');
    await createTable(db, 'rifffLoops', 'jamId id, rifffId id, loopId id', [
      'jamId',
      'rifffId',
      'loopId',
    ]);
    await createIndex(db, 'rifffLoopsByLoop', 'rifffLoops', 'loopId');
    await createTable(db, 'jamLoops', 'jamId id, loopId id, userId id, created bigint', [
      'jamId',
      'loopId',
    ]);
  },
};
