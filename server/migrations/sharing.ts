import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable } from './tables.ts';

/** The feed: shares, likes, what accounts hide, reports, and what moderators did. */
export const sharing: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await createTable(
      db,
      'shares',
      `id id key, jamId id, rifffId id, userId id, title text, isPrivate boolean,
       created bigint, likeCount integer, source text optional, isRemoved boolean`,
    );
    await createIndex(db, 'sharesByTime', 'shares', 'isPrivate, isRemoved, created, id');
    await createIndex(
      db,
      'sharesByLikes',
      'shares',
      'isPrivate, isRemoved, likeCount, created, id',
    );
    await createIndex(db, 'sharesByUser', 'shares', 'userId, isRemoved, isPrivate, created, id');
    await createIndex(db, 'sharesByRifff', 'shares', 'jamId, rifffId');
    // Few shares have a source.
    await db.schema
      .createIndex('sharesBySource')
      .on('shares')
      .columns(['source', 'isPrivate', 'isRemoved', 'created', 'id'])
      .where('source' as never, 'is not', null)
      .execute();
    // One account shares a rifff publicly once, also when two calls come at the same moment.
    await db.schema
      .createIndex('sharesOnce')
      .unique()
      .on('shares')
      .columns(['userId', 'jamId', 'rifffId'])
      .where(sql<boolean>`not ${sql.ref('isPrivate')}`)
      .execute();
    await createTable(db, 'likes', 'shareId id, userId id, created bigint', ['shareId', 'userId']);
    await createIndex(db, 'likesByUser', 'likes', 'userId, created');
    await createTable(db, 'hides', 'userId id, shareId id, created bigint', ['userId', 'shareId']);
    await createTable(
      db,
      'reports',
      `id id key, shareId id, userId id, reason text, message text, created bigint,
       isOpen boolean`,
    );
    await createIndex(db, 'reportsOpen', 'reports', 'isOpen, created');
    await db.schema
      .createIndex('reportsOnce')
      .on('reports')
      .columns(['shareId', 'userId'])
      .unique()
      .execute();
    await createTable(
      db,
      'audit',
      'id id key, moderatorId id, action text, shareId id, reason text, created bigint',
    );
    await createIndex(db, 'auditByTime', 'audit', 'created');
  },
};
