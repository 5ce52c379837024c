import type { Database } from '../../ports/database/database.ts';
import type { LiveAnnouncer } from '../../ports/fanOut/rooms.ts';
import type { Background } from '../../ports/mail/background.ts';
import type { Settings } from '../../settings.ts';

/** What accounts, signing in and devices share. */
export interface AccountsContext {
  readonly database: Database;
  readonly settings: Pick<Settings, 'admins' | 'moderators' | 'accounts'>;
  readonly background: Background;
  /** Origin that links of mails lead to; never from what a request says. */
  readonly origin: () => string;
  /** Code that ends sessions tells it, once that is stored. */
  readonly announcer: LiveAnnouncer;
}
