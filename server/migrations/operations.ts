import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable } from './tables.ts';

/** Mail that could not be sent at once, and lines that stand on every page. */
export const operations: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await createTable(
      db,
      'waitingMails',
      `id id key, userId id, recipient text, subject text, message text, tries integer,
       lastError text, created bigint, due bigint optional`,
    );
    await createIndex(db, 'waitingMailsByDue', 'waitingMails', 'due');
    await createIndex(db, 'waitingMailsByUser', 'waitingMails', 'userId');
    await createTable(
      db,
      'announcements',
      'id id key, text text, starts bigint, ends bigint optional',
    );
    // For sign-ups by day.
    await createIndex(db, 'accountsByCreated', 'accounts', 'created');
  },
};
