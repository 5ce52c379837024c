import type { Transaction } from 'kysely';
import type * as z from 'zod';
import type {
  AvailabilityBodySchema,
  Login,
  LoginBodySchema,
  SignupBodySchema,
} from '../../../src/data/contract/auth.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { JamEvent } from '../../../src/data/contract/live.ts';
import { isReservedName } from '../../../src/data/contract/reservedNames.ts';
import { lockAccount } from '../../plugins/accountLock.ts';
import type { Caller } from '../../plugins/caller.ts';
import type { Identity } from '../../plugins/identity.ts';
import { forgive, limit } from '../../plugins/limits.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import type { Schema } from '../../ports/database/schema.ts';
import { appendEvent } from '../jams/events.ts';
import { createPersonalJam } from '../jams/personalJam.ts';
import { refuseCommon } from './commonPasswords.ts';
import { mailConfirmation } from './confirmation.ts';
import type { AccountsContext } from './context.ts';
import { enter } from './entering.ts';
import { admitAttempt } from './guesses.ts';
import { claimGuest } from './guests.ts';
import { checkInvitation, takeInvitation } from './invitations.ts';
import { welcomeMail } from './mails.ts';
import { claimName, isLookAlike } from './names.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import * as repo from './repo.ts';
import { enterOrAsk } from './secondStep.ts';

const MINUTE_MS = 60_000;
/** Of one address, which a school or a workshop may share. */
const LIMITS = {
  signups: { max: 100, windowMs: 60 * MINUTE_MS },
  lookups: { max: 60, windowMs: MINUTE_MS },
};

/** Also said of a reserved name, and of one that looks like another. */
const TAKEN_NAME = 'This name is already taken';
const TAKEN_EMAIL = 'This address already has an account';

type Guest = Pick<Identity, 'userId' | 'displayName'> | null;
export type SignupInput = z.output<typeof SignupBodySchema>;

/** Another way in than signing up: it asks for no invitation, and is open where signing up is closed. */
interface SpecialEntry {
  /** Done with the new account in its transaction; what it throws undoes all of it. */
  within(transaction: Transaction<Schema>, userId: string, nowMs: number): Promise<void>;
}

/** Signing up and in. Open to everyone: limits stand where an access check would. */
export function signInService(context: AccountsContext) {
  const { database, settings, background, origin, announcer } = context;
  const { queries } = database;

  /** Why this name or address cannot have a new account, by field. */
  async function takenFields(
    fields: z.output<typeof AvailabilityBodySchema>,
  ): Promise<Record<string, string>> {
    const { username, email } = fields;
    const isNameTaken =
      username !== undefined &&
      (isReservedName(username) ||
        (await repo.hasUserId(queries, username)) ||
        (await isLookAlike(queries, username)));
    const isEmailTaken = email !== undefined && (await repo.hasEmail(queries, email));
    return {
      ...(isNameTaken && { username: TAKEN_NAME }),
      ...(isEmailTaken && { email: TAKEN_EMAIL }),
    };
  }

  /** Throws `forbidden` where signing up is closed, or a `ValidationFailure` for a wrong invitation. */
  async function requireOpen({ invitation }: SignupInput): Promise<void> {
    const { signUps } = settings.accounts;
    if (signUps === 'closed') {
      throw new ApiError('forbidden', 'This server takes no new accounts at present');
    }
    if (signUps === 'invitation') await checkInvitation(queries, invitation, Date.now());
  }

  /** A guest keeps the name under which everything of theirs stands. */
  async function refuseTaken({ username, email }: SignupInput, guest: Guest): Promise<void> {
    if (guest && username !== guest.userId) {
      throw new ValidationFailure({ username: `As a guest you are ${guest.userId}: keep it` });
    }
    const taken = await takenFields(guest ? { email } : { username, email });
    if (Object.keys(taken).length > 0) throw new ValidationFailure(taken);
  }

  /** Stores it; who sees a guest in a room is told that they are a member of it now. */
  async function store(
    body: SignupInput,
    caller: Caller,
    guest: Guest,
    entry: SpecialEntry | undefined,
  ): Promise<Login> {
    const { username: userId, email, productUpdates, client, referralId = null } = body;
    const { signUps, confirmsEmail } = settings.accounts;
    const passwordHash = await hashPassword(body.password, { lane: `signup ${caller.address}` });
    const nowMs = Date.now();
    const owner = { userId, displayName: guest?.displayName ?? userId };
    const stored = await database.transaction(async (transaction) => {
      const account = {
        userId,
        email,
        passwordHash,
        productUpdates,
        client,
        referralId,
        awaitsConfirmation: confirmsEmail,
        nowMs,
      };
      const rooms = guest ? await claimGuest(database, transaction, account) : [];
      if (!guest) await repo.insertAccount(transaction, account);
      if (!(await claimName(transaction, owner)))
        throw new ValidationFailure({ username: TAKEN_NAME });
      if (entry) await entry.within(transaction, userId, nowMs);
      else if (signUps === 'invitation') await takeInvitation(transaction, body.invitation!, nowMs);
      await createPersonalJam(transaction, { ...owner, isDemo: false, nowMs });
      const login = await enter(transaction, settings, { owner, caller, way: 'signup', nowMs });
      const told: [jamId: string, event: JamEvent][] = [];
      for (const jamId of rooms) {
        const happened = { jamId, kind: 'member', ref: userId, userId, nowMs } as const;
        told.push([jamId, await appendEvent(database, transaction, happened)]);
      }
      return { login, told };
    });
    for (const [jamId, event] of stored.told) announcer.announce(jamId, [event]);
    return stored.login;
  }

  return {
    /**
     * Makes an account with its personal jam and signs it in; a guest's is made of what they are already. Throws a
     * `ValidationFailure` by field, `forbidden` where there are no new accounts.
     * @param entry another way in than the one that the settings say
     */
    async signup(
      body: SignupInput,
      caller: Caller,
      identity: Identity | null = null,
      entry?: SpecialEntry,
    ): Promise<Login> {
      const guest = identity?.guestOf === undefined ? null : identity;
      const limits = { ...LIMITS.signups, nowMs: Date.now() };
      await limit(queries, `signup:${caller.address}`, limits);
      if (!entry) await requireOpen(body);
      refuseCommon('password', body.password);
      await refuseTaken(body, guest);
      const login = await store(body, caller, guest, entry).catch(async (error: unknown) => {
        // Someone else took the name or the address in between.
        if (database.isUniqueViolation(error)) await refuseTaken(body, guest);
        throw error;
      });
      if (settings.accounts.confirmsEmail) mailConfirmation(context, body.email);
      else {
        const { user_id: userId } = login;
        const to = { email: body.email, userId, server: settings.serverName, origin: origin() };
        background.mail({ ...welcomeMail(to), userId });
      }
      return login;
    },

    /**
     * Signs in with a name or an address. One answer, after the same work, for all that is wrong. Throws `second_factor`
     * with a ticket where the password is right and the account asks for more.
     */
    async login(body: z.output<typeof LoginBodySchema>, caller: Caller): Promise<Login> {
      const nowMs = Date.now();
      const folded = body.username.includes('@')
        ? repo.foldEmail(body.username)
        : repo.foldUserId(body.username);
      const account = await repo.findByLogin(queries, body.username);
      const userId = account?.userId ?? null;
      const { turn, key } = await admitAttempt(queries, { userId, typed: folded, caller, nowMs });
      const isRight = await verifyPassword(body.password, account?.passwordHash ?? null, turn);
      const wrong = () => new ApiError('unauthorised', 'The name or the password is wrong');
      if (!account || !isRight) throw wrong();
      await forgive(queries, key);
      const entered = await database.transaction(async (transaction) => {
        await lockAccount(database, transaction, account.userId);
        const present = await repo.findById(transaction, account.userId);
        // Changed while it was being checked.
        if (present?.passwordHash !== account.passwordHash) throw wrong();
        const step = { account: present, caller, way: 'password', nowMs } as const;
        return enterOrAsk(transaction, settings, step);
      });
      if ('login' in entered) return entered.login;
      throw new ApiError('second_factor', 'Show your second factor too', entered);
    },

    /** May an account be made with this name and this address? */
    async availability(
      body: z.output<typeof AvailabilityBodySchema>,
      caller: Caller,
    ): Promise<{ available: boolean }> {
      const limits = { ...LIMITS.lookups, nowMs: Date.now() };
      await limit(queries, `availability:${caller.address}`, limits);
      return { available: Object.keys(await takenFields(body)).length === 0 };
    },
  };
}
