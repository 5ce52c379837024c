import { HOUSE_BAND_ID } from '../../../src/data/contract/band.ts';
import {
  judgeAnswers,
  type PastAnswer,
  type PersonsRifff,
} from '../../../src/data/rules/band/memory.ts';
import { ringOf } from '../../../src/data/rules/band/moves.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRows, valuesOf } from '../../ports/database/rows.ts';
import type { AnswerDoc } from './repo.ts';

/** Answers of a jam that the band remembers. */
const REMEMBERED = 40;
/** Rifffs of people by which answers are judged. */
const JUDGED_BY = 200;

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
      : await findRows(queries, 'rifffLoops', { jamId, rifffId: valuesOf(answering, 'id') }, [
          'rifffId',
          'loopId',
        ]);
  const byRifff = Map.groupBy(held, ({ rifffId }) => rifffId);
  return rows.map(({ id, parentId, created }) => ({
    parentId,
    created,
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
    const { move } = doc as unknown as AnswerDoc;
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
