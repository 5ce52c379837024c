import { ApiError } from '../../../src/data/contract/errors.ts';
import { defineModule, type Opened } from '../../kernel/module.ts';
import { openChain } from '../../ports/chain/openChain.ts';
import { StartError } from '../../startError.ts';
import { covers } from '../covers/module.ts';
import { jams } from '../jams/module.ts';
import { library } from '../library/module.ts';
import { media } from '../media/module.ts';
import type { MarketContext } from './context.ts';
import { balanceJob, type Market, mintsJob, refreshJob } from './jobs.ts';
import { mintWork } from './mintWork.ts';
import { exportOwned, REMOVAL_STEPS } from './ownership.ts';
import { refreshService } from './refresh.ts';
import { type Faucet, marketRoutes } from './routes.ts';

/**
 * Collecting: its calls, the chain under them, and the jobs that keep what is known of it. Nothing
 * where it is off. A network that does not answer lets the server start: calls say so then.
 * @throws StartError where a network lacks the address of this server
 */
export const market = defineModule({
  name: 'market',
  needs: { covers, jams, library, media },
  ownership: { exportOwned, removal: { stage: 'shown', steps: REMOVAL_STEPS } },
  async open(server, { jams: { sales }, covers: { covers } }): Promise<Opened<Market | undefined>> {
    const { settings, database, publicUrl, log, trials } = server;
    const { isOn, near } = settings.market;
    if (!isOn) return {};
    if (near && publicUrl === undefined) {
      throw new StartError(
        `The setting PUBLIC_URL is missing, but it must be set because NEAR_NETWORK is ${near.network}: tokens name their files by it.`,
      );
    }
    const { chain, minterAccount, devnet } = await openChain(settings.market, database, log);
    const context: MarketContext = {
      ...server,
      chain,
      minterAccount,
      sales,
      rules: settings.accounts,
      drawCover: covers.rings,
      afterStep: trials.afterMintStep,
    };
    const work = mintWork(context);
    const refresh = refreshService(context);
    const faucet: Faucet = async ({ userId }, { accountId, publicKey }) => {
      if (!devnet) throw new ApiError('not_found', 'This chain has no play money');
      return devnet.createPlayAccount(userId, accountId, publicKey);
    };
    const jobs = [mintsJob(context, work), refreshJob(refresh)];
    return {
      offers: { context, work, refresh, devnet },
      jobs: devnet ? jobs : [...jobs, balanceJob(context)],
      routes(app) {
        devnet?.mount(app);
        marketRoutes(app, context, { work, refresh, faucet });
      },
    };
  },
});
