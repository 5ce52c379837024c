import type { ImportedName } from '../../../src/data/contract/accountOptions.ts';
import { isImportedId } from '../../../src/data/contract/accountOptions.ts';
import type { Queries } from '../../ports/database/database.ts';
import { mapRows } from '../../ports/database/mapRows.ts';

/** People of imported jams by the ids that documents name them with; ids of accounts are not in the answer. */
export const findImportedNames = (queries: Queries, ids: Iterable<string>) => {
  const imported = [...new Set(ids)].filter(isImportedId);
  return mapRows(
    imported,
    queries
      .selectFrom('importedPeople')
      .innerJoin('imports', 'imports.id', 'importedPeople.importId')
      .select(['importedPeople.id', 'importedPeople.displayName', 'imports.origin'])
      .where('importedPeople.id', 'in', imported),
    ({ id, displayName, origin }): [string, ImportedName] => [
      id,
      { name: displayName, from: origin.replace(/^https?:\/\//, '') || 'elsewhere' },
    ],
  );
};
