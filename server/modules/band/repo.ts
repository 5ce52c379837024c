import type { Selectable } from 'kysely';
import { HOUSE_BAND_ID } from '../../../src/data/contract/band.ts';
import {
  judgeAnswers,
  type PastAnswer,
  type PersonsRifff,
} from '../../../src/data/rules/band/memory.ts';
import { type BandMove, ringOf } from '../../../src/data/rules/band/moves.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { BandTurnRow } from '../../ports/database/schemaAlways.ts';

/** A node that took a turn has this long before another one takes it, in ms. */
export const CLAIM_MS = 30_000;
/** Answers of a jam that the band remembers. */
const REMEMBERED = 40;
/** Answers of a jam that are kept. */
const KEPT = 200;
/** Rifffs of people by which answers are judged. */
const JUDGED_BY = 200;

export function findTurn(queries: Queries, jamId: string): Promise<BandTurnRow | undefined> {
  return queries.selectFrom('bandTurns').selectAll().where('jamId', '=', jamId).executeTakeFirst();
}

/** Turns that are due and that nobody is at, the longest due first. */
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

/** What is true of a turn after it was worked on. */
type Change = Partial<Pick<BandTurnRow, 'due' | 'parentId' | 'alone' | 'count'>>;

/**
 * Ends work on a turn. Where somebody committed meanwhile, it is the band's turn again, and only the count goes on.
 */
export async function endTurn(
  queries: Queries,
  { jamId, parentId, due, claimed }: BandTurnRow,
  change: Change,
): Promise<void> {
  const own = () =>
    queries.updateTable('bandTurns').where('jamId', '=', jamId).where('claimed', '=', claimed);
  const { numUpdatedRows } = await own()
    .where('parentId', parentId === null ? 'is' : '=', parentId)
    .where('due', due === null ? 'is' : '=', due)
    .set({ ...change, claimed: 0 })
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  const { count } = change;
  await own()
    .set({ ...(count !== undefined && { count }), claimed: 0 })
    .execute();
}

/** The same rifff fails now and may not later: the turn stays due, and is left alone until then. */
export async function putOff(queries: Queries, turn: BandTurnRow, untilMs: number): Promise<void> {
  await queries
    .updateTable('bandTurns')
    .set({ claimed: untilMs })
    .where('jamId', '=', turn.jamId)
    .where('claimed', '=', turn.claimed)
    .execute();
}

/** What an answer is going to be, before its rifff is there; planning it again takes its place. */
export async function planAnswerRow(
  queries: Queries,
  row: Selectable<Omit<Schema['bandAnswers'], 'doc'>> & { readonly move: BandMove },
): Promise<void> {
  const { move, ...plain } = row;
  const doc = JSON.stringify(move);
  await queries
    .insertInto('bandAnswers')
    .values({ ...plain, doc })
    .onConflict((conflict) =>
      conflict
        .columns(['jamId', 'rifffId'])
        .doUpdateSet({ loopId: plain.loopId, what: plain.what, doc }),
    )
    .execute();
}

export async function forgetAnswer(
  queries: Queries,
  { jamId, rifffId }: { readonly jamId: string; readonly rifffId: string },
): Promise<void> {
  await queries
    .deleteFrom('bandAnswers')
    .where('jamId', '=', jamId)
    .where('rifffId', '=', rifffId)
    .execute();
}

/** Forgets what is older than the answers that are kept of a jam. */
export async function pruneAnswers(queries: Queries, jamId: string): Promise<void> {
  const oldest = await queries
    .selectFrom('bandAnswers')
    .select('created')
    .where('jamId', '=', jamId)
    .orderBy('created', 'desc')
    .offset(KEPT)
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return;
  await queries
    .deleteFrom('bandAnswers')
    .where('jamId', '=', jamId)
    .where('created', '<=', oldest.created)
    .execute();
}

/** Rifffs of people in a jam since then, as far as answers are judged by them. */
async function findPersonsRifffs(
  queries: Queries,
  jamId: string,
  { sinceMs, answerIds }: { sinceMs: number; answerIds: readonly string[] },
): Promise<PersonsRifff[]> {
  const rows = await queries
    .selectFrom('rifffs')
    .select(['id', 'parentId', 'created'])
    .where('jamId', '=', jamId)
    .where('userId', '!=', HOUSE_BAND_ID)
    .where('created', '>', sinceMs)
    .orderBy('created', 'desc')
    .limit(JUDGED_BY)
    .execute();
  const answering = rows.filter(({ parentId }) => parentId && answerIds.includes(parentId));
  const held =
    answering.length === 0
      ? []
      : await queries
          .selectFrom('rifffLoops')
          .select(['rifffId', 'loopId'])
          .where('jamId', '=', jamId)
          .where(
            'rifffId',
            'in',
            answering.map(({ id }) => id),
          )
          .execute();
  const byRifff = Map.groupBy(held, ({ rifffId }) => rifffId);
  return rows.map(({ id, parentId, created }) => ({
    ...{ parentId, created },
    loopIds: (byRifff.get(id) ?? []).map(({ loopId }) => loopId),
  }));
}

/** An answer as people are told of it. */
export interface ToldAnswer extends PastAnswer {
  readonly what: string;
}

/** What the band played in a jam and what became of it, the newest first. */
export async function findAnswers(queries: Queries, jamId: string): Promise<ToldAnswer[]> {
  const rows = await queries
    .selectFrom('bandAnswers')
    .innerJoin('rifffs', (join) =>
      join
        .onRef('rifffs.jamId', '=', 'bandAnswers.jamId')
        .onRef('rifffs.id', '=', 'bandAnswers.rifffId'),
    )
    .select(['bandAnswers.rifffId', 'bandAnswers.parentId', 'bandAnswers.loopId'])
    .select(['bandAnswers.what', 'bandAnswers.doc', 'rifffs.created', 'rifffs.digest'])
    .where('bandAnswers.jamId', '=', jamId)
    .orderBy('bandAnswers.created', 'desc')
    .limit(REMEMBERED)
    .execute();
  const answers = rows.map(({ doc, digest, loopId, ...row }) => {
    const move = doc as unknown as BandMove;
    const source = ringOf(move)?.source;
    const played = source && 'loopId' in source ? source.loopId : loopId;
    return { ...row, move, loopId: source ? played : null, isRemoved: digest === '' };
  });
  if (answers.length === 0) return [];
  const answerIds = answers.map(({ rifffId }) => rifffId);
  const sinceMs = Math.min(...answers.map(({ created }) => created));
  const rifffs = await findPersonsRifffs(queries, jamId, { sinceMs, answerIds });
  const became = judgeAnswers(answers, rifffs);
  return answers.map(({ isRemoved: _, ...answer }) => ({
    ...answer,
    became: became.get(answer.rifffId) ?? 'open',
  }));
}
