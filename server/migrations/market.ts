import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createIndex, createTable } from './tables.ts';

/** The play-money chain: accounts, keys, what contracts keep, blocks and transactions. Amounts are decimal text. */
async function chain(db: Kysely<never>): Promise<void> {
  await createTable(db, 'chainFacts', 'name id key, value text');
  await createTable(
    db,
    'chainAccounts',
    'id id key, amount text, storageBytes bigint, contract text optional, userId id optional, created bigint',
  );
  await createIndex(db, 'chainAccountsByUser', 'chainAccounts', 'userId');
  await createTable(db, 'chainKeys', 'accountId id, publicKey id, nonce text, permission json', [
    'accountId',
    'publicKey',
  ]);
  await createTable(db, 'chainState', 'accountId id, stateKey id, value text', [
    'accountId',
    'stateKey',
  ]);
  await createTable(
    db,
    'chainBlocks',
    'height bigint key, hash id unique, previous id, created bigint',
  );
  await createTable(
    db,
    'chainTransactions',
    'hash id key, signerId id, receiverId id, height bigint, signed text, outcome json',
  );
  await createIndex(db, 'chainTransactionsByHeight', 'chainTransactions', 'height');
}

/** Collecting: linked wallets, what is being minted, and what is known of the tokens; the chain is the truth. */
export const market: Migration = {
  async up(db: Kysely<never>): Promise<void> {
    await chain(db);
    await db.schema
      .alterTable('jams')
      .addColumn('isCollectible', 'boolean', (column) => column.notNull().defaultTo(false))
      .execute();
    await createIndex(db, 'jamsByCollectible', 'jams', 'isCollectible, latest');
    await createTable(
      db,
      'walletAccounts',
      'accountId id key, userId id, publicKey text, linked bigint',
    );
    await createIndex(db, 'walletAccountsByUser', 'walletAccounts', 'userId');
    await createTable(
      db,
      'walletChallenges',
      'nonce id key, userId id, sessionId id, accountId id, message text, recipient text, expires bigint',
    );
    await createIndex(db, 'walletChallengesByEnd', 'walletChallenges', 'expires');
    await createTable(
      db,
      'mints',
      `tokenId id key, jamId id, rifffId id, userId id, accountId id, state text, title text,
       tempo integer, root integer, scale integer, royalty json, makers json, metadata json, signed text optional, txHash id optional, attempts integer,
       problem text, created bigint, changed bigint`,
    );
    await createIndex(db, 'mintsByRifff', 'mints', 'jamId, rifffId');
    await createIndex(db, 'mintsByState', 'mints', 'state, changed');
    await createIndex(db, 'mintsByUser', 'mints', 'userId');
    await createTable(
      db,
      'tokens',
      `id id key, jamId id, rifffId id, title text, titleFolded text, ownerAccount id, royalty json,
       makers json, metadata json, tempo integer, root integer, scale integer,
       price text optional, priceOrder id optional, approvalId bigint optional, minted bigint,
       asOf bigint`,
    );
    await createIndex(db, 'tokensByOwner', 'tokens', 'ownerAccount, minted');
    await createIndex(db, 'tokensByPrice', 'tokens', 'priceOrder, minted');
    await createIndex(db, 'tokensByTime', 'tokens', 'minted');
    await createIndex(db, 'tokensByRifff', 'tokens', 'jamId, rifffId');
    await createTable(
      db,
      'tokenFiles',
      'tokenId id, place integer, name text, hash id, mime text, size bigint',
      ['tokenId', 'place'],
    );
    await createIndex(db, 'tokenFilesByHash', 'tokenFiles', 'hash');
    await createTable(db, 'tokenMakers', 'tokenId id, userId id', ['tokenId', 'userId']);
    await createIndex(db, 'tokenMakersByUser', 'tokenMakers', 'userId');
    await createTable(
      db,
      'tokenEvents',
      `id id key, tokenId id, kind text, created bigint, place integer, accountId id,
       toAccountId id optional, price text optional, payout json, txHash id optional`,
    );
    await createIndex(db, 'tokenEventsByToken', 'tokenEvents', 'tokenId, created, place');
  },
};
