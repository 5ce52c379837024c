import type { Transaction } from 'kysely';
import type * as z from 'zod';
import type {
  AvailabilityBodySchema,
  Login,
  LoginBodySchema,
  SignupBodySchema,
} from '../../../src/data/contract/auth.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { Caller } from '../../plugins/caller.ts';
import { hasOffice, type Identity } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { findRoles } from '../../plugins/offices.ts';
import type { Schema } from '../../ports/database/schema.ts';
import { refuseCommon } from './commonPasswords.ts';
import { mailConfirmation } from './confirmation.ts';
import type { AccountsContext } from './context.ts';
import { checkInvitation, takeInvitation } from './invitations.ts';
import { guestOf, newAccounts } from './newAccounts.ts';
import { hashPassword } from './passwords.ts';
import { enterOrAsk } from './secondStep.ts';
import { tellOfNewDevices } from './signIns.ts';
import { checkTypedPassword, lockChecked } from './typedPassword.ts';

/** Of one address, which a school or a workshop may share. */
const LOOKUPS = { max: 60, windowMs: 60_000 };

export type SignupInput = z.output<typeof SignupBodySchema>;

/** Another way in than signing up: it asks for no invitation, and is open where signing up is closed. */
interface SpecialEntry {
  /** Done with the new account in its transaction; what it throws undoes all of it. */
  within(transaction: Transaction<Schema>, userId: string, nowMs: number): Promise<void>;
}

/** Signing up and in. Open to everyone: limits stand where an access check would. */
export function signInService(context: AccountsContext) {
  const { database, settings } = context;
  const { queries } = database;
  const accounts = newAccounts(context);

  /** Throws `forbidden` where signing up is closed, or a `ValidationFailure` for a wrong invitation. */
  async function requireOpen({ invitation }: SignupInput): Promise<void> {
    const { signUps } = settings.accounts;
    if (settings.providers.hidesPasswords) {
      throw new ApiError('forbidden', 'Sign in with your organisation here: it makes your account');
    }
    if (signUps === 'closed') {
      throw new ApiError('forbidden', 'This server takes no new accounts at present');
    }
    if (signUps === 'invitation') await checkInvitation(queries, invitation, Date.now());
  }

  /** Where passwords are hidden they are for those who run the server. Throws `forbidden` for everybody else. */
  async function requirePasswordDoor(userId: string): Promise<void> {
    if (!settings.providers.hidesPasswords) return;
    if (hasOffice(await findRoles(queries, settings, userId))) return;
    throw new ApiError('forbidden', 'Sign in with your organisation here');
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
      const { username: userId, email, productUpdates, client, referralId = null } = body;
      const { signUps, confirmsEmail } = settings.accounts;
      const guest = guestOf(identity);
      await accounts.limit(caller);
      if (!entry) await requireOpen(body);
      refuseCommon('password', body.password);
      await accounts.refuseTaken({ userId, email }, guest);
      const passwordHash = await hashPassword(body.password, { lane: `signup ${caller.address}` });
      const login = await accounts.make({
        account: {
          userId,
          email,
          passwordHash,
          productUpdates,
          client,
          referralId,
          awaitsConfirmation: confirmsEmail,
        },
        guest,
        caller,
        async within(transaction, newId, nowMs) {
          if (entry) await entry.within(transaction, newId, nowMs);
          else if (signUps === 'invitation')
            await takeInvitation(transaction, body.invitation!, nowMs);
        },
      });
      if (confirmsEmail) mailConfirmation(context, email);
      else accounts.mailWelcome(login.user_id, email);
      return login;
    },

    /**
     * Signs in with a name or an address. One answer, after the same work, for all that is wrong. Throws `second_factor`
     * with a ticket where the password is right and the account asks for more, and `forbidden` where it is not for
     * passwords.
     */
    async login(body: z.output<typeof LoginBodySchema>, caller: Caller): Promise<Login> {
      const nowMs = Date.now();
      const account = await checkTypedPassword(context, body, caller);
      await requirePasswordDoor(account.userId);
      const entered = await database.transaction(async (transaction) => {
        const present = await lockChecked(context, transaction, account);
        const step = { account: present, caller, way: 'password', nowMs } as const;
        return enterOrAsk(transaction, settings, step);
      });
      if ('login' in entered) {
        tellOfNewDevices(context, account.userId);
        return entered.login;
      }
      throw new ApiError('second_factor', 'Show your second factor too', entered);
    },

    /** May an account be made with this name and this address? */
    async availability(
      body: z.output<typeof AvailabilityBodySchema>,
      caller: Caller,
    ): Promise<{ available: boolean }> {
      const limits = { ...LOOKUPS, nowMs: Date.now() };
      await limit(queries, `availability:${caller.address}`, limits);
      return { available: Object.keys(await accounts.takenFields(body)).length === 0 };
    },
  };
}
