import type { Server } from '../../kernel/module.ts';
import type { LiveAnnouncer } from '../../ports/fanOut/rooms.ts';
import type { Settings } from '../../settings.ts';

/** What accounts, signing in and devices share. */
export interface AccountsContext extends Pick<Server, 'database' | 'background' | 'log'> {
  readonly settings: Pick<
    Settings,
    'admins' | 'moderators' | 'accounts' | 'providers' | 'serverName' | 'publicUrl'
  >;
  /** Origin that links of mails lead to; never from what a request says. */
  readonly origin: () => string;
  /** Code that ends sessions tells it, once that is stored. */
  readonly announcer: LiveAnnouncer;
}
