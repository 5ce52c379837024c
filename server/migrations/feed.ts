import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex } from './tables.ts';

/**
 * Indexes that hold all by which pages of the feed are chosen, so that what is passed over is never looked up: who shared
 * it, for those who left, are followed or blocked; likes beside the time, for the most liked between two moments.
 */
export const feed: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    for (const name of ['sharesByTime', 'sharesByLikes', 'sharesBySource']) {
      await db.schema.dropIndex(name).execute();
    }
    const seen = 'isPrivate, isRemoved';
    await createIndex(db, 'sharesByTime', 'shares', `${seen}, created, id, userId, likeCount`);
    await createIndex(db, 'sharesByLikes', 'shares', `${seen}, likeCount, created, id, userId`);
    // Few shares have a source.
    const bySource = { sharesBySource: 'created', sharesBySourceLikes: 'likeCount, created' };
    for (const [name, order] of Object.entries(bySource)) {
      await db.schema
        .createIndex(name)
        .on('shares')
        .columns(`source, ${seen}, ${order}, id, userId`.split(', '))
        .where('source' as never, 'is not', null)
        .execute();
    }
    // SQLite took it for the short way to every account that is there, whatever else was asked for.
    await db.schema.dropIndex('accountsByState').execute();
    await db.schema
      .createIndex('accountsGone')
      .on('accounts')
      .columns(['id'])
      .where(sql<boolean>`${sql.ref('isDeleted')}`)
      .execute();
  },
};
