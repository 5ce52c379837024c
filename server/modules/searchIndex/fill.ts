import { createJob, type Job } from '../../kernel/jobs.ts';
import type { Database, Queries } from '../../ports/database/database.ts';
import { readNote, writeNote } from '../../ports/database/notes.ts';
import { removeRows } from '../../ports/database/rows.ts';
import { forTurns } from './docs.ts';
import { indexJams, indexLoops, indexPeople, indexShares } from './indexing.ts';

/** Things that are made findable in one transaction: on SQLite everybody waits for it. */
const PAGE = 50;
/** How often it is looked for what is left, after something went wrong. */
const EVERY_MS = 60_000;
/** The note of what is still to be made findable: the kind and the id of the last thing that was. */
const FILL_NOTE = 'search-fill';

const SOURCES = [
  ['accounts', indexPeople],
  ['jams', indexJams],
  ['loops', indexLoops],
  ['shares', indexShares],
] as const;

/** Makes some rows of a table findable, the newest ids first. @returns id of the last one; undefined behind all */
async function fillPage(
  queries: Queries,
  [table, index]: (typeof SOURCES)[number],
  before: string,
): Promise<string | undefined> {
  let some = queries.selectFrom(table).select('id').orderBy('id', 'desc').limit(PAGE);
  if (before !== '') some = some.where('id', '<', before);
  const ids = (await some.execute()).map(({ id }) => id);
  if (ids.length === 0) return undefined;
  // Code that changes one of them meanwhile makes it findable after this, and as it is then.
  await queries
    .selectFrom(table)
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .modifyEnd(forTurns(queries))
    .execute();
  await index(queries, ids);
  return ids.length < PAGE ? undefined : ids.at(-1);
}

/**
 * Makes some of what was there before the index findable, in a transaction of its own; what is findable already stays
 * as it is. @returns true when there is more
 */
export function fillSome(database: Database): Promise<boolean> {
  return database.transaction(async (transaction) => {
    await database.lock(transaction, FILL_NOTE);
    const note = await readNote(transaction, FILL_NOTE);
    if (note === undefined) return false;
    const [table = '', before = ''] = note.split(' ');
    const at = Math.max(
      0,
      SOURCES.findIndex(([name]) => name === table),
    );
    const last = await fillPage(transaction, SOURCES[at]!, before);
    const next = last === undefined ? at + 1 : at;
    if (next === SOURCES.length) {
      await removeRows(transaction, 'notes', { name: FILL_NOTE });
      return false;
    }
    await writeNote(transaction, FILL_NOTE, `${SOURCES[next]![0]} ${last ?? ''}`);
    return true;
  });
}

/** Makes what was there before the index findable, step by step while the server runs; any number of nodes may do it. */
export const fillJob = (database: Database): Job =>
  createJob({
    name: 'making things findable',
    everyMs: EVERY_MS,
    async round({ gently }) {
      while (await gently(() => fillSome(database)));
    },
  });
