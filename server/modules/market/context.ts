import type { FastifyBaseLogger } from 'fastify';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import type { AccountRules } from '../../accountRules.ts';
import type { Events } from '../../kernel/events.ts';
import type { BlobStore } from '../../ports/blobs/blobStore.ts';
import { type Chain, ChainUnavailable } from '../../ports/chain/chain.ts';
import type { Database } from '../../ports/database/database.ts';
import type { Sales } from '../jams/sales.ts';

/** Steps of a mint, behind each of which the process may end. */
export type MintStep = 'claimed' | 'prepared' | 'signed' | 'sent' | 'done';

/** What the market is made of. */
export interface MarketContext {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly chain: Chain;
  /** Account that mints. */
  readonly minterAccount: string;
  readonly sales: Sales;
  readonly publicUrl: string | undefined;
  /** Origin of this server; never from what a request says. */
  readonly origin: () => string;
  readonly rules: Pick<AccountRules, 'confirmsEmail'>;
  /** Draws the rings of a rifff as PNG. */
  readonly drawCover: (rifff: Rifff) => Promise<Buffer>;
  readonly events: Events;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>;
  /** Hears of each step of a mint once it is stored, and the next one waits for it. */
  readonly afterStep?: ((step: MintStep) => Promise<void>) | undefined;
}

/**
 * Asks the chain for a call.
 * @throws ApiError `unavailable` where it does not answer
 */
export async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    throw new ApiError('unavailable', 'The chain does not answer at present: try again later');
  }
}
