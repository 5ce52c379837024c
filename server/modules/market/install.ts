import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { createJob, installJobs, type Job } from '../../kernel/jobs.ts';
import type { MarketSettings } from '../../marketSettings.ts';
import type { Devnet } from '../../ports/chain/devnet/openDevnet.ts';
import { mountDevnet } from '../../ports/chain/devnet/route.ts';
import { openChain } from '../../ports/chain/openChain.ts';
import { StartError } from '../../startError.ts';
import type { MarketContext } from './context.ts';
import { findUnfinished } from './mintRepo.ts';
import { type MintWork, mintWork } from './mintWork.ts';
import { type Refresh, refreshService } from './refresh.ts';
import { type Faucet, marketRoutes } from './routes.ts';

/** What was begun and left alone is taken up this often; by the call that began it a mint is done long before. */
const MINTS_EVERY_MS = 20_000;
const LEFT_ALONE_MS = 60_000;
/** The chain is asked about listings and owners this often. */
const REFRESH_EVERY_MS = 30_000;
const BALANCE_EVERY_MS = 3_600_000;
/** One coin, in yocto: what ten mints attach, most of which comes back. */
const LOW_BALANCE = 10n ** 24n;

/** Finishes what was begun: by a process that ended, by another node, or while the chain did not answer. */
function mintsJob({ database }: MarketContext, { goOn }: Pick<MintWork, 'goOn'>): Job {
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
const balanceJob = ({ chain, minterAccount, log }: MarketContext): Job =>
  createJob({
    name: 'reading what the minter has',
    everyMs: BALANCE_EVERY_MS,
    async round() {
      const amount = await chain.minterBalance();
      if (BigInt(amount) >= LOW_BALANCE) return;
      log.warn({ minterAccount, amount }, 'the account that mints has few coins left');
    },
  });

export type MarketParts = Omit<MarketContext, 'chain' | 'minterAccount' | 'log'> & {
  readonly settings: MarketSettings;
};

/** Collecting as other parts of the server use it. */
export interface Market {
  readonly context: MarketContext;
  readonly work: MintWork;
  readonly refresh: Refresh;
  /** Undefined on a NEAR network. */
  readonly devnet: Devnet | undefined;
}

/**
 * Collecting: its calls, the chain under them, and the rounds that keep what is known of it. Where the operator switched
 * it off there is nothing of it, and nothing is returned. A network that does not answer keeps nobody from starting: calls say so then.
 * @throws StartError where a network lacks the address of this server
 */
export async function installMarket(
  app: FastifyInstance,
  { settings, ...parts }: MarketParts,
): Promise<Market | undefined> {
  if (!settings.isOn) return undefined;
  if (settings.near && parts.publicUrl === undefined) {
    throw new StartError(
      `The setting PUBLIC_URL is missing, but it must be set because NEAR_NETWORK is ${settings.near.network}: tokens name their files by it.`,
    );
  }
  const { chain, minterAccount, devnet } = await openChain(settings, parts.database, app.log);
  const context: MarketContext = { ...parts, chain, minterAccount, log: app.log };
  const work = mintWork(context);
  const refresh = refreshService(context);
  const faucet: Faucet = async ({ userId }, { accountId, publicKey }) => {
    if (!devnet) throw new ApiError('not_found', 'This chain has no play money');
    return devnet.createPlayAccount(userId, accountId, publicKey);
  };
  if (devnet) mountDevnet(app, devnet);
  marketRoutes(app, context, { work, refresh, faucet });
  const reading = createJob({
    name: 'reading the chain',
    everyMs: REFRESH_EVERY_MS,
    round: (pace) => refresh.round(pace),
  });
  const jobs = [mintsJob(context, work), reading];
  installJobs(app, devnet ? jobs : [...jobs, balanceJob(context)]);
  return { context, work, refresh, devnet };
}
