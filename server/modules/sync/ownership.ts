import { inPages, mapPages, type Pages, type RemovalStep } from '../../ports/database/batches.ts';
import type { Queries } from '../../ports/database/database.ts';
import { removeRows } from '../../ports/database/rows.ts';
import { databaseOf } from './context.ts';
import { emptySome } from './databases.ts';

/** What the devices of an account share, as its export lists it; conflicting revisions each for itself. */
export function exportOwned(queries: Queries, userId: string): Record<string, Pages> {
  const documents = queries
    .selectFrom('syncRevisions')
    .select(['docId', 'rev', 'body', 'attachments'])
    .where('name', '=', databaseOf(userId))
    .where('isDeleted', '=', false);
  return {
    documents: mapPages(inPages(documents, ['docId', 'rev']), (page) =>
      page.map(({ docId: id, ...row }) => ({ id, ...row })),
    ),
  };
}

/** The database of the account, some of it at a time. */
const ownDatabase: RemovalStep = async (queries, userId) => {
  if (await emptySome(queries, databaseOf(userId))) return [];
  await removeRows(queries, 'syncDatabases', { userId });
  return null;
};

/** Takes what the devices of the account shared. */
export const REMOVAL_STEPS: readonly RemovalStep[] = [ownDatabase];
