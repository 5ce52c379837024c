import { type Kysely, sql } from 'kysely';
import type { Database, Queries } from '../../server/ports/database/database.ts';
import { mapRows } from '../../server/ports/database/mapRows.ts';
import type { Schema } from '../../server/ports/database/schema.ts';
import type { Account, Changes, Entry, Key, Permission, Reading } from './state.ts';

/** Rows that one statement asks for or writes. */
const ROWS_AT_ONCE = 500;
/** Stands behind every key that begins with the same text; no key holds it. */
export const LAST_CHARACTER = '\u{10FFFF}';

function* chunks<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += ROWS_AT_ONCE) {
    yield all.slice(from, from + ROWS_AT_ONCE);
  }
}

/**
 * Reads with the same rows from first to last, whatever is written meanwhile. SQLite has one connection, which no
 * other work gets before the end; PostgreSQL takes a snapshot.
 */
export function snapshot<T>(
  database: Database,
  read: (queries: Kysely<Schema>) => Promise<T>,
): Promise<T> {
  return database.transaction(async (transaction) => {
    if (database.kind === 'postgres') {
      const begin = sql`set transaction isolation level repeatable read read only`;
      await begin.execute(transaction);
    }
    return read(transaction);
  });
}

/** What the rows hold. They must not change while this reads them: it remembers what it read. */
export class Rows implements Reading {
  readonly #queries: Queries;
  readonly #accounts = new Map<string, Account | undefined>();
  readonly #keys = new Map<string, Key | undefined>();
  readonly #values = new Map<string, string | undefined>();

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  async account(id: string): Promise<Account | undefined> {
    if (this.#accounts.has(id)) return this.#accounts.get(id);
    const row = await this.#queries
      .selectFrom('chainAccounts')
      .select(['amount', 'storageBytes', 'contract'])
      .where('id', '=', id)
      .executeTakeFirst();
    const account = row && {
      amount: BigInt(row.amount),
      bytes: row.storageBytes,
      contract: row.contract,
    };
    this.#accounts.set(id, account);
    return account;
  }

  async key(id: string, publicKey: string): Promise<Key | undefined> {
    const place = `${id} ${publicKey}`;
    if (this.#keys.has(place)) return this.#keys.get(place);
    const row = await this.#queries
      .selectFrom('chainKeys')
      .select(['nonce', 'permission'])
      .where('accountId', '=', id)
      .where('publicKey', '=', publicKey)
      .executeTakeFirst();
    const key = row && {
      nonce: BigInt(row.nonce),
      permission: row.permission as Permission,
    };
    this.#keys.set(place, key);
    return key;
  }

  async values(id: string, keys: readonly string[]): Promise<Map<string, string>> {
    const unread = keys.filter((key) => !this.#values.has(`${id} ${key}`));
    for (const some of chunks(unread)) {
      const query = this.#queries
        .selectFrom('chainState')
        .select(['stateKey', 'value'])
        .where('accountId', '=', id)
        .where('stateKey', 'in', some);
      const found = await mapRows(some, query, (row) => [row.stateKey, row.value]);
      for (const key of some) this.#values.set(`${id} ${key}`, found.get(key));
    }
    const values = new Map<string, string>();
    for (const key of keys) {
      const value = this.#values.get(`${id} ${key}`);
      if (value !== undefined) values.set(key, value);
    }
    return values;
  }

  async list(id: string, prefix: string, from: number, limit: number): Promise<Entry[]> {
    return this.#queries
      .selectFrom('chainState')
      .select(['stateKey as key', 'value'])
      .where('accountId', '=', id)
      .where('stateKey', '>=', prefix)
      .where('stateKey', '<', prefix + LAST_CHARACTER)
      .orderBy('stateKey')
      .limit(limit)
      .offset(from)
      .execute();
  }
}

async function writeAccounts(queries: Queries, { accounts }: Changes, nowMs: number) {
  const rows = [...accounts].map(([id, { amount, bytes, contract }]) => ({
    id,
    amount: String(amount),
    storageBytes: bytes,
    contract,
    userId: null,
    created: nowMs,
  }));
  for (const some of chunks(rows)) {
    await queries
      .insertInto('chainAccounts')
      .values(some)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((build) => ({
          amount: build.ref('excluded.amount'),
          storageBytes: build.ref('excluded.storageBytes'),
        })),
      )
      .execute();
  }
}

async function writeKeys(queries: Queries, { keys }: Changes) {
  for (const { id, publicKey, key } of keys) {
    if (!key) {
      await queries
        .deleteFrom('chainKeys')
        .where('accountId', '=', id)
        .where('publicKey', '=', publicKey)
        .execute();
      continue;
    }
    const values = { nonce: String(key.nonce), permission: JSON.stringify(key.permission) };
    await queries
      .insertInto('chainKeys')
      .values({ accountId: id, publicKey, ...values })
      .onConflict((conflict) => conflict.columns(['accountId', 'publicKey']).doUpdateSet(values))
      .execute();
  }
}

async function writeValues(queries: Queries, { values }: Changes) {
  for (const [accountId, changed] of values) {
    const gone = [...changed].flatMap(([key, value]) => (value === null ? [key] : []));
    for (const some of chunks(gone)) {
      await queries
        .deleteFrom('chainState')
        .where('accountId', '=', accountId)
        .where('stateKey', 'in', some)
        .execute();
    }
    const rows = [...changed].flatMap(([stateKey, value]) =>
      value === null ? [] : { accountId, stateKey, value },
    );
    for (const some of chunks(rows)) {
      await queries
        .insertInto('chainState')
        .values(some)
        .onConflict((conflict) =>
          conflict
            .columns(['accountId', 'stateKey'])
            .doUpdateSet((build) => ({ value: build.ref('excluded.value') })),
        )
        .execute();
    }
  }
}

/** Writes what is different, inside the caller's transaction. */
export async function writeChanges(
  queries: Queries,
  changes: Changes,
  nowMs: number,
): Promise<void> {
  await writeAccounts(queries, changes, nowMs);
  await writeKeys(queries, changes);
  await writeValues(queries, changes);
}
