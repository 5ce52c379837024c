import { ApiError } from '../../../src/data/contract/errors.ts';
import { lockAccount } from '../../plugins/accountLock.ts';
import { awaitsConfirmation } from '../../plugins/accounts.ts';
import type { Caller } from '../../plugins/caller.ts';
import { type Identity, sha256 } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import { composeMail } from '../../ports/mail/layout.ts';
import type { MailMessage } from '../../ports/mail/mail.ts';
import type { AccountsContext } from './context.ts';
import { type MailTo, mailTicket } from './mails.ts';
import { checkOwnPassword } from './passwordCalls.ts';
import * as repo from './repo.ts';

const HOUR_MS = 3_600_000;
const LINK_DAYS = 3;
const LINK_MS = LINK_DAYS * 24 * HOUR_MS;
/** Links that an account may ask for, also for another address, in an hour. */
const ASKED = { max: 5, windowMs: HOUR_MS };
/** Other addresses that an account may try at all in a day, so that it mails no list of strangers. */
const CHANGES = { max: 5, windowMs: 24 * HOUR_MS };
/** Mails of this kind to one account in an hour, the first one too. */
const MAILS = { name: 'confirm-mail', max: ASKED.max + 1, windowMs: HOUR_MS };
const CONFIRMS_BY_ADDRESS = { max: 30, windowMs: HOUR_MS / 6 };

const STALE_LINK = 'This link was used already or is too old';
const CONFIRMED = 'Your address is confirmed already';
const TAKEN_EMAIL = 'This address already has an account';

/** The first mail to a new account, or one more. `token` confirms the address once. */
function confirmationMail({ email, userId, server, origin }: MailTo, token: string): MailMessage {
  return composeMail(email, {
    server,
    subject: `Confirm your address for ${server}`,
    paragraphs: [
      `Hello ${userId},`,
      'Your account is ready and works at once. Confirm that this address is yours: then there is room for everything that you make, and you can share it with everyone.',
    ],
    action: { label: 'Confirm my address', url: `${origin}/confirm-email?token=${token}` },
    notes: [
      `The link works once, for ${LINK_DAYS} days.`,
      'If you did not make this account, leave this mail alone.',
    ],
  });
}

/** Mails the link to the address of an account; nothing once it got enough of them. */
export function mailConfirmation(context: AccountsContext, email: string): void {
  context.background.run('confirmation', () =>
    mailTicket(context, {
      email,
      kind: 'confirm',
      expires: Date.now() + LINK_MS,
      remoteHash: null,
      limit: MAILS,
      compose: confirmationMail,
    }),
  );
}

/** Confirming addresses of accounts, and mending one that was mistyped. */
export function confirmationService(context: AccountsContext) {
  const { database, settings } = context;
  const { queries } = database;

  async function requireWaiting({ userId }: Identity): Promise<void> {
    if (await awaitsConfirmation(queries, settings.accounts, userId)) return;
    throw new ApiError('conflict', CONFIRMED);
  }

  return {
    /** Open to everyone: the holder of the token in the mail has the address. Throws `bad_request` for a stale one. */
    async confirm({ token }: { token: string }, caller: Caller): Promise<Record<string, never>> {
      const nowMs = Date.now();
      await limit(queries, `confirm:${caller.address}`, { ...CONFIRMS_BY_ADDRESS, nowMs });
      const key = { tokenHash: sha256(token), kind: 'confirm' } as const;
      await database.transaction(async (transaction) => {
        const ticket = await repo.takeTicket(transaction, key, nowMs);
        if (!ticket) throw new ApiError('bad_request', STALE_LINK);
        await repo.setConfirmed(transaction, ticket.userId);
      });
      return {};
    },

    /** One more mail. Throws `conflict` when there is nothing to confirm. */
    async resend(identity: Identity): Promise<Record<string, never>> {
      await requireWaiting(identity);
      const { userId } = identity;
      await limit(queries, `confirm-asked:${userId}`, { ...ASKED, nowMs: Date.now() });
      const account = await repo.findById(queries, userId);
      if (account?.email) mailConfirmation(context, account.email);
      return {};
    },

    /**
     * Another address in place of one that is not confirmed, by a caller who repeats the password. Links that went to the
     * old one are good for nothing any more. Throws a `ValidationFailure`, or `conflict` once it is confirmed.
     */
    async changeEmail(
      { email, password }: { email: string; password: string },
      identity: Identity,
    ): Promise<{ email: string }> {
      await requireWaiting(identity);
      const { userId } = identity;
      await checkOwnPassword(context, identity, { field: 'password', password });
      const nowMs = Date.now();
      await limit(queries, `email-changes:${userId}`, { ...CHANGES, nowMs });
      await limit(queries, `confirm-asked:${userId}`, { ...ASKED, nowMs });
      const isChanged = await database
        .transaction(async (transaction) => {
          await lockAccount(database, transaction, userId);
          await repo.deleteMailTickets(transaction, userId);
          return repo.setUnconfirmedEmail(transaction, userId, email);
        })
        .catch((error: unknown) => {
          if (!database.isUniqueViolation(error)) throw error;
          throw new ValidationFailure({ email: TAKEN_EMAIL });
        });
      if (!isChanged) throw new ApiError('conflict', CONFIRMED);
      mailConfirmation(context, email);
      return { email };
    },
  };
}

export type ConfirmationService = ReturnType<typeof confirmationService>;
