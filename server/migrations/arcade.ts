import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable } from './tables.ts';

/** The arcade: fields of days, runs, the board of each day, and codes that claim runs. */
export const arcade: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await createTable(db, 'arcadeFields', 'day id key, field json, created bigint');
    await createTable(
      db,
      'arcadeRuns',
      `id id key, userId id optional, mode text, seed id, score integer, parts json, met json, unlocks json,
       moves json, digest text, started bigint, created bigint, isForBoard boolean, jamId id optional,
       rifffId id optional, shareId id optional`,
    );
    await createIndex(db, 'arcadeRunsByUser', 'arcadeRuns', 'userId, created, id');
    await createTable(
      db,
      'arcadeBest',
      'day id, userId id, runId id, score integer, created bigint',
      ['day', 'userId'],
    );
    await createIndex(db, 'arcadeBestByScore', 'arcadeBest', 'day, score, created');
    await createIndex(db, 'arcadeBestByUser', 'arcadeBest', 'userId, day');
    await createTable(
      db,
      'arcadeClaims',
      'codeHash id key, runId id unique, created bigint, expires bigint',
    );
  },
};
