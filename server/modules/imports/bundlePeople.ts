import { isImportedId } from '../../../src/data/contract/accountOptions.ts';
import type { ImportedPerson } from '../../../src/data/contract/imports.ts';
import type { Loop } from '../../../src/data/contract/loop.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findParticipants, findPeople } from './bundleRows.ts';

const BATCH = 200;

interface Imported extends ImportedPerson {
  readonly sourceId: string;
  readonly jamId: string;
}

async function findImported(
  queries: Queries,
  where: { readonly jamId: string } | { readonly ids: readonly string[] },
): Promise<Imported[]> {
  const query = queries
    .selectFrom('importedPeople')
    .innerJoin('imports', 'imports.id', 'importedPeople.importId')
    .select(['importedPeople.id', 'importedPeople.sourceId', 'importedPeople.displayName'])
    .select('imports.jamId')
    .orderBy('importedPeople.sourceId');
  return 'jamId' in where
    ? query.where('imports.jamId', '=', where.jamId).execute()
    : query.where('importedPeople.id', 'in', where.ids).execute();
}

/**
 * What people are called in a bundle. Who came along with the jam is called as they were there, so that a jam that moves
 * on names them the same; where an account here that takes part has that name, they keep the one of here.
 */
export async function bundlePeople(queries: Queries, jamId: string) {
  const participants = await findParticipants(queries, jamId);
  const came = await findImported(queries, { jamId });
  const names = new Map<string, string>();
  const used = new Set<string>();
  for (const { id, sourceId } of came) {
    const isTaken = participants.has(sourceId);
    names.set(id, isTaken ? id : sourceId);
    if (!isTaken) used.add(sourceId);
  }
  const told = new Set<string>();
  const accounts = await findPeople(queries, [...used]);
  // An account here that goes by a name which a person of the jam had there is told apart from them.
  for (const { id } of accounts) names.set(id, `${id}-here`);

  const nameOf = (id: string): string => names.get(id) ?? id;

  const rename = (rifff: Rifff): Rifff => {
    const { userName, creators, parent, loops } = rifff;
    return {
      ...rifff,
      userName: nameOf(userName),
      ...(creators && { creators: creators.map(nameOf) }),
      ...(parent && { parent: { ...parent, jamId: nameOf(parent.jamId) } }),
      loops,
    };
  };

  /** People of these ids who were not told of yet. Accounts that are gone, and names of the house, are not among them. */
  async function newcomers(ids: Iterable<string>): Promise<ImportedPerson[]> {
    const fresh = [...new Set(ids)].filter((id) => id !== '' && !told.has(id));
    const people: ImportedPerson[] = [];
    for (let from = 0; from < fresh.length; from += BATCH) {
      const some = fresh.slice(from, from + BATCH);
      for (const id of some) told.add(id);
      const imported = some.filter(isImportedId);
      const others = imported.length === 0 ? [] : await findImported(queries, { ids: imported });
      people.push(...(await findPeople(queries, some)), ...others);
    }
    return people
      .map(({ id, displayName }) => ({ id: nameOf(id), displayName }))
      .filter(({ id }) => id !== '')
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  return {
    /** Those who take part, to begin with. */
    first: () => newcomers([...participants, ...came.map(({ id }) => id)]),
    /** Those whom these rifffs name besides. */
    namedBy: (rifffs: readonly Rifff[]) =>
      newcomers(rifffs.flatMap(({ userName, creators = [] }) => [userName, ...creators])),
    rifff: rename,
    loop: (loop: Loop): Loop => ({ ...loop, creatorUserName: nameOf(loop.creatorUserName) }),
    nameOf,
  };
}
