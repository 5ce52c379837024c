import type { ExportOwned } from '../../kernel/ownership.ts';
import { mapPages, ownedRows, type RemovalStep } from '../../ports/database/batches.ts';
import { removeRows } from '../../ports/database/rows.ts';
import { databaseOf } from './context.ts';
import { emptySome } from './databases.ts';

/** What the devices of an account share, as its export lists it; conflicting revisions each for itself. */
export const exportOwned: ExportOwned = (queries, userId) => {
  const alive = { name: databaseOf(userId), isDeleted: false };
  const rows = ownedRows(queries, userId);
  const documents = rows('syncRevisions', ['docId', 'rev'], ['body', 'attachments'], alive);
  return {
    documents: mapPages(documents, (page) => page.map(({ docId: id, ...row }) => ({ id, ...row }))),
  };
};

/** The database of the account, some of it at a time. */
const ownDatabase: RemovalStep = async (queries, userId) => {
  if (await emptySome(queries, databaseOf(userId))) return [];
  await removeRows(queries, 'syncDatabases', { userId });
  return null;
};

/** Takes what the devices of the account shared. */
export const REMOVAL_STEPS: readonly RemovalStep[] = [ownDatabase];
