import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable } from './tables.ts';

/** Room of accounts: whose address is not confirmed yet, invitations, and whose a file is. */
export const room: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    // False for everyone who is here already, and for whoever is made without signing up.
    await db.schema
      .alterTable('accounts')
      .addColumn('awaitsConfirmation', 'boolean', (column) => column.notNull().defaultTo(false))
      .execute();
    await createTable(
      db,
      'invitations',
      `code text key, note text, createdBy id, created bigint, expires bigint, uses integer,
       used integer`,
    );
    await createIndex(db, 'invitationsByTime', 'invitations', 'created');
    // What an account occupies is summed up from this index alone.
    await db.schema.alterTable('media').addColumn('userId', 'text').execute();
    await sql`
      update ${sql.ref('media')} set ${sql.ref('userId')} = (
        select ${sql.ref('creatorId')} from ${sql.ref('loops')}
        where ${sql.ref('loops.id')} = ${sql.ref('media.loopId')}
          and ${sql.ref('loops.origin')} = 'upload'
      )`.execute(db);
    await createIndex(db, 'mediaByUser', 'media', 'userId, hash, size');
  },
};
