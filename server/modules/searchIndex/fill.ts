import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Database, Queries } from '../../ports/database/database.ts';
import { forTurns } from './docs.ts';
import { indexJams, indexLoops, indexPeople, indexShares } from './indexing.ts';

/** Things that are made findable in one transaction. */
const PAGE = 100;
/** The note of what is still to be filled: the table, and the last of its ids that was done, with a space between. */
export const FILL_NOTE = 'search-fill';
const EVERY_MS = 60_000;

const SOURCES = [
  ['accounts', indexPeople],
  ['jams', indexJams],
  ['loops', indexLoops],
  ['shares', indexShares],
] as const;

/** How far filling is: a table of `SOURCES`, and the last of its ids that was done. */
interface Place {
  readonly at: number;
  readonly after: string;
}

/** Does the next things of a place. @returns where to go on, or null behind the last */
async function fillFrom(queries: Queries, { at, after }: Place): Promise<Place | null> {
  const source = SOURCES[at];
  if (!source) return null;
  const [table, index] = source;
  // Whoever changes one of them waits, so that what is written here is not what was there before.
  const rows = await queries
    .selectFrom(table)
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE)
    .modifyEnd(forTurns(queries))
    .execute();
  const ids = rows.map(({ id }) => id);
  await index(queries, ids);
  if (ids.length === PAGE) return { at, after: ids.at(-1)! };
  return at + 1 < SOURCES.length ? { at: at + 1, after: '' } : null;
}

/** Makes everything findable that is there, inside the caller's transaction. Doing it again changes nothing. */
export async function fillIndex(queries: Queries): Promise<void> {
  let place: Place | null = { at: 0, after: '' };
  while (place) place = await fillFrom(queries, place);
}

/**
 * Makes some of what the note says findable, in a transaction of its own.
 * @returns true when there is more
 */
export function fillSome(database: Database): Promise<boolean> {
  return database.transaction(async (transaction) => {
    await database.lock(transaction, FILL_NOTE);
    const note = await transaction
      .selectFrom('notes')
      .select('value')
      .where('name', '=', FILL_NOTE)
      .executeTakeFirst();
    if (!note) return false;
    const [at = '', after = ''] = note.value.split(' ');
    const place = await fillFrom(transaction, { at: Number(at), after });
    if (place) {
      const value = `${place.at} ${place.after}`;
      await transaction.updateTable('notes').set({ value }).where('name', '=', FILL_NOTE).execute();
      return true;
    }
    await transaction.deleteFrom('notes').where('name', '=', FILL_NOTE).execute();
    return false;
  });
}

/** Makes what an older version left findable, step by step behind the start; any number of nodes may do it. */
export function installFill(app: FastifyInstance, database: Database): void {
  let isOver = false;
  let last = Promise.resolve();
  const work = async () => {
    while (!isOver) {
      if (!(await fillSome(database))) isOver = true;
      await turn();
    }
  };
  const look = () => {
    last = last
      .then(work)
      .catch((error: unknown) => app.log.error({ err: error }, 'filling the index of search'));
  };
  const timer = setInterval(look, EVERY_MS).unref();
  app.addHook('onReady', async () => look());
  app.addHook('onClose', async () => {
    isOver = true;
    clearInterval(timer);
    await last;
  });
}
