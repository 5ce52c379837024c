import type * as z from 'zod';
import type { ClubCode, NewClubCodeBodySchema } from '../../../src/data/contract/clubs.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { codeRow, codesOf, deleteCode, presentCode } from '../../kernel/codes.ts';
import type { Identity } from '../../plugins/identity.ts';
import { insertRows } from '../../ports/database/rows.ts';
import { findClubToWrite } from '../jams/clubs.ts';
import { type ClubsContext, changeClub, refuseOfClass } from './context.ts';

const DAY_MS = 86_400_000;
/** Codes of one club. */
const MOST_CODES = 100;

/** The codes of a club; for its owner and moderators. */
export function codeCalls({ database }: ClubsContext) {
  const { queries } = database;

  return {
    /** Newest first; those that are used up or over too. */
    async list(identity: Identity, clubId: string): Promise<{ codes: ClubCode[] }> {
      const club = await findClubToWrite(queries, identity, clubId, 'moderator');
      return { codes: (await codesOf(queries, ['club'], club.id)).map(presentCode) };
    },

    /** Throws `forbidden` past 100 codes. */
    async make(
      identity: Identity,
      clubId: string,
      { note, days, maxUses }: z.output<typeof NewClubCodeBodySchema>,
    ): Promise<ClubCode> {
      const created = Date.now();
      const expires = days === null ? null : created + days * DAY_MS;
      const { userId: createdBy } = identity;
      const about = { createdBy, created, note, expires, maxUses };
      const row = codeRow({ kind: 'club', target: clubId, ...about });
      await changeClub(database, identity, clubId, async (transaction) => {
        await findClubToWrite(transaction, identity, clubId, 'moderator');
        await refuseOfClass(transaction, clubId);
        if ((await codesOf(transaction, ['club'], clubId)).length >= MOST_CODES) {
          throw new ApiError('forbidden', `A club has ${MOST_CODES} codes at most: take one back`);
        }
        await insertRows(transaction, 'codes', row);
      });
      return presentCode(row);
    },

    /** Throws `not_found` for one that the club does not have. */
    async end(identity: Identity, clubId: string, code: string): Promise<Record<string, never>> {
      await changeClub(database, identity, clubId, async (transaction) => {
        await findClubToWrite(transaction, identity, clubId, 'moderator');
        const row = await deleteCode(transaction, ['club'], clubId, code);
        if (!row) throw new ApiError('not_found', 'This club has no such code');
      });
      return {};
    },
  };
}
