/** What an account can show besides its password, and what is kept true of it whenever that changes. */
import type { SecondWay } from '../../../src/data/contract/factors.ts';
import type { ExportOwned } from '../../kernel/ownership.ts';
import { mapPages, ownedRows } from '../../ports/database/batches.ts';
import type { Queries } from '../../ports/database/database.ts';
import { countRows, hasRow, removeRows, updateRows } from '../../ports/database/rows.ts';
import { relyingPartyOf } from '../../relyingParty.ts';
import type { Settings } from '../../settings.ts';

/** Tables of factors. Their rows name the account as `userId`. */
const TABLES = ['passkeys', 'challenges', 'timeCodes', 'recoveryCodes'] as const;

const hasPasskey = (queries: Queries, userId: string) => hasRow(queries, 'passkeys', { userId });

/** Does the account have time codes that were confirmed? */
export const hasTimeCodes = (queries: Queries, userId: string): Promise<boolean> =>
  hasRow(queries, 'timeCodes', { userId, isConfirmed: true });

/** How many recovery codes an account has left. */
export const countRecoveryCodes = (queries: Queries, userId: string): Promise<number> =>
  countRows(queries, 'recoveryCodes', { userId });

/**
 * Inside the transaction that adds or removes a factor: says at the account whether it has one. Recovery codes go with
 * the last one.
 */
export async function settleFactors(queries: Queries, userId: string): Promise<void> {
  const hasSecondFactor =
    (await hasPasskey(queries, userId)) || (await hasTimeCodes(queries, userId));
  await updateRows(queries, 'accounts', { id: userId }, { hasSecondFactor });
  if (!hasSecondFactor) await removeRows(queries, 'recoveryCodes', { userId });
}

/** Inside a transaction: takes every factor of an account away. */
export async function removeFactors(queries: Queries, userId: string): Promise<void> {
  for (const table of TABLES) await removeRows(queries, table, { userId });
  await settleFactors(queries, userId);
}

/** What an account can show as its second factor here and now. */
export async function secondWays(
  queries: Queries,
  settings: Pick<Settings, 'publicUrl'>,
  userId: string,
): Promise<SecondWay[]> {
  const canShowPasskey = relyingPartyOf(settings) !== null && (await hasPasskey(queries, userId));
  return [
    ...(canShowPasskey ? (['passkey'] as const) : []),
    ...((await hasTimeCodes(queries, userId)) ? (['code'] as const) : []),
    ...((await countRecoveryCodes(queries, userId)) > 0 ? (['recovery'] as const) : []),
  ];
}

/** What signing in keeps of an account, without keys and codes. */
export const exportOwned: ExportOwned = (queries, userId) => {
  const rows = ownedRows(queries, userId);
  const passkeys = rows('passkeys', ['created', 'id'], ['name', 'lastUsed']);
  return { passkeys: mapPages(passkeys, (page) => page.map(({ id: _, ...shown }) => shown)) };
};
