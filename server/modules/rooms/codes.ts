import type { CodePurpose, JamInvite } from '../../../src/data/contract/members.ts';
import { foldCode, showCode } from '../../kernel/codes.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { JamCodeRow } from '../../ports/database/schemaJams.ts';

/** A code as the owner of its jam lists it. */
export const presentCode = (row: JamCodeRow): JamInvite => {
  const { code, purpose, note, created, expires, used } = row;
  return { code: showCode(code), purpose, note, created, expires, used };
};

/** A code that is still good, in any spelling. */
export const findCode = (queries: Queries, code: string, nowMs: number) =>
  queries
    .selectFrom('jamCodes')
    .selectAll()
    .where('code', '=', foldCode(code))
    .where((where) => where.or([where('expires', 'is', null), where('expires', '>', nowMs)]))
    .executeTakeFirst();

/** Codes of a jam, newest first; those whose time is over too. */
export const findCodes = (queries: Queries, jamId: string) =>
  queries
    .selectFrom('jamCodes')
    .selectAll()
    .where('jamId', '=', jamId)
    .orderBy('created', 'desc')
    .orderBy('code')
    .execute();

/** Counts one more who came by a code; false when it was taken back meanwhile. */
export async function countUse(queries: Queries, code: string): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('jamCodes')
    .set((build) => ({ used: build('used', '+', 1) }))
    .where('code', '=', code)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Takes a code back. @returns what it was for; undefined when the jam has no such code */
export async function deleteCode(
  queries: Queries,
  jamId: string,
  code: string,
): Promise<CodePurpose | undefined> {
  const row = await queries
    .deleteFrom('jamCodes')
    .where('jamId', '=', jamId)
    .where('code', '=', foldCode(code))
    .returning('purpose')
    .executeTakeFirst();
  return row?.purpose;
}
