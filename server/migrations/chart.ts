import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable } from './tables.ts';

/** Comments on shares, what people give to the chart of a week, its rows, and the winners of weeks. */
export const chart: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await db.schema
      .alterTable('shares')
      .addColumn('commentCount', 'integer', (build) => build.notNull().defaultTo(0))
      .execute();
    await createTable(
      db,
      'comments',
      'id id key, shareId id, userId id, created bigint, text text',
    );
    await createIndex(db, 'commentsByShare', 'comments', 'shareId, created');
    await createIndex(db, 'commentsByUser', 'comments', 'userId, created');
    await createTable(
      db,
      'chartVoices',
      'shareId id, userId id, points integer, isFollower boolean',
      ['shareId', 'userId'],
    );
    await createIndex(db, 'chartVoicesByUser', 'chartVoices', 'userId');
    await createTable(
      db,
      'chart',
      `shareId id, week bigint, created bigint, points integer, people integer, strangerPoints integer,
       strangers integer`,
      ['shareId', 'week'],
    );
    await createIndex(db, 'chartByPoints', 'chart', 'week, points desc, created, shareId');
    await createTable(
      db,
      'weekWinners',
      `week bigint key, shareId id optional, userId id optional, origin text, reason text,
       points integer, people integer, strangers integer, chosen bigint`,
    );
    // What was liked and answered before is counted by the first server that starts.
    const name = sql.ref;
    await sql`insert into ${name('notes')} (${name('name')}, ${name('value')})
      select 'recount', '' where exists (select 1 from ${name('shares')})`.execute(db);
  },
};
