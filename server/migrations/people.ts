import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable, idType } from './tables.ts';

/** What people are told of, how they want to be told, and the devices that it is pushed to. */
export const people: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    const notices = () => db.schema.alterTable('notices');
    await notices()
      .addColumn('shareId', idType(db) as never)
      .execute();
    await notices()
      .addColumn('commentId', idType(db) as never)
      .execute();
    await notices()
      .addColumn('text', 'text', (build) => build.notNull().defaultTo(''))
      .execute();
    await notices()
      .addColumn('count', 'integer', (build) => build.notNull().defaultTo(1))
      .execute();
    await createIndex(db, 'noticesByState', 'notices', 'userId, isRead, created');
    await createIndex(db, 'noticesByFrom', 'notices', 'fromId');
    await createIndex(db, 'noticesByShare', 'notices', 'shareId');
    await createIndex(db, 'likesByShare', 'likes', 'shareId, created');
    await createIndex(db, 'rifffsOfMaker', 'rifffs', 'userId, jamId, created');
    await createTable(
      db,
      'noticeSettings',
      'userId id key, choices json, digest text, lastDigest bigint, sharesSeen bigint, token id unique',
    );
    await createIndex(db, 'noticeSettingsByDigest', 'noticeSettings', 'digest, lastDigest');
    await createTable(
      db,
      'pushSubscriptions',
      'id id key, userId id, sessionId id, device text, endpoint text unique, p256dh text, auth text, created bigint',
    );
    await createIndex(db, 'pushSubscriptionsByUser', 'pushSubscriptions', 'userId, created');
    await db.schema
      .alterTable('accounts')
      .addColumn('bannerShareId', idType(db) as never)
      .execute();
  },
};
