import type { ExportOwned } from '../../kernel/ownership.ts';
import { ownedRows, type RemovalStep, removalOf } from '../../ports/database/batches.ts';
import { removeRows } from '../../ports/database/rows.ts';

/** Runs of an account, as its export lists them. Times in milliseconds since the epoch. */
export const exportOwned: ExportOwned = (queries, userId) => {
  const made = ['mode', 'seed', 'score', 'parts', 'met', 'unlocks', 'moves', 'started'] as const;
  const kept = ['isForBoard', 'jamId', 'rifffId', 'shareId'] as const;
  const rows = ownedRows(queries, userId);
  return { runs: rows('arcadeRuns', ['created', 'id'], [...made, ...kept]) };
};

/** Takes the account off the boards of all days, which is little: a row a day. */
const ownPlaces: RemovalStep = async (queries, userId) => {
  await removeRows(queries, 'arcadeBest', { userId });
  return null;
};

/** Removes an account from the arcade. What it shared stands in the feed and goes with that. */
export const REMOVAL_STEPS: readonly RemovalStep[] = [ownPlaces, removalOf('arcadeRuns', 'id')];
