import type { AccountRules } from '../../accountRules.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Database, Queries } from '../../ports/database/database.ts';
import type { SaleOf } from '../jams/saleInfo.ts';
import type { ShownShare } from './answer.ts';
import type { Detail } from './embeds.ts';
import type { ShareView } from './shareLists.ts';
import type { FeedWitness } from './witness.ts';

/** What the feed is made of, and whom it tells. */
export interface FeedContext {
  readonly database: Database;
  readonly publicUrl: string | undefined;
  readonly rules: Pick<AccountRules, 'confirmsEmail'>;
  /** Hears of likes, comments and winners. */
  readonly witness?: FeedWitness;
  /** What is on sale. */
  readonly saleOf?: SaleOf;
  /** Writes down that a moderator deleted a comment of this account, in the transaction that does it. */
  readonly noteDeed?: (transaction: Queries, moderator: Identity, userId: string) => Promise<void>;
}

/** Shares with the pieces that show them; one whose rifff is gone is left out. */
export type Show = (views: readonly ShareView[], detail: Detail) => Promise<ShownShare[]>;
