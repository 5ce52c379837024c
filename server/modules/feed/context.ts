import type { AccountRules } from '../../accountRules.ts';
import type { Events } from '../../kernel/events.ts';
import type { Database } from '../../ports/database/database.ts';
import type { SaleOf } from '../jams/saleInfo.ts';
import type { ShownShare } from './answer.ts';
import type { Detail } from './embeds.ts';
import type { ShareView } from './shareLists.ts';
import type { ShownLooks } from './shownLooks.ts';

/** What the feed is made of, and whom it tells. */
export interface FeedContext {
  readonly database: Database;
  readonly publicUrl: string | undefined;
  readonly rules: Pick<AccountRules, 'confirmsEmail'>;
  readonly events: Events;
  readonly shownLooks: ShownLooks;
  /** What is on sale. */
  readonly saleOf?: SaleOf;
}

/** Shares with the pieces that show them; one whose rifff is gone is left out. */
export type Show = (views: readonly ShareView[], detail: Detail) => Promise<ShownShare[]>;
