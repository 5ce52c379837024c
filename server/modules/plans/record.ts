import type { Transaction } from 'kysely';
import { lockAccount } from '../../plugins/accountLock.ts';
import type { Database } from '../../ports/database/database.ts';
import { insertRows, putRow, removeRows, updateRows } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { CustomerRow, GrantRow } from '../../ports/database/schemaPlans.ts';
import type { Holdings } from '../../ports/payments/payments.ts';

/** What was read so far ahead of now was read by a clock that has been set back since. */
const AHEAD_MS = 5 * 60_000;

type Writing = Transaction<Schema>;

/** What holdings let an account use. */
function grantsOf(userId: string, { subscriptions, purchases }: Holdings): GrantRow[] {
  const running = subscriptions.flatMap(({ id, product, created, until }) =>
    until === null
      ? []
      : [{ userId, product, source: 'subscription' as const, ref: id, created, until }],
  );
  const bought = purchases.flatMap(({ id, product, created, isRefunded }) =>
    isRefunded
      ? []
      : [{ userId, product, source: 'purchase' as const, ref: id, created, until: null }],
  );
  return [...running, ...bought];
}

async function writeGrants(queries: Writing, userId: string, holdings: Holdings): Promise<void> {
  await removeRows(queries, 'grants', { userId, source: ['subscription', 'purchase'] });
  const rows = grantsOf(userId, holdings);
  if (rows.length > 0) await insertRows(queries, 'grants', rows);
}

async function writeRows(
  queries: Writing,
  { userId, customerId }: CustomerRow,
  { subscriptions, purchases }: Holdings,
  asOf: number,
): Promise<void> {
  for (const { product: _product, until: _until, ...told } of subscriptions) {
    const row = { ...told, userId, customerId, asOf };
    await putRow(queries, 'subscriptions', { id: told.id }, row);
  }
  for (const { isRefunded, ...told } of purchases) {
    const state = isRefunded ? ('refunded' as const) : ('paid' as const);
    await putRow(queries, 'purchases', { id: told.id }, { state, asOf }, { ...told, userId });
  }
}

/**
 * Writes down what the till knows of a customer: subscriptions, purchases, and what they let the account use, all at
 * once. What was asked earlier than what is written changes nothing. Purchases are never taken off the books.
 * @param asOf when the till was asked, milliseconds since the epoch
 */
export async function recordHoldings(
  database: Database,
  userId: string,
  holdings: Holdings,
  asOf: number,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockAccount(database, transaction, userId);
    const customer = await transaction
      .selectFrom('customers')
      .innerJoin('accounts', 'accounts.id', 'customers.userId')
      .selectAll('customers')
      .select('accounts.isDeleted')
      .where('userId', '=', userId)
      .executeTakeFirst();
    // What a closed account had is on its way out.
    if (!customer || customer.isDeleted) return;
    if (customer.checked > asOf && customer.checked <= asOf + AHEAD_MS) return;
    await writeRows(transaction, customer, holdings, asOf);
    await writeGrants(transaction, userId, holdings);
    await updateRows(transaction, 'customers', { userId }, { checked: asOf });
  });
}
