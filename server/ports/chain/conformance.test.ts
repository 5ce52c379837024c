import { JsonRpcProvider } from 'near-api-js';
import { beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../migrations/index.ts';
import { buyingSteps } from '../../testing/chain/buying.ts';
import { crowdScenario, doubleSpendScenario } from '../../testing/chain/crowd.ts';
import {
  coinsOf,
  type DevnetStage,
  devnetStage,
  LIAR_ACCOUNT,
} from '../../testing/chain/devnetStage.ts';
import { listingSteps } from '../../testing/chain/listing.ts';
import { mintingSteps } from '../../testing/chain/minting.ts';
import { shortScenario } from '../../testing/chain/short.ts';
import { idOf, ROLES, refused, type Stage, stageAt } from '../../testing/chain/stage.ts';
import { undoneScenario } from '../../testing/chain/undone.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { migrateToLatest } from '../database/migrate.ts';

/** The whole scenario, in its order: each step begins where the one before ended. */
function scenario(getStage: () => Stage): void {
  mintingSteps(getStage);
  listingSteps(getStage);
  buyingSteps(getStage);
}

describeDatabases('contracts of the play-money chain', (openEmpty, { isThorough, itOnce }) => {
  let stage: DevnetStage;
  beforeAll(async () => {
    const database = await openEmpty();
    await migrateToLatest(database.queries, MIGRATIONS);
    stage = await devnetStage(database);
  });

  if (isThorough) scenario(() => stage);
  else it('a token is minted, listed and bought', () => shortScenario(stage));

  it('of fifty who buy the same token at once one gets it, and the others keep their coins', () =>
    crowdScenario(stage));

  it('the same coins are spent once, however many devices try at once', () =>
    doubleSpendScenario(stage));

  it('no coin was made or lost in all of this', async () => {
    const { counted, supply } = await coinsOf(stage.database);
    expect(counted).toBe(supply);
  });

  itOnce('the market believes no other contract, and ours only about who signed', async () => {
    const told = { token_id: 'x', approval_id: 0, msg: '{"sale_conditions":"1"}' };
    const tell = (words: string, owner_id: string) =>
      refused(words, stage, 'carol', LIAR_ACCOUNT, 'tell', { ...told, owner_id });
    await tell('Only tokens of', idOf(stage, 'carol'));
    await tell('owner_id should be signer_id', idOf(stage, 'alice'));
  });

  itOnce('a purchase that fails although the listing holds leaves the token on sale', () =>
    undoneScenario(stage),
  );
});

/**
 * The same against other contracts of the interface: `NEAR_CONFORMANCE_RPC` is the address of an RPC (a sandbox, or
 * the test network), `NEAR_CONFORMANCE_NFT` and `NEAR_CONFORMANCE_MARKET` name the contracts, and
 * `NEAR_CONFORMANCE_KEYS` is `account=ed25519:…` for the minter, two who sell, one who made loops, and two who buy, with
 * commas between them.
 */
const rpc = process.env.NEAR_CONFORMANCE_RPC;
describe.skipIf(!rpc)('contracts of a NEAR network', { timeout: 600_000 }, () => {
  let stage: Stage;
  beforeAll(() => {
    const { NEAR_CONFORMANCE_NFT: nft, NEAR_CONFORMANCE_MARKET: market } = process.env;
    const keys = (process.env.NEAR_CONFORMANCE_KEYS ?? '').split(',').map((entry) => {
      const [id = '', key = ''] = entry.trim().split('=');
      return { id, key };
    });
    if (!nft || !market || keys.length !== ROLES.length) {
      throw new Error(
        'NEAR_CONFORMANCE_NFT, NEAR_CONFORMANCE_MARKET and five NEAR_CONFORMANCE_KEYS are needed',
      );
    }
    stage = stageAt(new JsonRpcProvider({ url: rpc! }), { nft, market }, keys, 20);
  });
  scenario(() => stage);
});
if (!rpc) {
  it.skip('contracts of a NEAR network: no sandbox is here, set NEAR_CONFORMANCE_RPC to try one');
}
