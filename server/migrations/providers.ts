import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable, idType } from './tables.ts';

/** Accounts elsewhere that people sign in with, and which sessions and offices came from there. */
export const providers: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await createTable(
      db,
      'providerLinks',
      'id id unique, issuer text, subject text, userId id, provider text, label text, created bigint',
      ['issuer', 'subject'],
    );
    await createIndex(db, 'providerLinksByUser', 'providerLinks', 'userId, created');
    await createTable(
      db,
      'providerStarts',
      `key text key, provider text, verifier text, nonce text, binding text, userId id, intent text,
       created bigint, expires bigint`,
    );
    await createIndex(db, 'providerStartsByUser', 'providerStarts', 'userId');
    await createIndex(db, 'providerStartsByExpiry', 'providerStarts', 'expires');
    await createTable(
      db,
      'newcomers',
      `key text key, provider text, issuer text, subject text, sid text optional, email text optional,
       label text, office text optional, created bigint, expires bigint`,
    );
    await createIndex(db, 'newcomersByExpiry', 'newcomers', 'expires');
    await createTable(db, 'logoutTokens', 'key text key, expires bigint');
    await createIndex(db, 'logoutTokensByExpiry', 'logoutTokens', 'expires');
    await db.schema
      .alterTable('sessions')
      .addColumn('linkId', idType(db) as never)
      .execute();
    await db.schema.alterTable('sessions').addColumn('providerSid', 'text').execute();
    await createIndex(db, 'sessionsByLink', 'sessions', 'linkId');
    await db.schema.alterTable('offices').addColumn('provider', 'text').execute();
  },
};
