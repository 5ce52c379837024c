import { cleanName } from '../../../src/data/contract/cleanText.ts';
import type { ImportedPerson } from '../../../src/data/contract/imports.ts';
import { isOfficialName } from '../../../src/data/contract/reservedNames.ts';
import { SOMEONE_WHO_LEFT } from '../../../src/data/rules/sharing/credits.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { ImportRow } from '../../ports/database/schemaAlways.ts';
import { derivedId } from './context.ts';

type Source = Pick<ImportRow, 'id' | 'userId' | 'self' | 'kind'>;

/** Rows that one statement stores. */
const BATCH = 100;

/** What a person of an import is called in documents here: text that is never the name of an account. */
const importedId = ({ id }: Pick<Source, 'id'>, sourceId: string): string =>
  `imported_${derivedId('person', id, sourceId).slice(0, 20)}`;

/** Kinds of files that may come without names of makers: what they hold is then as an upload. */
const OWN_KINDS: readonly string[] = ['stems', 'dawproject'];

/**
 * Names of people of a source as documents here have them: ids of rows of `importedPeople`, and the importing account
 * where it is proven to be the one. Notes whom it was asked about.
 */
export function peopleOf(source: Source) {
  const asked = new Set<string>();
  const named = (sourceId: string): string => {
    asked.add(sourceId);
    return importedId(source, sourceId);
  };
  return {
    /** Whom a text of the source means, such as a message or a credit; `''` where it names no one. Gives no right. */
    here(sourceId: string): string {
      if (sourceId === '') return '';
      return sourceId === source.self ? source.userId : named(sourceId);
    },
    /**
     * Who made something: the importing account where that is proven, or where its own files name no maker; else a name.
     * @param isOwn it is proven
     * @param isTaken the same sound is here by another maker
     */
    maker(sourceId: string, { isOwn, isTaken = false }: { isOwn: boolean; isTaken?: boolean }) {
      const isOwnFile = sourceId === '' && !isTaken && OWN_KINDS.includes(source.kind);
      return isOwn || isOwnFile ? source.userId : named(sourceId);
    },
    /** Stores those who were asked about and have no row yet, under what documents call them. */
    async store(queries: Queries): Promise<void> {
      const people = [...asked].map((id) => ({ id, displayName: '' }));
      await storePeople(queries, source, people, { isKept: true });
    },
  };
}
export type PeopleHere = ReturnType<typeof peopleOf>;

const UNNAMED = 'unknown';
/** Characters of a name that are shown. */
const MOST_NAME = 80;

/** Why a person of an import may not be called so; null where they may. */
export const nameFault = (name: string): string | null =>
  isOfficialName(name) ? 'This name is kept for the people who run this server' : null;

/** What can be shown of a name: one line, and never one that speaks for this server. */
function shownName(name: string): string {
  const line = [...cleanName(name)].slice(0, MOST_NAME).join('').trim();
  return line === '' || nameFault(line) !== null ? UNNAMED : line;
}

/**
 * Names people of an import.
 * @param isKept keeps the names that are there already
 */
export async function storePeople(
  queries: Queries,
  source: Source,
  people: readonly ImportedPerson[],
  { isKept = false } = {},
): Promise<void> {
  const rows = new Map(
    people.map(({ id: sourceId, displayName }) => {
      const id = importedId(source, sourceId);
      const shown = shownName(displayName || sourceId || SOMEONE_WHO_LEFT);
      // No database stores a null character, and no name needs one.
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
