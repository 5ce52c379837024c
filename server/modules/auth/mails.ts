import { lockAccount } from '../../plugins/accountLock.ts';
import { sha256 } from '../../plugins/identity.ts';
import { isWithinLimit } from '../../plugins/limits.ts';
import type { TicketRow } from '../../ports/database/schemaAccounts.ts';
import { composeMail } from '../../ports/mail/layout.ts';
import type { MailMessage } from '../../ports/mail/mail.ts';
import type { AccountsContext } from './context.ts';
import { findById, findByLogin, insertTicket } from './repo.ts';
import { newSecret } from './sessions.ts';

/**
 * Whom a mail is for, the name of the server that writes it, and the origin that its links lead to. The greeting is by the user name, whose letters make no
 * link: the name that is shown is what a visitor typed, and it is not known yet whether the address is theirs.
 */
export interface MailTo {
  readonly email: string;
  readonly userId: string;
  readonly server: string;
  readonly origin: string;
}

export function welcomeMail({ email, userId, server, origin }: MailTo): MailMessage {
  return composeMail(email, {
    server,
    subject: `Welcome to ${server}`,
    paragraphs: [
      `Hello ${userId},`,
      'Your account is ready. What you make is kept in your own jam, and it stays yours: you can export or delete all of it at any time.',
    ],
    action: { label: 'Make a rifff', url: `${origin}/jam` },
    notes: ['If you did not make this account, set a new password for it or delete it.'],
  });
}

/** `token` sets a new password once; `minutes` says for how long. */
export function forgottenPasswordMail(to: MailTo, token: string, minutes: number): MailMessage {
  return composeMail(to.email, {
    server: to.server,
    subject: `A new password for ${to.server}`,
    paragraphs: [
      `Hello ${to.userId},`,
      'Someone, probably you, asked for a new password for your account.',
    ],
    action: { label: 'Set a new password', url: `${to.origin}/reset-password?token=${token}` },
    notes: [
      `The link works once, for ${minutes} minutes.`,
      'If it was not you, leave this mail alone: your password stays as it is.',
    ],
  });
}

export function passwordChangedMail({ email, userId, server, origin }: MailTo): MailMessage {
  return composeMail(email, {
    server,
    subject: `Your ${server} password was changed`,
    paragraphs: [
      `Hello ${userId},`,
      'The password of your account was changed, and every device was signed out.',
    ],
    action: { label: 'It was not me', url: `${origin}/forgot-password` },
    notes: ['If it was you, there is nothing to do.'],
  });
}

/** A single-use ticket that goes to the owner of an address by mail. */
export interface MailedTicket extends Pick<TicketRow, 'kind' | 'expires' | 'remoteHash'> {
  readonly email: string;
  /** Mails of this name that an account gets in a time, from all callers and addresses. */
  readonly limit: { readonly name: string; readonly max: number; readonly windowMs: number };
  readonly compose: (to: MailTo, token: string) => MailMessage;
}

/** Mails a ticket; does nothing for an address that has no account, or that got enough of them. */
export async function mailTicket(
  { database, settings, background, origin }: AccountsContext,
  { email, limit: { name, ...most }, compose, ...ticket }: MailedTicket,
): Promise<void> {
  const { queries } = database;
  const account = await findByLogin(queries, email);
  if (!account?.email) return;
  const { userId } = account;
  const nowMs = Date.now();
  // Counted in one step: many that ask at once get no more than one who asks again and again.
  if (!(await isWithinLimit(queries, `${name}:${userId}`, { ...most, nowMs }))) return;
  const token = newSecret();
  const row = { ...ticket, tokenHash: sha256(token), userId, created: nowMs };
  const isStored = await database.transaction(async (transaction) => {
    await lockAccount(database, transaction, userId);
    // Deleted meanwhile: then there is no account to mail to.
    if (!(await findById(transaction, userId))) return false;
    await insertTicket(transaction, row);
    return true;
  });
  if (!isStored) return;
  const { serverName: server } = settings;
  const to = { email: account.email, userId, server, origin: origin() };
  const message = compose(to, token);
  background.mail({ ...message, userId, untilMs: row.expires });
}
