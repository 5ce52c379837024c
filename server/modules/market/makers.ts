import { ROYALTY_ACCOUNTS_MAX, ROYALTY_BPS } from '../../../src/data/contract/constants.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { splitRoyalty } from '../../../src/data/rules/money/royalties.ts';
import type { Queries } from '../../ports/database/database.ts';
import { mapFound } from '../../ports/database/mapRows.ts';
import { findRows, listRows } from '../../ports/database/rows.ts';
import type { StoredMaker } from '../../ports/database/schemaMarket.ts';
import { findNames } from '../jams/lineageRepo.ts';
import { slotLoopIds } from '../library/present.ts';

/** Who made the loops of a rifff that people brought, and how many each; those of the house are not counted. */
async function countLoops(
  queries: Queries,
  rifff: Pick<Rifff, 'state'>,
): Promise<Map<string, number>> {
  const ids = slotLoopIds(rifff);
  const rows = await findRows(queries, 'loops', { id: ids, origin: 'upload', isLibrary: false }, [
    'creatorId',
  ]);
  const counts = new Map<string, number>();
  for (const { creatorId } of rows) counts.set(creatorId, (counts.get(creatorId) ?? 0) + 1);
  return counts;
}

/** Where each of these people is paid: the account that they linked first. */
const findPayees = (queries: Queries, userIds: readonly string[]) =>
  mapFound(
    // The last one of a map stays.
    listRows(queries, 'walletAccounts', { userId: userIds }, ['linked desc', 'accountId desc']),
    ({ userId, accountId }) => [userId, accountId],
  );

/** Makers of a rifff as they are now, those with the most loops first; accounts that left are left out. */
export async function findMakers(
  queries: Queries,
  rifff: Pick<Rifff, 'state'>,
): Promise<StoredMaker[]> {
  const counts = await countLoops(queries, rifff);
  const names = await findNames(queries, [...counts.keys()]);
  const people = [...counts].filter(([userId]) => names.has(userId));
  const payees = await findPayees(
    queries,
    people.map(([userId]) => userId),
  );
  const weights = people.flatMap(([userId, count]) => {
    const accountId = payees.get(userId);
    return accountId === undefined ? [] : [[accountId, count] as const];
  });
  const shares = splitRoyalty(new Map(weights), ROYALTY_BPS, ROYALTY_ACCOUNTS_MAX);
  return people
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([userId]) => {
      const accountId = payees.get(userId) ?? null;
      return { userId, accountId, bps: shares.get(accountId ?? '') ?? 0 };
    });
}

/** What the contract gets: basis points by account. */
export function royaltyOf(makers: readonly StoredMaker[]): Record<string, number> {
  const paid = makers.flatMap(({ accountId, bps }) =>
    accountId !== null && bps > 0 ? [[accountId, bps] as const] : [],
  );
  return Object.fromEntries(paid);
}
