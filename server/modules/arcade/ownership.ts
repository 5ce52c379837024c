import { inPages, type Pages, type RemovalStep, removalOf } from '../../ports/database/batches.ts';
import type { Queries } from '../../ports/database/database.ts';
import { removeRows } from '../../ports/database/rows.ts';

/** Runs of an account, as its export lists them. Times in milliseconds since the epoch. */
export function exportOwned(queries: Queries, userId: string): Record<string, Pages> {
  const runs = queries
    .selectFrom('arcadeRuns')
    .select(['id', 'mode', 'seed', 'score', 'parts', 'met', 'unlocks', 'moves'])
    .select(['started', 'created', 'isForBoard', 'jamId', 'rifffId', 'shareId'])
    .where('userId', '=', userId);
  return { runs: inPages(runs, ['created', 'id']) };
}

/** Takes the account off the boards of all days, which is little: a row a day. */
const ownPlaces: RemovalStep = async (queries, userId) => {
  await removeRows(queries, 'arcadeBest', { userId });
  return null;
};

/** Removes an account from the arcade. What it shared stands in the feed and goes with that. */
export const REMOVAL_STEPS: readonly RemovalStep[] = [ownPlaces, removalOf('arcadeRuns', 'id')];
