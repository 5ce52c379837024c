import type * as z from 'zod';
import { DEFAULT_ACCESS } from '../../../src/data/contract/accountOptions.ts';
import type { Login } from '../../../src/data/contract/auth.ts';
import type { Move, MoveOffer, MoveOutBodySchema } from '../../../src/data/contract/classes.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { isOfficialName } from '../../../src/data/contract/reservedNames.ts';
import { lockAccount, writeFor } from '../../plugins/accountLock.ts';
import type { Caller } from '../../plugins/caller.ts';
import { type Identity, sha256 } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import type { Queries } from '../../ports/database/database.ts';
import { removeRows, updateRows } from '../../ports/database/rows.ts';
import { writeAudit } from '../audit/audit.ts';
import { refuseCommon } from '../auth/commonPasswords.ts';
import { mailConfirmation } from '../auth/confirmation.ts';
import { enter } from '../auth/entering.ts';
import { claimName, isLookAlike } from '../auth/names.ts';
import { newAccounts } from '../auth/newAccounts.ts';
import { hashPassword } from '../auth/passwords.ts';
import { forgetPlaces } from '../auth/places.ts';
import { foldEmail, insertTicket, takeTicket } from '../auth/repo.ts';
import { endAllSessions, newSecret } from '../auth/sessions.ts';
import { findChannels, lockClub } from '../clubs/context.ts';
import { deleteMember } from '../clubs/members.ts';
import { keepMade } from '../jams/keepInOwn.ts';
import { renamePersonalJam } from '../jams/personalJam.ts';
import { indexPeople } from '../searchIndex/indexing.ts';
import { type ClassesContext, describeClass, findPupil, findTaught } from './context.ts';

const LINK_MS = 14 * 24 * 3_600_000;
/** Links that one address may try. A token has 192 bits: this keeps the database quiet, not the token safe. */
const TRIES = { max: 60, windowMs: 10 * 60_000 };

const stale = () => new ApiError('not_found', 'This link was used already, or is too old');

/** Whose account a link gives away, while their class is there. */
async function findMoving(queries: Queries, token: string, nowMs: number) {
  const found = await queries
    .selectFrom('tickets')
    .innerJoin('pupils', 'pupils.userId', 'tickets.userId')
    .innerJoin('classes', 'classes.id', 'pupils.classId')
    .innerJoin('accounts', 'accounts.id', 'pupils.userId')
    .select(['pupils.userId', 'accounts.displayName as name', 'classes.name as className'])
    .select('classes.clubId')
    .where('tickets.tokenHash', '=', sha256(token))
    .where('tickets.kind', '=', 'move')
    .where('tickets.expires', '>', nowMs)
    .where('classes.teacherId', '!=', '')
    .where('accounts.isDeleted', '=', false)
    .executeTakeFirst();
  if (!found) throw stale();
  return found;
}

/** A name that an account may have outside of its class: the one that its teacher wrote, unless it looks like another's. */
const isFree = async (queries: Queries, userId: string, name: string): Promise<boolean> =>
  !isOfficialName(name) && !(await isLookAlike(queries, name, userId));

/** How the account of a pupil becomes one of their own. */
export function movingCalls(context: ClassesContext) {
  const { database, settings, announcer } = context;
  const { queries } = database;
  const accounts = newAccounts(context);

  /** Such an account is signed in to by a password. Throws `forbidden` where there are none. */
  function requirePasswords(): void {
    if (!settings.providers.hidesPasswords) return;
    throw new ApiError(
      'forbidden',
      'People sign in with their organisation here: nobody moves out',
    );
  }

  const limitBy = ({ address }: Caller) =>
    limit(queries, `move:${address}`, { ...TRIES, nowMs: Date.now() });

  /** What they made in the channels of their class is in their own jam, too. Again: what is left. */
  async function keep({ userId, clubId }: { userId: string; clubId: string }): Promise<void> {
    for (const { id } of await findChannels(queries, [clubId])) {
      await keepMade(database, id, { userId });
    }
  }

  /** Throws a `ValidationFailure` where the address is that of another account. */
  async function refuseTaken(email: string): Promise<void> {
    const taken = await accounts.takenFields({ email });
    if (Object.keys(taken).length > 0) throw new ValidationFailure(taken);
  }

  return {
    /** For their teacher. An older link of the pupil ends. Throws `not_found`. */
    async invite(
      identity: Identity,
      { id, userId }: { readonly id: string; readonly userId: string },
    ): Promise<Move> {
      await findTaught(queries, identity, id);
      requirePasswords();
      const token = newSecret();
      const created = Date.now();
      const expires = created + LINK_MS;
      await writeFor(database, identity.userId, async (transaction) => {
        await findTaught(transaction, identity, id);
        await lockAccount(database, transaction, userId);
        await findPupil(transaction, id, userId);
        await removeRows(transaction, 'tickets', { userId, kind: 'move' });
        const ticket = { kind: 'move', userId, created, expires, remoteHash: null } as const;
        await insertTicket(transaction, { ...ticket, tokenHash: sha256(token) });
        const deed = { action: 'move-pupil', userId, reason: describeClass(id) } as const;
        await writeAudit(transaction, identity, deed);
      });
      return { token, expires };
    },

    /** Open to everyone who has the link. Throws `not_found` for one that is over. */
    async offer(token: string, caller: Caller): Promise<MoveOffer> {
      await limitBy(caller);
      const { userId, name, className } = await findMoving(queries, token, Date.now());
      return { userId, name, className };
    },

    /**
     * Once, for the holder of the link: the account leaves its class with all that it made, and is an ordinary one.
     * Throws `not_found` for a link that is over, a `ValidationFailure` by field.
     */
    async out(
      { token, email, password }: z.output<typeof MoveOutBodySchema>,
      caller: Caller,
    ): Promise<Login> {
      await limitBy(caller);
      requirePasswords();
      refuseCommon('password', password);
      const pupil = await findMoving(queries, token, Date.now());
      const { userId, clubId, name } = pupil;
      await refuseTaken(email);
      const passwordHash = await hashPassword(password, { lane: `move ${caller.address}` });
      // Before they leave, so that nothing is lost where the process ends in between.
      await keep(pupil);
      const nowMs = Date.now();
      const { confirmsEmail } = settings.accounts;
      const key = { tokenHash: sha256(token), kind: 'move' } as const;
      const moving = database.transaction(async (transaction) => {
        await lockAccount(database, transaction, userId);
        await findMoving(transaction, token, nowMs);
        if (!(await takeTicket(transaction, key, nowMs))) throw stale();
        await lockClub(database, transaction, clubId);
        await deleteMember(transaction, { clubId, userId, isBlocked: false });
        await removeRows(transaction, 'pupils', { userId });
        await endAllSessions(transaction, userId);
        await forgetPlaces(transaction, userId);
        const owner = {
          userId,
          displayName: (await isFree(transaction, userId, name)) ? name : userId,
        };
        await updateRows(
          transaction,
          'accounts',
          { id: userId },
          {
            classId: null,
            displayName: owner.displayName,
            email,
            emailFolded: foldEmail(email),
            passwordHash,
            awaitsConfirmation: confirmsEmail,
            // Their teacher accepted them; now it is for them to do.
            termsVersionAccepted: 0,
            access: DEFAULT_ACCESS,
          },
        );
        if (!(await claimName(transaction, owner))) {
          throw new ApiError('bad_request', 'Another person took this name just now: try again');
        }
        await renamePersonalJam(transaction, owner);
        await indexPeople(transaction, [userId]);
        return enter(transaction, settings, { owner, caller, way: 'signup', nowMs });
      });
      const login = await moving.catch(async (error: unknown) => {
        // Another person took the address in between.
        if (database.isUniqueViolation(error)) await refuseTaken(email);
        throw error;
      });
      announcer.recheck(userId);
      await keep(pupil);
      if (confirmsEmail) mailConfirmation(context, email);
      else accounts.mailWelcome(userId, email);
      return login;
    },
  };
}
