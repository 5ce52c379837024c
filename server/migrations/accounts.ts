import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { idType } from './types.ts';

/** Accounts, their sessions, single-use tickets, devices that ask to be signed in, pictures, and limits. */
export const accounts: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    const id = idType(db);
    await db.schema
      .createTable('accounts')
      .addColumn('id', id, (column) => column.primaryKey())
      .addColumn('idFolded', 'text', (column) => column.notNull().unique())
      .addColumn('displayName', 'text', (column) => column.notNull())
      .addColumn('email', 'text')
      .addColumn('emailFolded', 'text', (column) => column.unique())
      .addColumn('passwordHash', 'text')
      .addColumn('created', 'bigint', (column) => column.notNull())
      .addColumn('isDemo', 'boolean', (column) => column.notNull())
      .addColumn('isDeleted', 'boolean', (column) => column.notNull())
      .addColumn('termsVersionAccepted', 'integer', (column) => column.notNull())
      .addColumn('productUpdates', 'boolean', (column) => column.notNull())
      .addColumn('bio', 'text', (column) => column.notNull())
      .addColumn('externalLinks', 'json', (column) => column.notNull())
      .addColumn('avatarKey', 'text')
      .addColumn('access', 'text', (column) => column.notNull())
      .addColumn('license', 'text', (column) => column.notNull())
      .addColumn('client', 'text', (column) => column.notNull())
      .addColumn('referralId', 'text')
      .execute();
    await db.schema
      .createTable('sessions')
      .addColumn('tokenHash', 'text', (column) => column.primaryKey())
      .addColumn('passwordHash', 'text', (column) => column.notNull())
      .addColumn('id', id, (column) => column.notNull().unique())
      .addColumn('userId', id, (column) => column.notNull())
      .addColumn('created', 'bigint', (column) => column.notNull())
      .addColumn('expires', 'bigint', (column) => column.notNull())
      .addColumn('lastUsed', 'bigint', (column) => column.notNull())
      .addColumn('device', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('sessionsByUser')
      .on('sessions')
      .columns(['userId', 'created'])
      .execute();
    await db.schema.createIndex('sessionsByExpiry').on('sessions').columns(['expires']).execute();
    await db.schema
      .createTable('tickets')
      .addColumn('tokenHash', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('userId', id, (column) => column.notNull())
      .addColumn('created', 'bigint', (column) => column.notNull())
      .addColumn('expires', 'bigint', (column) => column.notNull())
      .addColumn('remoteHash', 'text')
      .execute();
    await db.schema.createIndex('ticketsByUser').on('tickets').columns(['userId']).execute();
    await db.schema
      .createTable('remoteLogins')
      .addColumn('tokenHash', 'text', (column) => column.primaryKey())
      .addColumn('secretHash', 'text', (column) => column.notNull())
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('device', 'text', (column) => column.notNull())
      .addColumn('created', 'bigint', (column) => column.notNull())
      .addColumn('expires', 'bigint', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('userId', id)
      .execute();
    await db.schema
      .createTable('limits')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('resetsAt', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('avatars')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('mime', 'text', (column) => column.notNull())
      .addColumn('size', 'bigint', (column) => column.notNull())
      .addColumn('userId', id, (column) => column.notNull().unique())
      .execute();
    await db.schema.createIndex('avatarsByHash').on('avatars').columns(['hash']).execute();
    await db.schema.createIndex('limitsByReset').on('limits').columns(['resetsAt']).execute();
  },
};
