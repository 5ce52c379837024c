import { type JsonRpcProvider, nearToYocto, teraToGas } from 'near-api-js';
import type { MarketConfig } from '../../../../src/data/contract/market.ts';
import type { MintOrder, SignedTransaction } from '../chain.ts';
import { openSigner, type SignerKey } from './signer.ts';

/** What is attached to a mint, for the room that the token takes; the contract gives back what is left. */
const MINT_DEPOSIT = nearToYocto('0.1');
const MINT_GAS = teraToGas(100);

/** Arguments of `nft_mint` by the names of the generation that lists so. */
export function mintArguments(order: MintOrder, config: MarketConfig): Record<string, unknown> {
  const { issued_at, ...metadata } = order.metadata;
  // Contracts differ in whether that time is text or a number; a block of the chain has it anyway.
  const known = config.network === 'devnet' ? { ...metadata, issued_at } : metadata;
  const perpetual_royalties = order.royalty;
  return config.listMode === 'approve-msg'
    ? {
        token_id: order.tokenId,
        metadata: known,
        receiver_id: order.receiverId,
        perpetual_royalties,
      }
    : {
        token_id: order.tokenId,
        token_metadata: known,
        token_owner_id: order.receiverId,
        perpetual_royalties,
      };
}

/**
 * Signs mints.
 *
 * @throws Error for a key that is none; its text does not have it
 */
export function openMinter(
  provider: JsonRpcProvider,
  config: MarketConfig,
  minter: SignerKey,
): (order: MintOrder) => Promise<SignedTransaction> {
  const sign = openSigner(provider, minter);
  return (order) =>
    sign(config.nftContract, {
      method: 'nft_mint',
      args: mintArguments(order, config),
      gas: MINT_GAS,
      deposit: MINT_DEPOSIT,
    });
}
