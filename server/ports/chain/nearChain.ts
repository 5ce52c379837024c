import type { JsonRpcProvider } from 'near-api-js';
import {
  AccessKeyDoesNotExistError,
  AccountDoesNotExistError,
  UnknownTransactionError,
} from 'near-api-js/rpc-errors';
import type * as z from 'zod';
import type { MarketConfig } from '../../../src/data/contract/market.ts';
import { type Chain, type ChainOutcome, ChainRefusal } from './chain.ts';
import { saleAnswer, tokenAnswer } from './near/answers.ts';
import { openMinter } from './near/minter.ts';
import { pager } from './near/pages.ts';
import { sendProblem, unavailable } from './near/problems.ts';
import { readOutcome } from './near/receipts.ts';
import { readSigned, type SignerKey } from './near/signer.ts';

async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw unavailable(error);
  }
}

/**
 * The chain port over near-api-js, for a NEAR network and for the play-money chain alike.
 *
 * @param minter its key is secret: nothing that is thrown or logged has it
 * @throws Error for a key that is none
 */
export function openNearChain(
  provider: JsonRpcProvider,
  config: MarketConfig,
  minter: SignerKey,
): Chain {
  const contracts = { nft: config.nftContract, market: config.marketContract };
  const signMint = openMinter(provider, config, minter);
  const inPages = pager();

  async function view<Schema extends z.ZodType>(
    contractId: string,
    method: string,
    args: Record<string, unknown>,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    const answer = await provider.callFunction({ contractId, method, args });
    return schema.parse(answer ?? null);
  }
  const page = (from: number, limit: number) => ({ from_index: String(from), limit });

  async function outcome(hash: string, signerId: string): Promise<ChainOutcome | undefined> {
    try {
      const answer = await provider.viewTransactionStatus({
        txHash: hash,
        accountId: signerId,
        waitUntil: 'FINAL',
      });
      return readOutcome(answer, contracts);
    } catch (error) {
      if (error instanceof UnknownTransactionError) return undefined;
      throw unavailable(error);
    }
  }

  return {
    config,
    token: (tokenId) =>
      orUnavailable(
        view(contracts.nft, 'nft_token', { token_id: tokenId }, tokenAnswer.nullable()),
      ),
    tokensOf: (accountId, from, limit) =>
      orUnavailable(
        inPages(
          (start, count) =>
            view(
              contracts.nft,
              'nft_tokens_for_owner',
              { account_id: accountId, ...page(start, count) },
              tokenAnswer.array(),
            ),
          from,
          limit,
        ),
      ),
    async sale(tokenId) {
      const args = { nft_contract_token: `${contracts.nft}.${tokenId}` };
      const found = await orUnavailable(
        view(contracts.market, 'get_sale', args, saleAnswer.nullable()),
      );
      return found?.nftContract === contracts.nft ? found.sale : null;
    },
    async sales(from, limit) {
      const found = await orUnavailable(
        inPages(
          (start, count) =>
            view(
              contracts.market,
              'get_sales_by_nft_contract_id',
              { nft_contract_id: contracts.nft, ...page(start, count) },
              saleAnswer.array(),
            ),
          from,
          limit,
        ),
      );
      return found.map(({ sale }) => sale);
    },
    signMint: (order) => orUnavailable(signMint(order)),
    async send(bytes) {
      try {
        const answer = await provider.sendJsonRpc('send_tx', {
          signed_tx_base64: bytes,
          wait_until: 'FINAL',
        });
        return readOutcome(answer, contracts);
      } catch (error) {
        const problem = sendProblem(error);
        // A nonce is spent and a block too old for what has had its effect already, too.
        const sent = problem instanceof ChainRefusal && problem.isNever && readSigned(bytes);
        const known = sent && (await outcome(sent.hash, sent.signerId));
        if (known) return known;
        throw problem;
      }
    },
    outcome,
    async hasFullKey(accountId, publicKey) {
      try {
        const { permission } = await provider.viewAccessKey({ accountId, publicKey });
        return permission === 'FullAccess';
      } catch (error) {
        const isNone =
          error instanceof AccessKeyDoesNotExistError || error instanceof AccountDoesNotExistError;
        if (isNone) return false;
        throw unavailable(error);
      }
    },
    async minterBalance() {
      const { amount } = await orUnavailable(provider.viewAccount({ accountId: minter.accountId }));
      return String(amount);
    },
  };
}
