import type { Selectable } from 'kysely';
import { HOUSE_BAND_ID } from '../../../src/data/contract/band.ts';
import type { LoopOrder } from '../../../src/data/contract/making.ts';
import type { BandMove } from '../../../src/data/rules/band/moves.ts';
import { givenOf } from '../../plugins/validation.ts';
import type { Queries } from '../../ports/database/database.ts';
import { keepNewest, newestOf } from '../../ports/database/newest.ts';
import { findRow, putRow, removeRows, updateRows } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { BandTurnRow } from '../../ports/database/schemaAlways.ts';

/** A node that took a turn has this long before another one takes it, in ms. */
export const CLAIM_MS = 30_000;
/** Answers of a jam that are kept. */
const KEPT = 200;

export function findTurn(queries: Queries, jamId: string): Promise<BandTurnRow | undefined> {
  return findRow(queries, 'bandTurns', { jamId });
}

/** Turns that are due and that no node works on, the longest due first. */
export async function findDue(queries: Queries, nowMs: number, most: number): Promise<string[]> {
  const rows = await queries
    .selectFrom('bandTurns')
    .select('jamId')
    .where('due', '<=', nowMs)
    .where('claimed', '<=', nowMs)
    .orderBy('due')
    .limit(most)
    .execute();
  return rows.map(({ jamId }) => jamId);
}

/** Takes a turn that is due; undefined where it is not, or another node has it. */
export function claimTurn(
  queries: Queries,
  jamId: string,
  nowMs: number,
): Promise<BandTurnRow | undefined> {
  return queries
    .updateTable('bandTurns')
    .set({ claimed: nowMs + CLAIM_MS })
    .where('jamId', '=', jamId)
    .where('due', '<=', nowMs)
    .where('claimed', '<=', nowMs)
    .returningAll()
    .executeTakeFirst();
}

/** Keeps a claimed turn until then; undefined where another node has it by now. */
export function holdTurn(
  queries: Queries,
  { jamId, claimed }: BandTurnRow,
  untilMs: number,
): Promise<BandTurnRow | undefined> {
  return queries
    .updateTable('bandTurns')
    .set({ claimed: untilMs })
    .where('jamId', '=', jamId)
    .where('claimed', '=', claimed)
    .returningAll()
    .executeTakeFirst();
}

/** What is true of a turn after it was worked on. */
type Change = Partial<Pick<BandTurnRow, 'due' | 'parentId' | 'alone' | 'count' | 'thought'>>;

/**
 * Ends work on a turn. Where a person committed meanwhile, it is the band's turn again, and only the count goes on.
 * @returns false there
 */
export async function endTurn(
  queries: Queries,
  { jamId, parentId, due, claimed }: BandTurnRow,
  change: Change,
): Promise<boolean> {
  const own = { jamId, claimed };
  const same = { ...own, parentId, due };
  if ((await updateRows(queries, 'bandTurns', same, { ...change, claimed: 0 })) > 0) return true;
  const { count } = change;
  await updateRows(queries, 'bandTurns', own, { ...givenOf({ count }), claimed: 0 });
  return false;
}

/** How many rifffs people committed since the band answered last, as far as that is less than `most`. */
export async function countPassed(queries: Queries, jamId: string, most: number): Promise<number> {
  const lastMs = await newestOf(queries, 'bandAnswers', { jamId });
  const rows = await queries
    .selectFrom('rifffs')
    .select('id')
    .where('jamId', '=', jamId)
    .where('created', '>', lastMs)
    .where('userId', '!=', HOUSE_BAND_ID)
    .orderBy('created', 'desc')
    .limit(most)
    .execute();
  return rows.length;
}

/** The same rifff fails now and may not later: the turn stays due, and is left alone until then. */
export async function putOff(queries: Queries, turn: BandTurnRow, untilMs: number): Promise<void> {
  const { jamId, claimed } = turn;
  await updateRows(queries, 'bandTurns', { jamId, claimed }, { claimed: untilMs });
}

/** What stands in `doc`. */
export interface AnswerDoc {
  readonly move: BandMove;
  /** What was asked for, whether or not it came in time. */
  readonly order: LoopOrder | null;
}

/** An answer before its rifff is there. */
export type PlannedAnswer = Omit<Selectable<Schema['bandAnswers']>, 'doc' | 'isOpen'> & AnswerDoc;

/** Stores what an answer is going to be; planning it again takes its place, but for the time of the first plan. */
export async function storePlan(
  queries: Queries,
  { move, order, ...plain }: PlannedAnswer,
): Promise<void> {
  const doc = JSON.stringify({ move, order } satisfies AnswerDoc);
  const { jamId, rifffId, loopId, what } = plain;
  const key = { jamId, rifffId };
  await putRow(queries, 'bandAnswers', key, { loopId, what, doc, isOpen: true }, plain);
}

interface AnswerKey {
  readonly jamId: string;
  readonly rifffId: string;
}

const answerAt = (queries: Queries, { jamId, rifffId }: AnswerKey) =>
  queries.updateTable('bandAnswers').where('jamId', '=', jamId).where('rifffId', '=', rifffId);

/** Nothing about an answer is under way any more. */
export async function closeAnswer(queries: Queries, key: AnswerKey): Promise<void> {
  await answerAt(queries, key).set({ isOpen: false }).execute();
}

/** When an answer was planned first; undefined where it was not. */
export async function findPlanned(queries: Queries, key: AnswerKey): Promise<number | undefined> {
  const row = await findRow(queries, 'bandAnswers', { jamId: key.jamId, rifffId: key.rifffId }, [
    'created',
  ]);
  return row?.created;
}

/** Answers that were planned before that time and never closed, and whether their rifffs are there. */
export async function findOpenAnswers(queries: Queries, beforeMs: number, most: number) {
  const rows = await queries
    .selectFrom('bandAnswers')
    .leftJoin('rifffs', (join) =>
      join
        .onRef('rifffs.jamId', '=', 'bandAnswers.jamId')
        .onRef('rifffs.id', '=', 'bandAnswers.rifffId'),
    )
    .select(['bandAnswers.jamId', 'bandAnswers.rifffId', 'bandAnswers.loopId'])
    .select(['bandAnswers.doc', 'bandAnswers.created', 'rifffs.id as there'])
    .where('bandAnswers.isOpen', '=', true)
    .where('bandAnswers.created', '<', beforeMs)
    .orderBy('bandAnswers.created')
    .limit(most)
    .execute();
  return rows.map(({ doc, there, ...row }) => ({
    ...row,
    order: (doc as unknown as AnswerDoc).order,
    isThere: there !== null,
  }));
}

export async function forgetAnswer(queries: Queries, { jamId, rifffId }: AnswerKey): Promise<void> {
  await removeRows(queries, 'bandAnswers', { jamId, rifffId });
}

/** Forgets what is older than the answers that are kept of a jam. */
export const pruneAnswers = (queries: Queries, jamId: string): Promise<void> =>
  keepNewest(queries, 'bandAnswers', { jamId }, KEPT);
