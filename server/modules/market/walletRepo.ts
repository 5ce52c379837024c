import type { LinkedAccount } from '../../../src/data/contract/market.ts';
import type { Queries } from '../../ports/database/database.ts';
import { mapRows } from '../../ports/database/mapRows.ts';

/** An account here, and how it is shown. */
export type Person = Pick<LinkedAccount, 'userId' | 'displayName'>;

const linked = (queries: Queries) =>
  queries
    .selectFrom('walletAccounts')
    .innerJoin('accounts', 'accounts.id', 'walletAccounts.userId')
    .select(['walletAccounts.accountId', 'walletAccounts.userId', 'walletAccounts.linked'])
    .select('accounts.displayName')
    .where('accounts.isDeleted', '=', false)
    .orderBy('walletAccounts.linked')
    .orderBy('walletAccounts.accountId');

/** Accounts of the chain that a person linked, the first first. */
export function findLinkedOf(queries: Queries, userId: string): Promise<LinkedAccount[]> {
  return linked(queries).where('walletAccounts.userId', '=', userId).execute();
}

/** An account of the chain with whose it is; in a list of one, or of none. */
export function findLinked(queries: Queries, accountId: string): Promise<LinkedAccount[]> {
  return linked(queries).where('walletAccounts.accountId', '=', accountId).execute();
}

/** Whose these accounts of the chain are; those that were not linked are not in the answer. */
export const findHolders = (queries: Queries, accountIds: readonly string[]) =>
  mapRows(
    accountIds,
    linked(queries).where('walletAccounts.accountId', 'in', accountIds),
    ({ accountId, userId, displayName }): readonly [string, Person] => [
      accountId,
      { userId, displayName },
    ],
  );
