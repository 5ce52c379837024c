import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable } from './tables.ts';

/** Accounts, their sessions, single-use tickets, devices that ask to be signed in, pictures, and limits. */
export const accounts: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await createTable(
      db,
      'accounts',
      `id id key, idFolded text unique, displayName text, email text optional,
       emailFolded text unique optional, passwordHash text optional, created bigint,
       isDemo boolean, isDeleted boolean, termsVersionAccepted integer, productUpdates boolean,
       bio text, externalLinks json, avatarKey text optional, access text, license text,
       client text, referralId text optional`,
    );
    await createTable(
      db,
      'sessions',
      `tokenHash text key, passwordHash text, id id unique, userId id, created bigint,
       expires bigint, lastUsed bigint, device text`,
    );
    await createIndex(db, 'sessionsByUser', 'sessions', 'userId, created');
    await createIndex(db, 'sessionsByExpiry', 'sessions', 'expires');
    await createTable(
      db,
      'tickets',
      `tokenHash text key, kind text, userId id, created bigint, expires bigint,
       remoteHash text optional`,
    );
    await createIndex(db, 'ticketsByUser', 'tickets', 'userId');
    await createTable(
      db,
      'remoteLogins',
      `tokenHash text key, secretHash text, code text, device text, created bigint,
       expires bigint, state text, userId id optional`,
    );
    await createTable(db, 'limits', 'key text key, count integer, resetsAt bigint');
    await createTable(
      db,
      'avatars',
      'key text key, hash text, mime text, size bigint, userId id unique',
    );
    await createIndex(db, 'avatarsByHash', 'avatars', 'hash');
    await createIndex(db, 'limitsByReset', 'limits', 'resetsAt');
  },
};
