import { type ExpressionWrapper, expressionBuilder, type SqlBool, sql } from 'kysely';
import type * as z from 'zod';
import type { ClubCode, NewClubCodeBodySchema } from '../../../src/data/contract/clubs.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { foldCode, newCode, showCode } from '../../kernel/codes.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { ClubCodeRow } from '../../ports/database/schemaClubs.ts';
import { findClubToWrite } from '../jams/clubs.ts';
import { type ClubsContext, changeClub } from './context.ts';

const DAY_MS = 86_400_000;
/** Codes of one club. */
const MOST_CODES = 100;

const present = ({ code, clubId: _, ...row }: ClubCodeRow): ClubCode => ({
  ...row,
  code: showCode(code),
});

/** Condition on a row of `clubCodes`: it still lets somebody in. */
function isGood(nowMs: number): ExpressionWrapper<Schema, 'clubCodes', SqlBool> {
  const build = expressionBuilder<Schema, 'clubCodes'>();
  return build.and([
    build.or([build('expires', 'is', null), build('expires', '>', nowMs)]),
    build.or([build('maxUses', 'is', null), build('used', '<', build.ref('maxUses'))]),
  ]);
}

const openCodes = (queries: Queries, nowMs: number) =>
  queries.selectFrom('clubCodes').where(isGood(nowMs));

/** The row of a code that still lets somebody in, in any spelling. */
export const findCode = (queries: Queries, code: string, nowMs: number) =>
  openCodes(queries, nowMs).selectAll().where('code', '=', foldCode(code)).executeTakeFirst();

/** The newest code of a club that still lets somebody in, as it is stored. */
export async function findOpenCode(
  queries: Queries,
  clubId: string,
  nowMs: number,
): Promise<string | undefined> {
  const row = await openCodes(queries, nowMs)
    .select('code')
    .where('clubId', '=', clubId)
    .orderBy('created', 'desc')
    .orderBy('code')
    .limit(1)
    .executeTakeFirst();
  return row?.code;
}

/**
 * Counts one more who came by a code (folded): in one statement with the question whether it still lets somebody in, so
 * that no more come than it is for. @returns false when it does not
 */
export async function countUse(queries: Queries, code: string, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('clubCodes')
    .set({ used: sql<number>`${sql.ref('used')} + 1` })
    .where('code', '=', code)
    .where(isGood(nowMs))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** A code that lasts until it is taken back, as a club begins with. */
export const firstCode = (clubId: string, createdBy: string, created: number): ClubCodeRow => ({
  ...{ code: newCode(), clubId, note: '', createdBy, created, expires: null },
  ...{ maxUses: null, used: 0 },
});

/** The codes of a club; for its owner and moderators. */
export function codeCalls({ database }: ClubsContext) {
  const { queries } = database;
  const find = (from: Queries, clubId: string) =>
    from
      .selectFrom('clubCodes')
      .selectAll()
      .where('clubId', '=', clubId)
      .orderBy('created', 'desc')
      .orderBy('code')
      .execute();

  return {
    /** Newest first; those that let nobody in any more too. */
    async list(identity: Identity, clubId: string): Promise<{ codes: ClubCode[] }> {
      const club = await findClubToWrite(queries, identity, clubId, 'moderator');
      return { codes: (await find(queries, club.id)).map(present) };
    },

    /** Throws `forbidden` past 100 codes. */
    async make(
      identity: Identity,
      clubId: string,
      { note, days, maxUses }: z.output<typeof NewClubCodeBodySchema>,
    ): Promise<ClubCode> {
      const created = Date.now();
      const expires = days === null ? null : created + days * DAY_MS;
      const first = firstCode(clubId, identity.userId, created);
      const row: ClubCodeRow = { ...first, note, expires, maxUses };
      await changeClub(database, identity, clubId, async (transaction) => {
        await findClubToWrite(transaction, identity, clubId, 'moderator');
        if ((await find(transaction, clubId)).length >= MOST_CODES) {
          throw new ApiError('forbidden', `A club has ${MOST_CODES} codes at most: take one back`);
        }
        await transaction.insertInto('clubCodes').values(row).execute();
      });
      return present(row);
    },

    /** Throws `not_found` for one that the club does not have. */
    async end(identity: Identity, clubId: string, code: string): Promise<Record<string, never>> {
      await changeClub(database, identity, clubId, async (transaction) => {
        await findClubToWrite(transaction, identity, clubId, 'moderator');
        const { numDeletedRows } = await transaction
          .deleteFrom('clubCodes')
          .where('clubId', '=', clubId)
          .where('code', '=', foldCode(code))
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) throw new ApiError('not_found', 'This club has no such code');
      });
      return {};
    },
  };
}
