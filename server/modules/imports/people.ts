import { cleanName } from '../../../src/data/contract/cleanText.ts';
import type { ImportedPerson } from '../../../src/data/contract/imports.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { ImportRow } from '../../ports/database/schemaAlways.ts';
import { derivedId } from './context.ts';

type Source = Pick<ImportRow, 'id' | 'userId' | 'self'>;

/** Rows that one statement stores. */
const BATCH = 100;

/** What somebody of an import is called in documents here: text that is never the name of an account. */
const importedId = ({ id }: Pick<Source, 'id'>, sourceId: string): string =>
  `imported_${derivedId('person', id, sourceId).slice(0, 20)}`;

/**
 * Names of people of a source as documents here have them: the importing account for the one that it is there, `''` for
 * nobody, and else ids of rows of `importedPeople`. Notes whom it was asked about.
 */
export function peopleOf(source: Source) {
  const asked = new Map<string, string>();
  return {
    /** @param sourceId as a document of the source names them */
    here(sourceId: string): string {
      if (sourceId === '') return '';
      if (sourceId === source.self) return source.userId;
      const known = asked.get(sourceId);
      if (known !== undefined) return known;
      const id = importedId(source, sourceId);
      asked.set(sourceId, id);
      return id;
    },
    /** Stores those who were asked about and have no row yet, under what documents call them. */
    async store(queries: Queries): Promise<void> {
      const people = [...asked.keys()].map((id) => ({ id, displayName: '' }));
      await storePeople(queries, source, people, { isKept: true });
    },
  };
}
export type PeopleHere = ReturnType<typeof peopleOf>;

/**
 * Names people of an import. One of the account itself is passed over.
 * @param isKept keeps the names that are there already
 */
export async function storePeople(
  queries: Queries,
  source: Source,
  people: readonly ImportedPerson[],
  { isKept = false } = {},
): Promise<void> {
  const rows = new Map(
    people
      .filter(({ id }) => id !== source.self)
      .map(({ id: sourceId, displayName }) => {
        const id = importedId(source, sourceId);
        const shown = cleanName(displayName) || cleanName(sourceId) || 'somebody';
        // No database stores a null character, and nobody is called by one.
        const named = sourceId.replaceAll('\0', '');
        return [id, { id, importId: source.id, sourceId: named, displayName: shown }] as const;
      }),
  );
  const all = [...rows.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  for (let from = 0; from < all.length; from += BATCH) {
    await queries
      .insertInto('importedPeople')
      .values(all.slice(from, from + BATCH))
      .onConflict((conflict) =>
        isKept
          ? conflict.column('id').doNothing()
          : conflict
              .column('id')
              .doUpdateSet((build) => ({ displayName: build.ref('excluded.displayName') })),
      )
      .execute();
  }
}
