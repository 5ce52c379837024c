/** Who is administrator or moderator: accounts that the settings name, and accounts with a row in `offices`. */
import type { Scope } from '../../src/data/contract/auth.ts';
import type { Queries } from '../ports/database/database.ts';
import { findRow, findsRow, putRow, removeRows } from '../ports/database/rows.ts';
import type { OfficeRow } from '../ports/database/schemaAccounts.ts';
import type { Settings } from '../settings.ts';

export type Office = OfficeRow['office'];
type Named = Pick<Settings, 'admins' | 'moderators'>;

/** Roles of an account: `user`, and its offices. @param office of its row, null without one */
export function rolesOf(
  { userId, office }: { readonly userId: string; readonly office: Office | null },
  settings: Named,
): readonly Scope[] {
  const folded = userId.toLowerCase();
  const roles: Scope[] = ['user'];
  if (office === 'admin' || settings.admins.has(folded)) roles.push('admin');
  if (office === 'moderator' || settings.moderators.has(folded)) roles.push('moderator');
  return roles;
}

/** The same for an account whose row was not read yet. */
export async function findRoles(
  queries: Queries,
  settings: Named,
  userId: string,
): Promise<readonly Scope[]> {
  const row = await findRow(queries, 'offices', { userId }, ['office']);
  return rolesOf({ userId, office: row?.office ?? null }, settings);
}

/** Is there an account that is administrator? */
export async function hasAdministrator(
  queries: Queries,
  { admins }: Pick<Settings, 'admins'>,
): Promise<boolean> {
  const named = [...admins];
  const accounts = queries
    .selectFrom('accounts')
    .leftJoin('offices', 'offices.userId', 'accounts.id')
    .where('accounts.isDeleted', '=', false)
    .where('accounts.isDemo', '=', false);
  const stored = accounts.where('offices.office', '=', 'admin');
  if (await findsRow(stored)) return true;
  return named.length > 0 && findsRow(accounts.where('accounts.idFolded', 'in', named));
}

/** Gives an account an office, in place of the one that it had. @param provider whose claim gives it; null for none */
export const giveOffice = (
  queries: Queries,
  userId: string,
  office: Office,
  nowMs: number,
  provider: string | null = null,
) => putRow(queries, 'offices', { userId }, { office, created: nowMs, provider });

/** Takes the stored office of an account back. False where it had none. */
export const endOffice = async (queries: Queries, userId: string): Promise<boolean> =>
  (await removeRows(queries, 'offices', { userId })) > 0;

/**
 * Inside a transaction: lets an account have the office that a provider says at this sign-in, or none. An office that was
 * given here, or by another provider, stays as it is.
 * @returns what changed; null where nothing did
 */
export async function settleOffice(
  queries: Queries,
  userId: string,
  { provider, office }: { readonly provider: string; readonly office: Office | null },
  nowMs: number,
): Promise<Office | 'ended' | null> {
  const row = await findRow(queries, 'offices', { userId }, ['office', 'provider']);
  if (row && row.provider !== provider) return null;
  if ((row?.office ?? null) === office) return null;
  if (office === null) {
    await endOffice(queries, userId);
    return 'ended';
  }
  await giveOffice(queries, userId, office, nowMs, provider);
  return office;
}
