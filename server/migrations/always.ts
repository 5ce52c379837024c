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
    await createTable(db, 'syncDatabases', 'name id key, userId id, seq bigint, bytes bigint');
    await createIndex(db, 'syncDatabasesByUser', 'syncDatabases', 'userId');
    /** Leaves and what they grew from: `path` is the ids of the revision and its ancestors, newest first. */
    await createTable(
      db,
      'syncRevisions',
      `name id, docId text, rev text, seq bigint, isLeaf boolean, isDeleted boolean, path json,
       body json optional, bytes bigint`,
      ['name', 'docId', 'rev'],
    );
    await createIndex(db, 'syncRevisionsBySeq', 'syncRevisions', 'name, seq');
    await createTable(db, 'syncLocals', 'name id, docId text, rev text, body json', [
      'name',
      'docId',
    ]);
    await createTable(
      db,
      'syncAttachments',
      'name id, digest text, key text, mime text, bytes bigint, created bigint',
      ['name', 'digest'],
    );
  },
};
