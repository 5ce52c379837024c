import { type ExpressionWrapper, expressionBuilder, type SqlBool, type Transaction } from 'kysely';
import { ApiError } from '../../src/data/contract/errors.ts';
import type { Database } from '../ports/database/database.ts';
import { findRow } from '../ports/database/rows.ts';
import type { Schema } from '../ports/database/schema.ts';

/**
 * Inside a transaction: who writes for an account, who starts a session after checking its password, and who ends
 * all of its sessions or closes it take turns.
 */
export async function lockAccount(
  database: Database,
  transaction: Transaction<Schema>,
  userId: string,
): Promise<void> {
  await database.lock(transaction, `account:${userId}`);
}

/**
 * The same for code that is about to write for the account: it stays there until the transaction ends, so that
 * nothing is written behind a deletion. It is taken before all other locks of a transaction, except those of content.
 * @throws ApiError `unauthorised` when it was deleted since the call began
 */
export async function lockPresentAccount(
  database: Database,
  transaction: Transaction<Schema>,
  userId: string,
): Promise<void> {
  await lockAccount(database, transaction, userId);
  const row = await findRow(transaction, 'accounts', { id: userId, isDeleted: false }, ['id']);
  if (!row) throw new ApiError('unauthorised', 'This account is gone');
}

/** A transaction that writes for an account, which is there until it ends. Throws as `lockPresentAccount` does. */
export function writeFor<T>(
  database: Database,
  userId: string,
  work: (transaction: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  return database.transaction(async (transaction) => {
    await lockPresentAccount(database, transaction, userId);
    return work(transaction);
  });
}

/**
 * Condition on a row of `shares`: it is not of an account that was closed and whose belongings are on their way
 * out. Few accounts are, so the list of them is read once for each query.
 */
export function isOfStayingAccount(): ExpressionWrapper<Schema, 'shares', SqlBool> {
  const build = expressionBuilder<Schema, 'shares'>();
  const leaving = build.selectFrom('departures').select('departures.userId');
  return build('shares.userId', 'not in', leaving);
}
