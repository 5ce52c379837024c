import type { FastifyInstance } from 'fastify';
import type { Database } from '../../ports/database/database.ts';
import type { LiveAnnouncer } from '../../ports/fanOut/rooms.ts';
import { type Background, createBackground } from '../../ports/mail/background.ts';
import { openMail } from '../../ports/mail/openMail.ts';
import type { Settings } from '../../settings.ts';

/** What accounts, signing in and devices share. */
export interface AccountsContext {
  readonly database: Database;
  readonly settings: Pick<Settings, 'admins' | 'moderators' | 'accounts'>;
  readonly background: Background;
  /** Origin that links of mails lead to; never from what a request says. */
  readonly origin: () => string;
  /** Whoever ends sessions tells it, once that is stored. */
  readonly announcer: LiveAnnouncer;
}

/** Opens mail and what goes on after an answer; both end with the app, mail that is on its way first. */
export async function openAccountsContext(
  app: FastifyInstance,
  stores: Pick<AccountsContext, 'database' | 'origin' | 'announcer'> & {
    readonly settings: Settings;
  },
): Promise<AccountsContext> {
  const mail = await openMail(stores.settings, app.log);
  const background = createBackground(mail, app.log);
  app.addHook('onClose', async () => {
    await background.close();
    await mail.close();
  });
  return { ...stores, background };
}
