/** What an account can show besides its password, and what is kept true of it whenever that changes. */
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { SecondWay } from '../../../src/data/contract/factors.ts';
import type { ExportOwned } from '../../kernel/ownership.ts';
import { hasOffice } from '../../plugins/identity.ts';
import { findRoles } from '../../plugins/offices.ts';
import { mapPages, ownedRows, type Pages } from '../../ports/database/batches.ts';
import type { Queries } from '../../ports/database/database.ts';
import { countRows, findRow, hasRow, removeRows, updateRows } from '../../ports/database/rows.ts';
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

/** Inside a transaction: takes every way in to an account away but its password. */
export async function removeWaysIn(queries: Queries, userId: string): Promise<void> {
  await removeFactors(queries, userId);
  await removeRows(queries, 'providerLinks', { userId });
  await removeRows(queries, 'providerStarts', { userId });
}

/**
 * Inside the transaction that took a way in away: throws `conflict` where none is left that works here. Mail is none: an
 * address may be lost.
 */
export async function requireWayIn(
  queries: Queries,
  settings: Pick<Settings, 'admins' | 'moderators' | 'publicUrl' | 'providers'>,
  userId: string,
): Promise<void> {
  const { list, hidesPasswords } = settings.providers;
  const provider = list.map(({ id }) => id);
  if (await hasRow(queries, 'providerLinks', { userId, provider })) return;
  if (relyingPartyOf(settings) !== null && (await hasPasskey(queries, userId))) return;
  const account = await findRow(queries, 'accounts', { id: userId }, ['passwordHash']);
  const isPasswordGood = !hidesPasswords || hasOffice(await findRoles(queries, settings, userId));
  if (typeof account?.passwordHash === 'string' && isPasswordGood) return;
  throw new ApiError('conflict', 'This is your last way in: add another one first');
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

const withoutIds = <R extends { readonly id: string }>(rows: Pages<R>) =>
  mapPages(rows, (page) => page.map(({ id: _, ...shown }) => shown));

/** What signing in keeps of an account, without keys, codes and places that are hashes. */
export const exportOwned: ExportOwned = (queries, userId) => {
  const rows = ownedRows(queries, userId);
  const passkeys = rows('passkeys', ['created', 'id'], ['name', 'lastUsed']);
  const accountsElsewhere = rows('providerLinks', ['created', 'id'], ['provider', 'label']);
  const signIns = rows('signIns', ['at', 'id'], ['way', 'device', 'region', 'isNew', 'count']);
  return {
    passkeys: withoutIds(passkeys),
    accountsElsewhere: withoutIds(accountsElsewhere),
    signIns: withoutIds(signIns),
  };
};
