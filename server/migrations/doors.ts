import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { skeletonsOf } from '../../src/data/contract/confusables.ts';
import { createIndex, createTable } from './tables.ts';

const SESSION_MS = 90 * 24 * 3_600_000;

/** The tables as this migration finds and leaves them. */
interface Then {
  accounts: {
    id: string;
    displayName: string;
    created: number;
    isDemo: boolean;
    isDeleted: boolean;
  };
  names: { skeleton: string; userId: string };
}

const BATCH = 500;

/** Gives accounts the skeletons of one of their names, the oldest first: of two that look alike it has the name. */
async function claim(
  db: Kysely<Then>,
  nameOf: (account: Then['accounts']) => string,
): Promise<void> {
  for (let at = 0; ; at += BATCH) {
    const accounts = await db
      .selectFrom('accounts')
      .select(['id', 'displayName', 'created', 'isDemo', 'isDeleted'])
      .orderBy('created')
      .orderBy('id')
      .limit(BATCH)
      .offset(at)
      .execute();
    const rows = accounts
      .filter(({ isDemo }) => !isDemo)
      .flatMap((account) =>
        skeletonsOf(nameOf(account)).map((skeleton) => ({ skeleton, userId: account.id })),
      );
    if (rows.length > 0) {
      const claims = db.insertInto('names').values(rows);
      await claims.onConflict((conflict) => conflict.column('skeleton').doNothing()).execute();
    }
    if (accounts.length < BATCH) return;
  }
}

/**
 * Where accounts signed in from, and what their names look like. Sessions of before end 90 days after their beginning
 * as well.
 */
export const doors: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await createTable(db, 'signInPlaces', 'key text key, userId id, lastUsed bigint');
    await createIndex(db, 'signInPlacesByUser', 'signInPlaces', 'userId, lastUsed');
    await createIndex(db, 'signInPlacesByUse', 'signInPlaces', 'lastUsed');
    const end = sql`${sql.ref('created')} + ${sql.lit(SESSION_MS)}`;
    await sql`update ${sql.table('sessions')} set ${sql.ref('expires')} = ${end} where ${sql.ref('expires')} > ${end}`.execute(
      db,
    );
    await createTable(db, 'names', 'skeleton text key, userId id');
    await createIndex(db, 'namesByUser', 'names', 'userId');
    // The kind of database stays; only the types know the tables now.
    const known = db as unknown as Kysely<Then>;
    await claim(known, ({ id }) => id);
    await claim(known, ({ id, displayName, isDeleted }) => (isDeleted ? id : displayName || id));
  },
};
