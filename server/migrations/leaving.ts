import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable } from './tables.ts';

/** Accounts that are being removed, content that may be unneeded, and what finds the belongings of one account. */
export const leaving: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await createTable(db, 'departures', 'userId id key, closed bigint');
    await createTable(db, 'looseContent', 'id id key, hash text');
    await createIndex(db, 'accountsByState', 'accounts', 'isDeleted, id');
    await createIndex(db, 'loopsOfMaker', 'loops', 'creatorId, created, id');
    await createIndex(db, 'jamLoopsOfUser', 'jamLoops', 'userId, created, jamId, loopId');
    await createIndex(db, 'jamLoopsOfLoop', 'jamLoops', 'loopId');
    await createIndex(db, 'sharesOfUser', 'shares', 'userId, created, id');
    await createIndex(db, 'hidesOfUser', 'hides', 'userId, created, shareId');
    await createIndex(db, 'hidesOfShare', 'hides', 'shareId');
    await createIndex(db, 'reportsOfUser', 'reports', 'userId, created, id');
  },
};
