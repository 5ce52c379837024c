import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable } from './tables.ts';

/** Reports of what people show of themselves. */
export const profileReports: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await createTable(
      db,
      'profileReports',
      'personId id, userId id, reason text, created bigint, isOpen boolean',
      ['personId', 'userId'],
    );
    await createIndex(db, 'profileReportsByUser', 'profileReports', 'userId, personId');
    await createIndex(db, 'profileReportsOpen', 'profileReports', 'isOpen, created');
  },
};
