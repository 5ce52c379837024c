import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable } from './tables.ts';

/** Rooms with members, guests and codes; their numbered events; chat; notices; whom somebody does not hear. */
export const rooms: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    const table = db.schema.alterTable('jams');
    await table
      .addColumn('description', 'text', (build) => build.notNull().defaultTo(''))
      .execute();
    await table
      .addColumn('barLength', 'integer', (build) => build.notNull().defaultTo(16))
      .execute();
    await table.addColumn('coverKey', 'text').execute();
    await table
      .addColumn('guestsMayAnswer', 'boolean', (build) => build.notNull().defaultTo(true))
      .execute();
    await table
      .addColumn('guestsMayChat', 'boolean', (build) => build.notNull().defaultTo(true))
      .execute();
    await table.addColumn('lastEvent', 'bigint', (build) => build.notNull().defaultTo(0)).execute();
    await table.addColumn('latest', 'bigint').execute();
    const name = sql.ref;
    await sql`update ${name('jams')} set ${name('access')} = 'public' where ${name('access')} = 'open'`.execute(
      db,
    );
    await sql`update ${name('jams')} set ${name('latest')} =
      (select max(${name('rifffs.created')}) from ${name('rifffs')} where ${name('rifffs.jamId')} = ${name('jams.id')})`.execute(
      db,
    );
    await createIndex(db, 'jamsByLatest', 'jams', 'access, latest');

    await createTable(
      db,
      'members',
      'jamId id, userId id, role text, since bigint, isRemoved boolean',
      ['jamId', 'userId'],
    );
    await createIndex(db, 'membersByUser', 'members', 'userId');
    await createTable(
      db,
      'jamCodes',
      'code id key, jamId id, purpose text, note text, createdBy id, created bigint, expires bigint optional, used integer',
    );
    await createIndex(db, 'jamCodesByJam', 'jamCodes', 'jamId, created');
    /** A guest is an account without password and address, for one jam. */
    await db.schema.alterTable('accounts').addColumn('guestOf', 'text').execute();
    await db.schema
      .alterTable('accounts')
      .addColumn('answerMails', 'boolean', (build) => build.notNull().defaultTo(false))
      .execute();

    await createTable(
      db,
      'jamEvents',
      'jamId id, number bigint, kind text, ref id, userId id, created bigint, parentId id optional',
      ['jamId', 'number'],
    );
    await createTable(
      db,
      'messages',
      `id id key, jamId id, number bigint, type text, userId id, created bigint, html text, text text,
       rifffJamId id optional, rifffId id optional, replyTo id optional, attachments json, isRemoved boolean, digest text`,
    );
    await createIndex(db, 'messagesByJam', 'messages', 'jamId, number');
    await createIndex(db, 'messagesByUser', 'messages', 'userId, created');
    await createTable(db, 'reactions', 'messageId id, userId id, reaction text, created bigint', [
      'messageId',
      'userId',
      'reaction',
    ]);
    await createIndex(db, 'reactionsByUser', 'reactions', 'userId');
    /** Pictures and voices of messages, and covers of jams: content as in `media`, readable as the jam is. */
    await createTable(
      db,
      'jamFiles',
      'key id key, hash text, mime text, size bigint, jamId id, messageId id optional, userId id, width integer optional, height integer optional',
    );
    await createIndex(db, 'jamFilesByHash', 'jamFiles', 'hash');
    await createIndex(db, 'jamFilesByJam', 'jamFiles', 'jamId');
    await createIndex(db, 'jamFilesByUser', 'jamFiles', 'userId');
    await createTable(
      db,
      'notices',
      'id id key, userId id, kind text, created bigint, isRead boolean, fromId id, jamId id, rifffId id optional, parentJamId id optional, parentId id optional',
    );
    await createIndex(db, 'noticesByUser', 'notices', 'userId, created');
    await createTable(db, 'blocks', 'userId id, blockedId id, created bigint', [
      'userId',
      'blockedId',
    ]);
    await createTable(db, 'rifffHides', 'userId id, jamId id, rifffId id, created bigint', [
      'userId',
      'jamId',
      'rifffId',
    ]);
    /** Reports of rifffs in jams and of messages; `ref` is the message or rifff. */
    await createTable(
      db,
      'jamReports',
      'kind text, jamId id, ref id, userId id, reason text, created bigint, isOpen boolean',
      ['kind', 'jamId', 'ref', 'userId'],
    );
  },
};
