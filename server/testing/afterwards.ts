import { setTimeout as delay } from 'node:timers/promises';
import type { Pages } from '../ports/database/batches.ts';
import type { Queries } from '../ports/database/database.ts';
import { readNote } from '../ports/database/notes.ts';

/** Resolves once nothing of closed accounts waits to be removed, and no content either. */
export async function removalEnds(queries: Queries): Promise<void> {
  const waits = async () =>
    // In this order: the last of an account's content is noted as the account goes.
    (await queries.selectFrom('departures').select('userId').executeTakeFirst()) !== undefined ||
    (await queries.selectFrom('looseContent').select('id').executeTakeFirst()) !== undefined;
  while (await waits()) await delay(5);
}

/** Resolves once no channel that was deleted waits to be ended, and no content either. */
export async function channelsEnd(queries: Queries): Promise<void> {
  const waiting = () =>
    queries
      .selectFrom('jams')
      .select('id')
      .where('clubId', 'is not', null)
      .where('name', '=', '')
      .executeTakeFirst();
  while (await waiting()) await delay(5);
  await removalEnds(queries);
}

/** Resolves once no class that was deleted waits for its pupils, nor what they made. */
export async function classesEnd(queries: Queries): Promise<void> {
  const waiting = () =>
    queries.selectFrom('classes').select('id').where('teacherId', '=', '').executeTakeFirst();
  while (await waiting()) await delay(5);
  await removalEnds(queries);
}

/** Resolves once no backup that was asked for is under way. */
export async function backupEnds(queries: Queries): Promise<void> {
  const isUnderWay = async () => {
    const note = await readNote(queries, 'backup');
    return note !== undefined && JSON.parse(note).beat !== null;
  };
  while (await isUnderWay()) await delay(20);
}

/** All rows of lists that are read a page at a time. */
export async function allOf(lists: Record<string, Pages>): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const [name, pages] of Object.entries(lists)) {
    all[name] = [];
    for await (const page of pages) all[name].push(...page);
  }
  return all;
}
