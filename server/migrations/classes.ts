import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable, idType } from './tables.ts';

/** Classes: a teacher, pupils who sign in by a card, and the club that they share. */
export const classes: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await createTable(
      db,
      'classes',
      'id id key, name text, teacherId id, clubId id unique, created bigint, isOpen boolean, isPaused boolean',
    );
    await createIndex(db, 'classesByTeacher', 'classes', 'teacherId, created');
    await createTable(
      db,
      'pupils',
      'userId id key, classId id, cardHash text unique optional, isMuted boolean, created bigint',
    );
    await createIndex(db, 'pupilsByClass', 'pupils', 'classId');
    await db.schema
      .alterTable('accounts')
      .addColumn('classId', idType(db) as never)
      .execute();
  },
};
