/** Codes of stages: with one a page without an account reads one jam, and writes nothing. */
import type { FastifyRequest } from 'fastify';
import { STAGE_HEADER } from '../../src/data/contract/constants.ts';
import { JAM_CODE_PATTERN } from '../../src/data/contract/members.ts';
import { foldCode } from '../kernel/codes.ts';
import type { Queries } from '../ports/database/database.ts';

/**
 * Short id of the jam that a code of a stage opens; undefined for one that was taken back, is over, or joins people, and
 * for a channel that is being closed, or whose club is.
 * @param code folded
 */
export async function findStageJam(
  queries: Queries,
  code: string,
  nowMs: number,
): Promise<string | undefined> {
  const row = await queries
    .selectFrom('codes')
    .innerJoin('jams', 'jams.id', 'codes.target')
    .leftJoin('clubs', 'clubs.id', 'jams.clubId')
    .select(['codes.target', 'codes.expires'])
    .where('codes.code', '=', code)
    .where('jams.name', '!=', '')
    .where('clubs.closes', 'is', null)
    .where('codes.kind', '=', 'stage')
    .executeTakeFirst();
  return row && (row.expires === null || row.expires > nowMs) ? row.target : undefined;
}

/** The jam of the code that a request carries in `STAGE_HEADER`. One that opens nothing counts as none. */
export async function stageJamOf(
  queries: Queries,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Promise<string | null> {
  const code = headers[STAGE_HEADER];
  if (typeof code !== 'string' || !JAM_CODE_PATTERN.test(code)) return null;
  return (await findStageJam(queries, foldCode(code), Date.now())) ?? null;
}
