import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable } from './tables.ts';

/** Sounds of shares that moderators removed before this version, where their maker had shared them. */
async function barRemovedSounds(db: Kysely<never>): Promise<void> {
  const name = sql.ref;
  await sql`
    insert into ${name('barred')} (${name('kind')}, ${name('value')}, ${name('userId')}, ${name('since')}, ${name('origin')})
    select 'sound', ${name('media.hash')}, ${name('shares.userId')}, min(${name('loops.created')}), ${name('shares.id')}
    from ${name('shares')}
    join ${name('rifffLoops')} on ${name('rifffLoops.jamId')} = ${name('shares.jamId')}
      and ${name('rifffLoops.rifffId')} = ${name('shares.rifffId')}
    join ${name('loops')} on ${name('loops.id')} = ${name('rifffLoops.loopId')}
      and ${name('loops.creatorId')} = ${name('shares.userId')}
      and ${name('loops.origin')} = 'upload' and not ${name('loops.isLibrary')}
    join ${name('media')} on ${name('media.loopId')} = ${name('loops.id')}
    where ${name('shares.isRemoved')}
    group by ${name('media.hash')}, ${name('shares.userId')}, ${name('shares.id')}
  `.execute(db);
}

/** What moderators took out is known again; suspended accounts, their appeals, and what moderators did to people. */
export const moderation: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await createTable(db, 'barred', 'kind text, value text, userId id, since bigint, origin id', [
      'kind',
      'value',
      'origin',
    ]);
    await createIndex(db, 'barredByOrigin', 'barred', 'origin');
    await createTable(
      db,
      'suspensions',
      'userId id key, reason text, since bigint, until bigint optional',
    );
    await createTable(
      db,
      'appeals',
      'id id key, userId id, text text, created bigint, state text, answer text',
    );
    await createIndex(db, 'appealsByUser', 'appeals', 'userId, created');
    // One appeal of an account is open, also when two calls come at the same moment.
    await db.schema
      .createIndex('appealsOpen')
      .unique()
      .on('appeals')
      .columns(['userId'])
      .where(sql<boolean>`${sql.ref('state')} = 'open'`)
      .execute();
    await db.schema.alterTable('audit').addColumn('userId', sql`text`).execute();
    await barRemovedSounds(db);
  },
};
