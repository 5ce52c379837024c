import { lockAccount } from '../../plugins/accountLock.ts';
import type { Database, Queries } from '../../ports/database/database.ts';
import { removeRows } from '../../ports/database/rows.ts';
import { closeAccount, hasRows } from './closing.ts';

/** A guest without a session has lost the only way back. They are left alone for this long, for people who look into it. */
const AFTER_MS = 30 * 24 * 3_600_000;
/** Guests that are looked at in one go, with a few small queries each. */
const GUESTS = 20;

/** What of a guest a room would miss. */
const MADE = ['rifffs', 'jamLoops', 'messages', 'reactions'] as const;

/** Guests whose sessions are all over and that rooms still count among their people; those first who came first. */
const findGone = (queries: Queries, nowMs: number) =>
  queries
    .selectFrom('accounts')
    .innerJoin('members', 'members.userId', 'accounts.id')
    .select('accounts.id')
    .distinct()
    .where('accounts.guestOf', 'is not', null)
    .where('accounts.isDeleted', '=', false)
    .where('accounts.created', '<=', nowMs - AFTER_MS)
    .where('members.isRemoved', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sessions')
            .select('sessions.userId')
            .whereRef('sessions.userId', '=', 'accounts.id')
            .where('sessions.expires', '>', nowMs),
        ),
      ),
    )
    .orderBy('accounts.id')
    .limit(GUESTS)
    .execute();

/**
 * Takes some guests out who cannot come back: 30 days old or more, without a session that is still good. One who made
 * nothing is closed as an account is. Of one who did only the place among the people of the room goes, and notices that
 * no account will read: what they made stays, under the name that they picked.
 * @returns whether there may be more
 */
export async function removeGoneGuests(database: Database, nowMs: number): Promise<boolean> {
  const gone = await findGone(database.queries, nowMs);
  for (const { id } of gone) {
    if (!(await hasRows(database.queries, MADE, id))) {
      await closeAccount(database, id, nowMs);
      continue;
    }
    await database.transaction(async (transaction) => {
      await lockAccount(database, transaction, id);
      await removeRows(transaction, 'members', { userId: id, role: 'guest', isRemoved: false });
      await removeRows(transaction, 'notices', { userId: id });
    });
  }
  return gone.length === GUESTS;
}
