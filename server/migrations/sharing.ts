import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { idType } from './types.ts';

/** The feed: shares, likes, what accounts hide, reports, and what moderators did. */
export const sharing: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    const id = idType(db);
    await db.schema
      .createTable('shares')
      .addColumn('id', id, (column) => column.primaryKey())
      .addColumn('jamId', id, (column) => column.notNull())
      .addColumn('rifffId', id, (column) => column.notNull())
      .addColumn('userId', id, (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('isPrivate', 'boolean', (column) => column.notNull())
      .addColumn('created', 'bigint', (column) => column.notNull())
      .addColumn('likeCount', 'integer', (column) => column.notNull())
      .addColumn('source', 'text')
      .addColumn('isRemoved', 'boolean', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('sharesByTime')
      .on('shares')
      .columns(['isPrivate', 'isRemoved', 'created', 'id'])
      .execute();
    await db.schema
      .createIndex('sharesByLikes')
      .on('shares')
      .columns(['isPrivate', 'isRemoved', 'likeCount', 'created', 'id'])
      .execute();
    await db.schema
      .createIndex('sharesByUser')
      .on('shares')
      .columns(['userId', 'isRemoved', 'isPrivate', 'created', 'id'])
      .execute();
    await db.schema
      .createIndex('sharesByRifff')
      .on('shares')
      .columns(['jamId', 'rifffId'])
      .execute();
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
    await db.schema
      .createTable('likes')
      .addColumn('shareId', id, (column) => column.notNull())
      .addColumn('userId', id, (column) => column.notNull())
      .addColumn('created', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('likesKey', ['shareId', 'userId'])
      .execute();
    await db.schema.createIndex('likesByUser').on('likes').columns(['userId', 'created']).execute();
    await db.schema
      .createTable('hides')
      .addColumn('userId', id, (column) => column.notNull())
      .addColumn('shareId', id, (column) => column.notNull())
      .addColumn('created', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('hidesKey', ['userId', 'shareId'])
      .execute();
    await db.schema
      .createTable('reports')
      .addColumn('id', id, (column) => column.primaryKey())
      .addColumn('shareId', id, (column) => column.notNull())
      .addColumn('userId', id, (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('created', 'bigint', (column) => column.notNull())
      .addColumn('isOpen', 'boolean', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('reportsOpen')
      .on('reports')
      .columns(['isOpen', 'created'])
      .execute();
    await db.schema
      .createIndex('reportsOnce')
      .on('reports')
      .columns(['shareId', 'userId'])
      .unique()
      .execute();
    await db.schema
      .createTable('audit')
      .addColumn('id', id, (column) => column.primaryKey())
      .addColumn('moderatorId', id, (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('shareId', id, (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('created', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('auditByTime').on('audit').columns(['created']).execute();
  },
};
