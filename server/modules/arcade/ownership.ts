import { inPages, type Pages, type RemovalStep } from '../../ports/database/batches.ts';
import type { Queries } from '../../ports/database/database.ts';

/** Rows of an export at a time, and runs that go in one transaction. */
const PAGE = 100;

/** Runs of an account, as its export lists them. Times in milliseconds since the epoch. */
export function exportOwned(queries: Queries, userId: string): Record<string, Pages> {
  const runs = queries
    .selectFrom('arcadeRuns')
    .select(['id', 'mode', 'seed', 'score', 'parts', 'met', 'unlocks', 'moves'])
    .select(['started', 'created', 'isForBoard', 'jamId', 'rifffId', 'shareId'])
    .where('userId', '=', userId);
  return { runs: inPages(runs, ['created', 'id'], PAGE) };
}

/** Takes the account off the boards of all days, which is little: a row a day. */
const ownPlaces: RemovalStep = async (queries, userId) => {
  await queries.deleteFrom('arcadeBest').where('userId', '=', userId).execute();
  return null;
};

/** What it played. */
const ownRuns: RemovalStep = async (queries, userId) => {
  const some = queries.selectFrom('arcadeRuns').select('id').where('userId', '=', userId);
  const gone = await queries
    .deleteFrom('arcadeRuns')
    .where('id', 'in', some.limit(PAGE))
    .returning('id')
    .execute();
  return gone.length < PAGE ? null : [];
};

/** Removes an account from the arcade. What it shared stands in the feed and goes with that. */
export const REMOVAL_STEPS: readonly RemovalStep[] = [ownPlaces, ownRuns];
