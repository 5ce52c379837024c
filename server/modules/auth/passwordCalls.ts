import type * as z from 'zod';
import type {
  Login,
  PasswordChangeBodySchema,
  PasswordResetBodySchema,
} from '../../../src/data/contract/auth.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { lockAccount, writeFor } from '../../plugins/accountLock.ts';
import type { Caller } from '../../plugins/caller.ts';
import { type Identity, sha256 } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import { refuseCommon } from './commonPasswords.ts';
import type { AccountsContext } from './context.ts';
import { enter } from './entering.ts';
import { tellOwner } from './factorMails.ts';
import { forgottenPasswordMail, mailTicket, passwordChangedMail } from './mails.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { forgetPlaces, movePlace } from './places.ts';
import * as repo from './repo.ts';
import { endAllSessions } from './sessions.ts';

const MINUTE_MS = 60_000;
const RESET_MINUTES = 60;
const RESET_MS = RESET_MINUTES * MINUTE_MS;
const FORGOTTEN = { max: 5, windowMs: 60 * MINUTE_MS };
const FORGOTTEN_BY_ADDRESS = { max: 30, windowMs: 60 * MINUTE_MS };
/** Mails that an account gets in an hour, from all callers and addresses. */
const RESET_MAILS = { max: 5, windowMs: 60 * MINUTE_MS };
const RESETS_BY_ADDRESS = { max: 30, windowMs: 10 * MINUTE_MS };
const CHECKS = { max: 10, windowMs: 5 * MINUTE_MS };

const STALE_LINK = 'This link was used already or is too old: ask for a new one';

const NOT_YOURS = 'This is not your password';

/** Callers with a session go first. */
const ownTurn = (userId: string) => ({ lane: `account ${userId}`, isKnown: true });

/**
 * Throws a `ValidationFailure` of `field` unless this is the password of the account. Wrong ones are slowed
 * down, so that an unlocked screen is not enough to find it.
 */
export async function checkOwnPassword(
  { database: { queries } }: Pick<AccountsContext, 'database'>,
  { userId }: Identity,
  { field, password }: { field: string; password: string },
): Promise<repo.AuthAccount> {
  await limit(queries, `password:${userId}`, { ...CHECKS, nowMs: Date.now() });
  const account = await repo.findById(queries, userId);
  if (account && (await verifyPassword(password, account.passwordHash, ownTurn(userId))))
    return account;
  throw new ValidationFailure({ [field]: NOT_YOURS });
}

/** Forgotten, reset and changed passwords. */
export function passwordService(context: AccountsContext) {
  const { database, settings, background, origin } = context;
  const { queries } = database;

  const mailReset = (email: string, nowMs: number): Promise<void> =>
    mailTicket(context, {
      email,
      kind: 'reset',
      expires: nowMs + RESET_MS,
      remoteHash: null,
      limit: { name: 'reset-mail', ...RESET_MAILS },
      compose: (to, token) => forgottenPasswordMail(to, token, RESET_MINUTES),
    });

  function mailChanged({ email, userId }: repo.AuthAccount): void {
    if (!email) return;
    const to = { email, userId, server: settings.serverName, origin: origin() };
    background.mail({ ...passwordChangedMail(to), userId });
  }

  return {
    /** Open to everyone. The answer comes before the address is even looked up. */
    async forgot({ email }: { email: string }, caller: Caller): Promise<Record<string, never>> {
      const nowMs = Date.now();
      await limit(queries, `forgot:${caller.address}`, { ...FORGOTTEN_BY_ADDRESS, nowMs });
      const accountKey = `forgot:${repo.foldEmail(email)}:${caller.address}`;
      await limit(queries, accountKey, { ...FORGOTTEN, nowMs });
      background.run('forgotten password', () => mailReset(email, nowMs));
      return {};
    },

    /** The holder of the token in the mail may set the password, once. Ends every session. */
    async reset(
      { token, password }: z.output<typeof PasswordResetBodySchema>,
      caller: Caller,
    ): Promise<Record<string, never>> {
      const nowMs = Date.now();
      await limit(queries, `reset:${caller.address}`, { ...RESETS_BY_ADDRESS, nowMs });
      refuseCommon('password', password);
      const key = { tokenHash: sha256(token), kind: 'reset' } as const;
      const stale = () => new ApiError('bad_request', STALE_LINK);
      // Before the hash, whose work a made-up token must not cause.
      const known = await repo.findTicket(queries, key, nowMs);
      if (!known) throw stale();
      const passwordHash = await hashPassword(password, { lane: `reset ${caller.address}` });
      const account = await database.transaction(async (transaction) => {
        const { userId } = known;
        // Before the ticket, as code that ends all tickets of the account does it.
        await lockAccount(database, transaction, userId);
        if (!(await repo.takeTicket(transaction, key, Date.now()))) throw stale();
        if (!(await repo.setPassword(transaction, userId, { passwordHash }))) throw stale();
        await endAllSessions(transaction, userId);
        // The link came by mail: the address is theirs.
        await repo.setConfirmed(transaction, userId);
        // The reader of the mail is the owner: from here guesses of others no longer slow them.
        await movePlace(transaction, { userId, address: caller.address, nowMs });
        return repo.findById(transaction, userId);
      });
      context.announcer.recheck(known.userId);
      if (account) mailChanged(account);
      return {};
    },

    /** A password for an account that has none, which a proof stands for. Throws `conflict` where it has one. */
    async setFirst(
      { password }: { readonly password: string },
      { userId }: Identity,
    ): Promise<Record<string, never>> {
      await limit(queries, `first-password:${userId}`, { ...CHECKS, nowMs: Date.now() });
      refuseCommon('password', password);
      const passwordHash = await hashPassword(password, ownTurn(userId));
      const isSet = await writeFor(database, userId, (transaction) =>
        repo.setPassword(transaction, userId, { passwordHash, previous: null }),
      );
      if (!isSet) throw new ApiError('conflict', 'Your account has a password: change it instead');
      tellOwner(context, userId, { kind: 'password set' });
      return {};
    },

    /** A member with their present password sets a new one. Ends every session and starts one. */
    async change(
      { currentPassword, newPassword }: z.output<typeof PasswordChangeBodySchema>,
      identity: Identity,
      caller: Caller,
    ): Promise<Login> {
      const field = { field: 'currentPassword', password: currentPassword };
      refuseCommon('newPassword', newPassword);
      const account = await checkOwnPassword(context, identity, field);
      const passwordHash = await hashPassword(newPassword, ownTurn(identity.userId));
      const nowMs = Date.now();
      const login = await database.transaction(async (transaction) => {
        await lockAccount(database, transaction, account.userId);
        const change = { passwordHash, previous: account.passwordHash };
        if (!(await repo.setPassword(transaction, account.userId, change))) {
          throw new ValidationFailure({ currentPassword: NOT_YOURS });
        }
        await endAllSessions(transaction, account.userId);
        await forgetPlaces(transaction, account.userId);
        return enter(transaction, settings, { owner: account, caller, way: 'inside', nowMs });
      });
      context.announcer.recheck(account.userId);
      mailChanged(account);
      return login;
    },
  };
}
