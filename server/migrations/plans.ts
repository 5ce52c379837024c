import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable } from './tables.ts';

/** Plans, payments, codes, partner collections, and what the till of our own keeps. */
export const plans: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await createTable(
      db,
      'customers',
      'userId id key, customerId id unique, created bigint, checked bigint',
    );
    await createIndex(db, 'customersByChecked', 'customers', 'checked');
    await createTable(
      db,
      'subscriptions',
      `id id key, userId id, customerId id, status text, price text, cancels boolean,
       periodEnd bigint, ended bigint optional, created bigint, asOf bigint`,
    );
    await createIndex(db, 'subscriptionsByUser', 'subscriptions', 'userId');
    await createIndex(db, 'subscriptionsByStatus', 'subscriptions', 'status, asOf');
    await createTable(
      db,
      'purchases',
      `id id key, userId id, product id, amount text, currency text, state text, created bigint,
       asOf bigint`,
    );
    await createIndex(db, 'purchasesByUser', 'purchases', 'userId, created');
    /** What an account may use; `ref` is the code, checkout session or subscription that gave it. */
    await createTable(
      db,
      'grants',
      `userId id, product id, source text, ref id, created bigint, until bigint optional`,
      ['userId', 'product', 'source', 'ref'],
    );
    await createIndex(db, 'grantsByRef', 'grants', 'ref');
    await createTable(
      db,
      'paymentEvents',
      `id id key, customerId id, type text, created bigint, received bigint, state text,
       problem text`,
    );
    await createIndex(db, 'paymentEventsByState', 'paymentEvents', 'state, received');
    await createTable(
      db,
      'redemptionCodes',
      `code id key, product id, months integer optional, note text, createdBy id, created bigint,
       expires bigint optional, maxUses integer, used integer, isEnded boolean`,
    );
    await createIndex(db, 'redemptionCodesByTime', 'redemptionCodes', 'created');
    await createTable(db, 'redemptions', 'code id, userId id, created bigint', ['code', 'userId']);
    await createIndex(db, 'redemptionsByUser', 'redemptions', 'userId');
    /** Objects of the till of our own, in the shapes of Stripe's API. */
    await createTable(
      db,
      'tillObjects',
      `id id key, object text, customerId id optional, parentId id optional, created bigint,
       due bigint optional, doc json`,
    );
    await createIndex(db, 'tillObjectsByCustomer', 'tillObjects', 'object, customerId, created');
    await createIndex(db, 'tillObjectsByParent', 'tillObjects', 'object, parentId');
    await createIndex(db, 'tillObjectsByDue', 'tillObjects', 'object, due');
    await createTable(
      db,
      'tillKeys',
      'idempotencyKey id key, digest text, created bigint, answer json',
    );
    for (const column of ['product', 'partner'] as const) {
      await db.schema.alterTable('packs').addColumn(column, 'text').execute();
    }
    await db.schema.alterTable('packs').addColumn('licence', 'text').execute();
    // On the loop itself: it stays locked where its pack is not offered any more.
    await db.schema.alterTable('loops').addColumn('product', 'text').execute();
  },
};
