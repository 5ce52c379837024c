import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable } from './tables.ts';

/** The house band, imports, and the databases of devices. */
export const always: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await db.schema
      .alterTable('jams')
      .addColumn('hasBand', 'boolean', (column) => column.notNull().defaultTo(sql`false`))
      .execute();
    await createTable(
      db,
      'bandTurns',
      'jamId id key, isResting boolean, due bigint optional, claimed bigint, doc json',
    );
    await createIndex(db, 'bandTurnsByDue', 'bandTurns', 'due');
    await createTable(
      db,
      'bandAnswers',
      'jamId id, rifffId id, parentId id, loopId id optional, what text, doc json, created bigint',
      ['jamId', 'rifffId'],
    );
    await createIndex(db, 'bandAnswersByTime', 'bandAnswers', 'jamId, created');
    await createTable(
      db,
      'imports',
      `id id key, userId id, jamId id unique, sourceKey id, sourceJam id,
       kind text, origin text, name text,
       self text optional, state text, created bigint, updated bigint, rifffs integer,
       loops integer, messages integer`,
    );
    await createIndex(db, 'importsBySource', 'imports', 'userId, sourceKey');
    /** People of imports: text, and no account. */
    await createTable(
      db,
      'importedPeople',
      'id id key, importId id, sourceId text, displayName text',
    );
    await createIndex(db, 'importedPeopleByImport', 'importedPeople', 'importId');
    /** What loops of an import are called here. */
    await createTable(db, 'importedLoops', 'importId id, sourceId id, loopId id', [
      'importId',
      'sourceId',
    ]);
    await createTable(
      db,
      'syncDatabases',
      'name id key, userId id, seq bigint, bytes bigint, revsLimit integer, created bigint',
    );
    await createIndex(db, 'syncDatabasesByUser', 'syncDatabases', 'userId');
    /** A document under the number of its last change: its winning revision, and all that it ends in. */
    await createTable(
      db,
      'syncDocs',
      'name id, docId id, seq bigint, rev text, isDeleted boolean, leaves json',
      ['name', 'docId'],
    );
    await createIndex(db, 'syncDocsBySeq', 'syncDocs', 'name, seq');
    /** Leaves alone; `path` is the ids of the revision and its ancestors, newest first. */
    await createTable(
      db,
      'syncRevisions',
      `name id, docId id, rev text, isDeleted boolean, path json, body json, attachments json,
       bytes bigint`,
      ['name', 'docId', 'rev'],
    );
    await createTable(db, 'syncLocals', 'name id, docId id, rev text, body json', [
      'name',
      'docId',
    ]);
    await createTable(
      db,
      'syncAttachments',
      'name id, digest text, hash text, bytes bigint, created bigint',
      ['name', 'digest'],
    );
    await createIndex(db, 'syncAttachmentsByHash', 'syncAttachments', 'hash');
    /** Which leaves name an attachment. */
    await createTable(db, 'syncUses', 'name id, docId id, rev text, digest text', [
      'name',
      'docId',
      'rev',
      'digest',
    ]);
    await createIndex(db, 'syncUsesByDigest', 'syncUses', 'name, digest');
  },
};
