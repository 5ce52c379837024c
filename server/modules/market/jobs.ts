/** The jobs of the market. */
import { createJob, type Job } from '../../kernel/jobs.ts';
import type { PlayChain } from '../../ports/chain/chain.ts';
import type { MarketContext } from './context.ts';
import { findUnfinished } from './mintRepo.ts';
import type { MintWork } from './mintWork.ts';
import type { Refresh } from './refresh.ts';

/** What was begun and left alone is taken up this often; by the call that began it a mint is done long before. */
const MINTS_EVERY_MS = 20_000;
const LEFT_ALONE_MS = 60_000;
/** The chain is asked about listings and owners this often. */
const REFRESH_EVERY_MS = 30_000;
const BALANCE_EVERY_MS = 3_600_000;
/** One coin, in yocto: what ten mints attach, most of which comes back. */
const LOW_BALANCE = 10n ** 24n;

/** Finishes what was begun: by a process that ended, by another node, or while the chain did not answer. */
export function mintsJob({ database }: MarketContext, { goOn }: Pick<MintWork, 'goOn'>): Job {
  let isFirst = true;
  return createJob({
    name: 'finishing a mint',
    everyMs: MINTS_EVERY_MS,
    async round({ gently, attempt }) {
      // This process has begun none yet.
      const before = isFirst ? Date.now() : Date.now() - LEFT_ALONE_MS;
      isFirst = false;
      for (const tokenId of await findUnfinished(database.queries, before)) {
        await attempt(tokenId, () => gently(() => goOn(tokenId)));
      }
    },
  });
}

/** Says in the log when the account that mints is about to run out of coins. */
export const balanceJob = ({ chain, minterAccount, log }: MarketContext): Job =>
  createJob({
    name: 'reading what the minter has',
    everyMs: BALANCE_EVERY_MS,
    async round() {
      const amount = await chain.minterBalance();
      if (BigInt(amount) >= LOW_BALANCE) return;
      log.warn({ minterAccount, amount }, 'the account that mints has few coins left');
    },
  });

/** Keeps what is known of listings and owners like the chain. */
export const refreshJob = (refresh: Refresh): Job =>
  createJob({
    name: 'reading the chain',
    everyMs: REFRESH_EVERY_MS,
    round: (pace) => refresh.round(pace),
  });

/** Collecting as other parts of the server use it. */
export interface Market {
  readonly context: MarketContext;
  readonly work: MintWork;
  readonly refresh: Refresh;
  /** Undefined on a NEAR network. */
  readonly devnet: PlayChain | undefined;
}
