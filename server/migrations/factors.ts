import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable, idType } from './tables.ts';

/** Passkeys, time codes and recovery codes; when a session last showed who is there; and who signed in before. */
export const factors: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await createTable(
      db,
      'passkeys',
      `id id key, userId id, publicKey text, counter bigint, transports json, name text,
       isSynced boolean, created bigint, lastUsed bigint optional`,
    );
    await createIndex(db, 'passkeysByUser', 'passkeys', 'userId, created');
    await createTable(
      db,
      'challenges',
      'key text key, kind text, userId id, created bigint, expires bigint',
    );
    await createIndex(db, 'challengesByUser', 'challenges', 'userId');
    await createIndex(db, 'challengesByExpiry', 'challenges', 'expires');
    await createTable(
      db,
      'timeCodes',
      'userId id key, secret text, isConfirmed boolean, lastStep bigint, created bigint',
    );
    await createTable(db, 'recoveryCodes', 'hash text key, userId id, created bigint');
    await createIndex(db, 'recoveryCodesByUser', 'recoveryCodes', 'userId');
    await createTable(
      db,
      'signIns',
      `id id key, userId id, at bigint, way text, device text, region text optional,
       placeKey text, isNew boolean, count integer`,
    );
    await createIndex(db, 'signInsByUser', 'signIns', 'userId, at');
    await createIndex(db, 'signInsByTime', 'signIns', 'at');
    await db.schema
      .alterTable('accounts')
      .addColumn('hasSecondFactor', 'boolean', (column) => column.notNull().defaultTo(sql`false`))
      .execute();
    // A session of before has shown nothing lately: the first act that asks for it asks once.
    await db.schema
      .alterTable('sessions')
      .addColumn('proven', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable('sessions')
      .addColumn('region', idType(db) as never)
      .execute();
    await db.schema.alterTable('tickets').addColumn('device', 'text').execute();
    await db.schema.alterTable('remoteLogins').addColumn('decidedBy', 'text').execute();
  },
};
