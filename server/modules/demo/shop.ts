/** What the demo has on sale where money is play money: collected and put on sale as a person would do it. */

import { COIN_DECIMALS } from '../../../src/data/contract/constants.ts';
import { DEMO_CLUB } from '../../../src/data/rules/demo/club.ts';
import { DEMO_PEOPLE } from '../../../src/data/rules/demo/people.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { ChainOutcome, PlayChain } from '../../ports/chain/chain.ts';
import { runSteps } from '../../ports/database/batches.ts';
import type { Queries } from '../../ports/database/database.ts';
import { countOf, findRows, insertOnce, valuesOf } from '../../ports/database/rows.ts';
import type { RifffKey } from '../jams/repo.ts';
import type { Market } from '../market/jobs.ts';
import { mintCall } from '../market/mint.ts';
import * as market from '../market/ownership.ts';
import { dropTokens } from '../market/tokenFiles.ts';

const OWNER = DEMO_PEOPLE.find(({ userId }) => userId === DEMO_CLUB.ownerId)!;
/** The wallet of the account that sells. This server has its key, and no person can get an account of such a name. */
const WALLET = `${OWNER.userId}.rondo`;
/** Who collects. There is no session of it, and there can be none. */
const IDENTITY: Identity = {
  userId: OWNER.userId,
  displayName: OWNER.displayName,
  roles: ['user'],
  sessionId: '',
  issued: 0,
  expires: 0,
  provenAt: 0,
  hasSecondFactor: false,
};
/** Coins: a new wallet has 100. */
const PRICES = [5n, 8n, 12n] as const;
const SMALL_GAS = 30n * 10n ** 12n;

/** A price for a token, always the same. */
const priceOf = (tokenId: string): string =>
  String(
    PRICES[Number.parseInt(tokenId.slice(0, 8), 16) % PRICES.length]! *
      10n ** BigInt(COIN_DECIMALS),
  );

/** A market on the play-money chain. */
export type PlayMarket = Market & { readonly devnet: PlayChain };

export type Shop = ReturnType<typeof openShop>;

/** The stall of the demo on the market. */
export function openShop({ context, work, refresh, devnet }: PlayMarket) {
  const { database, chain } = context;
  const { queries } = database;
  const { nftContract, marketContract, gas, storageDeposit } = chain.config;
  // Who sells has no e-mail address to confirm.
  const mint = mintCall({ ...context, rules: { confirmsEmail: false } }, work);

  /** The wallet, linked to the account that sells. */
  async function openWallet() {
    const wallet = await devnet.keepAccount(OWNER.userId, WALLET);
    await insertOnce(queries, 'walletAccounts', {
      accountId: WALLET,
      userId: OWNER.userId,
      publicKey: wallet.publicKey,
      linked: Date.now(),
    });
    return wallet;
  }

  const tokensOfWallet = () =>
    queries.selectFrom('tokens').select(['id', 'price']).where('ownerAccount', '=', WALLET);

  async function send(
    receiverId: string,
    method: string,
    args: Record<string, unknown>,
    paid: { readonly gas: bigint; readonly deposit: bigint },
  ): Promise<ChainOutcome> {
    const { sign } = await devnet.keepAccount(OWNER.userId, WALLET);
    const { bytes } = await sign(receiverId, { method, args, ...paid });
    const outcome = await chain.send(bytes);
    if (outcome.failures.length > 0) throw new Error(outcome.failures.join('; '));
    return outcome;
  }

  async function list(tokenId: string): Promise<void> {
    const deposit = BigInt(storageDeposit);
    await send(marketContract, 'storage_deposit', {}, { gas: SMALL_GAS, deposit });
    const outcome = await send(
      nftContract,
      'nft_approve',
      {
        token_id: tokenId,
        account_id: marketContract,
        msg: JSON.stringify({ sale_conditions: priceOf(tokenId) }),
      },
      { gas: BigInt(gas), deposit },
    );
    await refresh.tokens([tokenId], outcome);
  }

  return {
    /** How many collected rifffs are on sale, of people or the demo. */
    async countListed(): Promise<number> {
      return countOf(queries.selectFrom('tokens').where('price', 'is not', null));
    },

    /**
     * Puts so many more on sale: first what it has and is not on sale, then rifffs that it collects for that.
     * @param open rifffs that can be collected, those to take first first
     * @throws ApiError, ChainUnavailable, ChainRefusal; what was begun goes on with the next call
     */
    async stock(count: number, open: readonly RifffKey[]): Promise<void> {
      if (count <= 0) return;
      await openWallet();
      const unlisted = (await tokensOfWallet().where('price', 'is', null).execute()).slice(
        0,
        count,
      );
      for (const { id } of unlisted) await list(id);
      for (const key of open.slice(0, count - unlisted.length)) {
        const { tokenId, state } = await mint(IDENTITY, { ...key, accountId: WALLET });
        if (state === 'minted') await list(tokenId);
      }
    },

    /** Takes everything off sale, on the chain too, after looking whether some of it was sold. */
    async close(): Promise<void> {
      const rows = await tokensOfWallet().execute();
      if (rows.length === 0) return;
      await refresh.tokens(rows.map(({ id }) => id));
      for (const { id } of await tokensOfWallet().where('price', 'is not', null).execute()) {
        const about = { nft_contract_id: nftContract, token_id: id };
        const paid = { gas: BigInt(gas), deposit: 1n };
        await refresh.tokens([id], await send(marketContract, 'remove_sale', about, paid));
      }
    },
  };
}

/**
 * Forgets what the demo collected and did not sell, and its wallet. On the chain its tokens stay with that wallet; they
 * are not known here any more. What people bought stays theirs, with its files.
 */
export async function removeShop(queries: Queries): Promise<void> {
  await runSteps(market.REMOVAL_STEPS, queries, OWNER.userId);
  const rows = await findRows(queries, 'tokens', { ownerAccount: WALLET }, ['id']);
  await dropTokens(queries, valuesOf(rows, 'id'));
}
