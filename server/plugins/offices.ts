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

/** Gives an account an office, in place of the one that it had. */
export const giveOffice = (queries: Queries, userId: string, office: Office, nowMs: number) =>
  putRow(queries, 'offices', { userId }, { office, created: nowMs });

/** Takes the stored office of an account back. False where it had none. */
export const endOffice = async (queries: Queries, userId: string): Promise<boolean> =>
  (await removeRows(queries, 'offices', { userId })) > 0;
