import { sha256 } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findsRow, listRows, putRow, removeRows, valuesOf } from '../../ports/database/rows.ts';

/** A place is forgotten so long after the last sign-in from there. */
export const PLACE_MS = 90 * 24 * 3_600_000;
/** Places that are remembered of one account. */
const MOST_PLACES = 20;

/** Places are kept as hashes, so that a copy of the database is no list of where people live. */
const keyOf = (userId: string, address: string) => sha256(`${userId} ${address}`);

/** Did this account sign in from this address before? `address` as `addressKey` names it. */
export async function isKnownPlace(
  queries: Queries,
  { userId, address, nowMs }: { userId: string; address: string; nowMs: number },
): Promise<boolean> {
  return findsRow(
    queries
      .selectFrom('signInPlaces')
      .where('key', '=', keyOf(userId, address))
      .where('lastUsed', '>', nowMs - PLACE_MS),
  );
}

/** Remembers that the account signed in from this address; of many places the oldest are forgotten. */
export async function rememberPlace(
  queries: Queries,
  { userId, address, nowMs }: { userId: string; address: string; nowMs: number },
): Promise<void> {
  const key = keyOf(userId, address);
  await putRow(queries, 'signInPlaces', { key }, { lastUsed: nowMs }, { userId });
  const places = await listRows(queries, 'signInPlaces', { userId }, ['lastUsed desc', 'key'], {
    columns: ['key'],
  });
  await removeRows(queries, 'signInPlaces', { key: valuesOf(places.slice(MOST_PLACES), 'key') });
}

/** Forgets every place of an account, as when its password was changed or it was deleted. */
export async function forgetPlaces(queries: Queries, userId: string): Promise<void> {
  await removeRows(queries, 'signInPlaces', { userId });
}

/** After a new password: forgets every place of the account but the one where it was set. */
export async function movePlace(
  queries: Queries,
  place: { userId: string; address: string; nowMs: number },
): Promise<void> {
  await forgetPlaces(queries, place.userId);
  await rememberPlace(queries, place);
}
