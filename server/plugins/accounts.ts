/** What calls ask of accounts. */
import { ApiError } from '../../src/data/contract/errors.ts';
import type { AccountRules } from '../accountRules.ts';
import type { Queries } from '../ports/database/database.ts';
import { findRow } from '../ports/database/rows.ts';
import type { Reader } from './identity.ts';
import { findKnown } from './pupils.ts';

/**
 * Id of an account by its name in any case; undefined where there is none, or it was closed, and for pupils, who are known
 * to their class alone.
 */
export async function findAccountId(queries: Queries, name: string): Promise<string | undefined> {
  const named = { idFolded: name.toLowerCase(), isDeleted: false, classId: null };
  const row = await findRow(queries, 'accounts', named, ['id']);
  return row?.id;
}

/** The same as far as this reader may know the account: a pupil to their class, and people outside of a class to its pupils. */
export async function findKnownId(
  queries: Queries,
  reader: Reader,
  name: string,
): Promise<string | undefined> {
  const named = { idFolded: name.toLowerCase(), isDeleted: false };
  const row = await findRow(queries, 'accounts', named, ['id', 'classId']);
  return row && (await findKnown(queries, reader, [row]))[0]?.id;
}

/** The same as `findAccountId`; undefined for guests too. */
export async function findPersonId(queries: Queries, name: string): Promise<string | undefined> {
  const named = { idFolded: name.toLowerCase(), isDeleted: false, guestOf: null, classId: null };
  const row = await findRow(queries, 'accounts', named, ['id']);
  return row?.id;
}

/** Is the account asked to confirm its address, and has not done so? Never where no account is asked. */
export async function awaitsConfirmation(
  queries: Queries,
  { confirmsEmail }: Pick<AccountRules, 'confirmsEmail'>,
  userId: string,
): Promise<boolean> {
  if (!confirmsEmail) return false;
  const row = await findRow(queries, 'accounts', { id: userId }, ['awaitsConfirmation']);
  return row?.awaitsConfirmation ?? false;
}

/** Throws `forbidden` until the address of the account is confirmed, where accounts are asked for that. */
export async function requireConfirmed(
  queries: Queries,
  rules: Pick<AccountRules, 'confirmsEmail'>,
  userId: string,
): Promise<void> {
  if (!(await awaitsConfirmation(queries, rules, userId))) return;
  throw new ApiError(
    'forbidden',
    'Confirm your e-mail address first: open the link in the mail that you got, or ask for a new one in the settings of your account',
  );
}
