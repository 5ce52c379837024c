import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable } from './tables.ts';

/** Clubs with members, codes and pictures; their channels are jams. */
export const clubs: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await createTable(
      db,
      'clubs',
      `id id key, name text, description text, access text, ownerId id, created bigint,
       iconKey text optional, bannerKey text optional, closes bigint optional`,
    );
    await createIndex(db, 'clubsByOwner', 'clubs', 'ownerId');
    await createIndex(db, 'clubsByAccess', 'clubs', 'access, created');
    await createIndex(db, 'clubsByEnd', 'clubs', 'closes');
    /** The owner has a row too. A blocked person's stays, so that no code lets them in again. */
    await createTable(
      db,
      'clubMembers',
      'clubId id, userId id, role text, since bigint, isBlocked boolean',
      ['clubId', 'userId'],
    );
    await createIndex(db, 'clubMembersByUser', 'clubMembers', 'userId');
    await createTable(
      db,
      'clubCodes',
      `code id key, clubId id, note text, createdBy id, created bigint, expires bigint optional,
       maxUses integer optional, used integer`,
    );
    await createIndex(db, 'clubCodesByClub', 'clubCodes', 'clubId, created');
    /** Icons and banners: content as in `media`, open to everyone. */
    await createTable(
      db,
      'clubImages',
      `key id key, hash text, mime text, size bigint, clubId id, kind text, userId id,
       width integer, height integer`,
    );
    await createIndex(db, 'clubImagesByHash', 'clubImages', 'hash');
    await createIndex(db, 'clubImagesByClub', 'clubImages', 'clubId');
    await createIndex(db, 'clubImagesByUser', 'clubImages', 'userId');
    await db.schema.alterTable('jams').addColumn('clubId', 'text').execute();
    await db.schema.alterTable('jams').addColumn('channelAccess', 'text').execute();
    await createIndex(db, 'jamsByClub', 'jams', 'clubId');
    await db.schema.alterTable('notices').addColumn('clubId', 'text').execute();
  },
};
