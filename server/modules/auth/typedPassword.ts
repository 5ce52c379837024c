import type { Transaction } from 'kysely';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { lockAccount } from '../../plugins/accountLock.ts';
import type { Caller } from '../../plugins/caller.ts';
import { forgive } from '../../plugins/limits.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { AccountsContext } from './context.ts';
import { admitAttempt } from './guesses.ts';
import { verifyPassword } from './passwords.ts';
import * as repo from './repo.ts';
import { noteRefusal } from './signIns.ts';

const wrong = () => new ApiError('unauthorised', 'The name or the password is wrong');

/**
 * The account of a name or an address whose password this is. Every try is counted. One answer (`unauthorised`), after the same
 * work, for all that is wrong.
 */
export async function checkTypedPassword(
  context: AccountsContext,
  { username, password }: { readonly username: string; readonly password: string },
  caller: Caller,
): Promise<repo.AuthAccount> {
  const { queries } = context.database;
  const nowMs = Date.now();
  const typed = username.includes('@') ? repo.foldEmail(username) : repo.foldUserId(username);
  const account = await repo.findByLogin(queries, username);
  const userId = account?.userId ?? null;
  const { turn, key } = await admitAttempt(queries, { userId, typed, caller, nowMs });
  const isRight = await verifyPassword(password, account?.passwordHash ?? null, turn);
  if (!account || !isRight) {
    if (account) noteRefusal(context, { userId: account.userId, caller, nowMs });
    throw wrong();
  }
  await forgive(queries, key);
  return account;
}

/** Inside a transaction, behind `checkTypedPassword`: locks the account and looks whether the password is still its own. */
export async function lockChecked(
  { database }: Pick<AccountsContext, 'database'>,
  transaction: Transaction<Schema>,
  checked: repo.AuthAccount,
): Promise<repo.AuthAccount> {
  await lockAccount(database, transaction, checked.userId);
  const present = await repo.findById(transaction, checked.userId);
  // Changed while it was being checked.
  if (present?.passwordHash !== checked.passwordHash) throw wrong();
  return present;
}
