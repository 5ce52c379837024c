import type { Login } from '../../../src/data/contract/auth.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { SettingChanges, StoredSetting, TestMail } from '../../../src/data/contract/setup.ts';
import type { Server } from '../../kernel/module.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import type { Caller } from '../../plugins/caller.ts';
import type { Identity } from '../../plugins/identity.ts';
import { limit, limitPace } from '../../plugins/limits.ts';
import { giveOffice } from '../../plugins/offices.ts';
import type { Queries } from '../../ports/database/database.ts';
import { getRow } from '../../ports/database/rows.ts';
import { composeMail } from '../../ports/mail/layout.ts';
import { reasonOf } from '../../startError.ts';
import { presentStored, storedSettings } from '../../storedSettings.ts';
import { writeAudit } from '../audit/audit.ts';
import type { AuthService } from '../auth/service.ts';
import type { SignupInput } from '../auth/signIn.ts';
import { requireLink, takeLink } from './link.ts';

const MINUTE_MS = 60_000;
/** Links that one address may try. A token has 192 bits: this keeps the database quiet, not the token safe. */
const TRIES = { max: 30, windowMs: 10 * MINUTE_MS };
const MAILS = { atOnce: 3, perHour: 20 };

/** Topic on which nodes tell each other that settings were stored. */
export const STORED_TOPIC = 'stored-settings';

/** The first administrator, stored settings, and what tries them out. */
export function setupService(server: Server, auth: Pick<AuthService, 'signup'>) {
  const { database, settings, background, fanOut } = server;
  const { queries } = database;
  const stored = storedSettings(database);

  /** Throws for an address that tries many links, and for a link that does not hold. */
  async function admit(token: string, caller: Caller): Promise<number> {
    const nowMs = Date.now();
    await limit(queries, `setup:${caller.address}`, { ...TRIES, nowMs });
    return requireLink(queries, token, nowMs);
  }

  /** Inside the transaction of an account: the link is used up, and the account is administrator. */
  async function take(transaction: Queries, token: string, userId: string): Promise<void> {
    const nowMs = Date.now();
    await takeLink(transaction, token, nowMs);
    await giveOffice(transaction, userId, 'admin', nowMs);
    const deed = { action: 'make-admin', userId, reason: 'Opened the setup link' } as const;
    await writeAudit(transaction, { userId }, deed);
  }

  const present = async (): Promise<{ settings: StoredSetting[] }> => ({
    settings: presentStored(settings, await stored.read()),
  });

  return {
    /** Throws `bad_request` with one sentence for a link that was used, is old, or never was. */
    async check({ token }: { token: string }, caller: Caller): Promise<{ expires: number }> {
      return { expires: await admit(token, caller) };
    },

    /** Makes an account as signing up does, and makes it administrator, all or nothing. Throws as `check` and `signup` do. */
    async setUp(
      { token, account }: { readonly token: string; readonly account: SignupInput },
      caller: Caller,
    ): Promise<Login> {
      await admit(token, caller);
      return auth.signup(account, caller, null, {
        within: (transaction, userId) => take(transaction, token, userId),
      });
    },

    /** Makes the account that calls administrator. Throws as `check` does. */
    async claim(
      { userId }: Identity,
      { token }: { token: string },
      caller: Caller,
    ): Promise<Record<string, never>> {
      await admit(token, caller);
      await writeFor(database, userId, (transaction) => take(transaction, token, userId));
      return {};
    },

    present,

    /** Stores settings, lets them count and tells the other nodes. Throws a `ValidationFailure` by name. */
    async change(identity: Identity, changes: SettingChanges) {
      const next = await stored.store(changes, settings, (transaction, names) =>
        writeAudit(transaction, identity, { action: 'change-settings', reason: names.join(', ') }),
      );
      server.renewSettings(next);
      fanOut.publish(STORED_TOPIC, { node: fanOut.node });
      return present();
    },

    /** Sends a mail to the administrator's own address, and waits for what the relay says. Throws `conflict` without an address. */
    async testMail({ userId }: Identity): Promise<TestMail> {
      await limitPace(queries, 'test-mail', userId, MAILS);
      const { email: to } = await getRow(queries, 'accounts', { id: userId }, ['email']);
      if (!to) throw new ApiError('conflict', 'Your account has no address to send a mail to');
      const mail = composeMail(to, {
        server: settings.serverName,
        subject: `A test mail from ${settings.serverName}`,
        paragraphs: [`Hello ${userId},`, 'Mail of this server arrives: you are reading it.'],
      });
      const way = settings.smtpUrl ? 'relay' : 'folder';
      try {
        await background.sendNow(mail);
        return { to, way, refusal: '' };
      } catch (error) {
        return { to, way, refusal: reasonOf(error).slice(0, 300) };
      }
    },
  };
}

export type SetupService = ReturnType<typeof setupService>;
