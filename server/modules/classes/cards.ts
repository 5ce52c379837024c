import type { Transaction } from 'kysely';
import type { Login } from '../../../src/data/contract/auth.ts';
import { CARD_CODE_LENGTH, type Card, type ClassPage } from '../../../src/data/contract/classes.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { foldCode, newCode, showCode } from '../../kernel/codes.ts';
import { lockAccount, writeFor } from '../../plugins/accountLock.ts';
import type { Caller } from '../../plugins/caller.ts';
import { type Identity, sha256 } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import type { Queries } from '../../ports/database/database.ts';
import { removeRows, updateRows } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import { writeAudit } from '../audit/audit.ts';
import { enter } from '../auth/entering.ts';
import { type ClassesContext, describeClass, findTaught } from './context.ts';
import { findPupils, presentClass } from './present.ts';

const WINDOW_MS = 5 * 60_000;
/** Right cards of one class: all of it signs in as a lesson begins, some of them several times. */
const RIGHT = { max: 600, windowMs: WINDOW_MS };
/** Wrong ones from one address, which a school shares: past them right ones still sign in. A code has 55 bits. */
const WRONG = { max: 100, windowMs: WINDOW_MS };

/** A new card: its code as it is printed, and what is stored of it. */
export function newCard(): { code: string; cardHash: string } {
  const code = newCode('compared', CARD_CODE_LENGTH);
  return { code: showCode(code), cardHash: sha256(code) };
}

/** One answer for all that is wrong. */
const wrong = () => new ApiError('unauthorised', 'This card does not sign in: ask your teacher');

/** The pupil of a card that is good. */
const findByCard = (queries: Queries, cardHash: string) =>
  queries
    .selectFrom('pupils')
    .innerJoin('classes', 'classes.id', 'pupils.classId')
    .innerJoin('accounts', 'accounts.id', 'pupils.userId')
    .select(['pupils.userId', 'accounts.displayName'])
    .select(['classes.id as classId', 'classes.clubId', 'classes.isOpen'])
    .select(['pupils.isMuted', 'classes.isPaused'])
    .where('pupils.cardHash', '=', cardHash)
    .where('classes.teacherId', '!=', '')
    .where('accounts.isDeleted', '=', false)
    .executeTakeFirst();

/** Cards of pupils, and signing in by them. */
export function cardCalls(context: ClassesContext) {
  const { database, settings, announcer } = context;
  const { queries } = database;

  /**
   * Inside a transaction that writes for the teacher: some pupils of a class, or all, with their accounts locked, signed
   * out on every device. Throws `not_found` where one is not in the class.
   */
  async function signOut(
    transaction: Transaction<Schema>,
    classId: string,
    userIds: readonly string[] | undefined,
  ) {
    const all = await findPupils(transaction, classId);
    const meant = userIds ? all.filter(({ userId }) => userIds.includes(userId)) : all;
    if (userIds && meant.length < new Set(userIds).size) {
      throw new ApiError('not_found', 'This class has no such pupil');
    }
    const ids = meant.map(({ userId }) => userId);
    // Code that takes several of these locks takes them in one order.
    for (const id of ids.toSorted()) await lockAccount(database, transaction, id);
    await removeRows(transaction, 'sessions', { userId: ids });
    await removeRows(transaction, 'remoteLogins', { userId: ids });
    return meant;
  }

  return {
    /** For their teacher. Throws `not_found`. */
    async make(
      identity: Identity,
      id: string,
      userIds: readonly string[] | undefined,
    ): Promise<{ cards: Card[] }> {
      const cards = await writeFor(database, identity.userId, async (transaction) => {
        await findTaught(transaction, identity, id);
        const made: Card[] = [];
        for (const { userId, name } of await signOut(transaction, id, userIds)) {
          const { code, cardHash } = newCard();
          // One who left the class meanwhile has no row.
          const isIn = await updateRows(
            transaction,
            'pupils',
            { userId, classId: id },
            { cardHash },
          );
          if (isIn > 0) made.push({ userId, name, code });
        }
        const reason = describeClass(id, made.length);
        await writeAudit(transaction, identity, { action: 'make-cards', reason });
        return made;
      });
      for (const { userId } of cards) announcer.recheck(userId);
      return { cards };
    },

    /** For their teacher. Again: nothing more. Throws `not_found`. */
    async end(
      identity: Identity,
      id: string,
      userIds: readonly string[] | undefined,
    ): Promise<ClassPage> {
      const { row, out } = await writeFor(database, identity.userId, async (transaction) => {
        const row = await findTaught(transaction, identity, id);
        const out = (await signOut(transaction, id, userIds)).map(({ userId }) => userId);
        await updateRows(transaction, 'pupils', { userId: out, classId: id }, { cardHash: null });
        const reason = describeClass(id, out.length);
        await writeAudit(transaction, identity, { action: 'end-cards', reason });
        return { row, out };
      });
      for (const userId of out) announcer.recheck(userId);
      return presentClass(context, row);
    },

    /** Open to everyone who has the card. Throws `unauthorised`, `too_many_requests`. */
    async login(code: string, caller: Caller): Promise<Login> {
      const nowMs = Date.now();
      const cardHash = sha256(foldCode(code));
      const found = await findByCard(queries, cardHash);
      if (!found) {
        await limit(queries, `card-wrong:${caller.address}`, { ...WRONG, nowMs });
        throw wrong();
      }
      await limit(queries, `card:${found.classId}`, { ...RIGHT, nowMs });
      return database.transaction(async (transaction) => {
        await lockAccount(database, transaction, found.userId);
        // Ended while this one waited.
        const pupil = await findByCard(transaction, cardHash);
        if (!pupil) throw wrong();
        const { userId, displayName, ...pupilOf } = pupil;
        const owner = { userId, displayName, pupilOf };
        return enter(transaction, settings, { owner, caller, way: 'card', nowMs });
      });
    },
  };
}
