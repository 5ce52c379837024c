/** Commands about single accounts, for people who lost every way in. */
import { writeAudit } from '../modules/audit/audit.ts';
import { factorMail } from '../modules/auth/factorMails.ts';
import { removeFactors } from '../modules/auth/factors.ts';
import { endAllSessions } from '../modules/auth/sessions.ts';
import { writeFor } from '../plugins/accountLock.ts';
import type { Queries } from '../ports/database/database.ts';
import { findRow, hasRow } from '../ports/database/rows.ts';
import { queueMail } from '../ports/mail/waiting.ts';
import { StartError } from '../startError.ts';
import type { AdminCommand, AdminContext } from './command.ts';

/** As the audit names who did it. */
export const BY_COMMAND = { userId: 'command line' };

/** Where people reach the server, as the command line knows it. */
export const originOf = ({ publicUrl, port }: AdminContext['settings']): string =>
  publicUrl ?? `http://localhost:${port}`;

/** The account of a name in any case, which a person signs in to. Throws a `StartError` where there is none. */
export async function accountOf(queries: Queries, name: string) {
  const there = { idFolded: name.toLowerCase(), isDeleted: false, isDemo: false };
  const row = await findRow(queries, 'accounts', there, [
    'id',
    'email',
    'passwordHash',
    'hasSecondFactor',
  ]);
  const isOpen =
    row &&
    (row.passwordHash !== null ||
      row.hasSecondFactor ||
      (await hasRow(queries, 'providerLinks', { userId: row.id })));
  if (!isOpen) {
    throw new StartError(`There is no account ${JSON.stringify(name)} that a person signs in to.`);
  }
  return row;
}

async function forgetFactors({ database, settings, nowMs }: AdminContext, name: string) {
  const { id: userId, email, hasSecondFactor } = await accountOf(database.queries, name);
  if (!hasSecondFactor) return [`${userId} has no second factor.`];
  await writeFor(database, userId, async (transaction) => {
    await removeFactors(transaction, userId);
    await endAllSessions(transaction, userId);
    const deed = { action: 'forget-factors', userId, reason: 'By the command line' } as const;
    await writeAudit(transaction, BY_COMMAND, deed);
    if (email === null) return;
    const to = { email, userId, server: settings.serverName, origin: originOf(settings) };
    await queueMail(transaction, factorMail(to, { kind: 'all forgotten' }), nowMs);
  });
  return [
    `${userId} has no passkey, no time codes and no recovery codes any more, and is signed out everywhere.`,
    'The password signs in alone now; who has forgotten that, too, asks for a new one on the page for it.',
  ];
}

export const ACCOUNT_COMMANDS: readonly AdminCommand[] = [
  {
    name: 'forget-factors',
    usage: 'NAME  removes the passkeys and codes of an account that lost them, and signs it out',
    run: async (context, [name, ...more]) =>
      name && more.length === 0 ? forgetFactors(context, name) : undefined,
  },
];
