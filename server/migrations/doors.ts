import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable } from './tables.ts';

const SESSION_MS = 90 * 24 * 3_600_000;

/** Where accounts signed in from; sessions of before end 90 days after their beginning as well. */
export const doors: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await createTable(db, 'signInPlaces', 'key text key, userId id, lastUsed bigint');
    await createIndex(db, 'signInPlacesByUser', 'signInPlaces', 'userId, lastUsed');
    await createIndex(db, 'signInPlacesByUse', 'signInPlaces', 'lastUsed');
    const end = sql`${sql.ref('created')} + ${sql.lit(SESSION_MS)}`;
    await sql`update ${sql.table('sessions')} set ${sql.ref('expires')} = ${end} where ${sql.ref('expires')} > ${end}`.execute(
      db,
    );
  },
};
