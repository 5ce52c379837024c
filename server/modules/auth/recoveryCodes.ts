import { RECOVERY_CODES } from '../../../src/data/contract/factors.ts';
import { foldCode, newCode } from '../../kernel/codes.ts';
import { sha256 } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRow, insertRows, removeRows } from '../../ports/database/rows.ts';
import { settleFactors } from './factors.ts';

/** Letters of a code: 50 bits. */
const LENGTH = 10;
/** As people read it: two groups. */
const show = (code: string): string => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;

/** Inside a transaction: new codes in place of those of before. They are told this once and stored as hashes. */
export async function makeRecoveryCodes(queries: Queries, userId: string): Promise<string[]> {
  await removeRows(queries, 'recoveryCodes', { userId });
  const codes = Array.from({ length: RECOVERY_CODES }, () => newCode('typed', LENGTH));
  const created = Date.now();
  const rows = codes.map((code) => ({ hash: sha256(code), userId, created }));
  await insertRows(queries, 'recoveryCodes', rows);
  return codes.map(show);
}

/** Does an account have a second factor? */
export async function hasSecondFactor(queries: Queries, userId: string): Promise<boolean> {
  const row = await findRow(queries, 'accounts', { id: userId }, ['hasSecondFactor']);
  return row?.hasSecondFactor === true;
}

/** Inside the transaction that adds a factor: recovery codes, where it is the first one of the account. */
export async function firstRecoveryCodes(
  queries: Queries,
  userId: string,
): Promise<string[] | undefined> {
  const isFirst = !(await hasSecondFactor(queries, userId));
  await settleFactors(queries, userId);
  return isFirst ? makeRecoveryCodes(queries, userId) : undefined;
}

/** Inside a transaction: uses a code up, in any spelling. False for one that the account does not have. */
export const takeRecoveryCode = async (
  queries: Queries,
  userId: string,
  code: string,
): Promise<boolean> =>
  (await removeRows(queries, 'recoveryCodes', { hash: sha256(foldCode(code)), userId })) > 0;
