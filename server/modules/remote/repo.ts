import type { Queries } from '../../ports/database/database.ts';
import { insertRows } from '../../ports/database/rows.ts';
import type { RemoteLoginRow } from '../../ports/database/schemaAccounts.ts';

/** Stores a device that asks to be signed in. */
export async function insertRemote(queries: Queries, row: RemoteLoginRow): Promise<void> {
  await insertRows(queries, 'remoteLogins', row);
}

/** A device whose time is not over. */
export const findRemote = (queries: Queries, tokenHash: string, nowMs: number) =>
  queries
    .selectFrom('remoteLogins')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('expires', '>', nowMs)
    .executeTakeFirst();

export interface RemoteDecision {
  readonly userId: string;
  readonly state: 'approved' | 'refused';
  readonly by: NonNullable<RemoteLoginRow['decidedBy']>;
  readonly nowMs: number;
}

/** Decides about a device that still waits; false when it does not. */
export async function decideRemote(
  queries: Queries,
  tokenHash: string,
  { userId, state, by, nowMs }: RemoteDecision,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('remoteLogins')
    .set({ userId, state, decidedBy: by })
    .where('tokenHash', '=', tokenHash)
    .where('expires', '>', nowMs)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Removes a device that was approved: of two that collect at once only one gets it. */
export const takeApproved = (queries: Queries, tokenHash: string, nowMs: number) =>
  queries
    .deleteFrom('remoteLogins')
    .where('tokenHash', '=', tokenHash)
    .where('state', '=', 'approved')
    .where('expires', '>', nowMs)
    .returningAll()
    .executeTakeFirst();
