import { createHash } from 'node:crypto';
import {
  actions,
  base64Decode,
  base64Encode,
  baseDecode,
  baseEncode,
  createTransaction,
  decodeSignedTransaction,
  encodeTransaction,
  type JsonRpcProvider,
  KeyPair,
  KeyPairSigner,
  type KeyPairString,
  nearToYocto,
  teraToGas,
} from 'near-api-js';
import type { MarketConfig } from '../../../../src/data/contract/market.ts';
import type { MintOrder, SignedTransaction } from '../chain.ts';

/** What is attached to a mint, for the room that the token takes; the contract gives back what is left. */
const MINT_DEPOSIT = nearToYocto('0.1');
const MINT_GAS = teraToGas(100);

/** The account that mints; its key is secret. */
export interface MinterKey {
  readonly accountId: string;
  readonly key: string;
}

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
 * Signs mints. There is one of it in a process, so that no two of them have the same nonce; another process may still
 * take it first, and then the chain refuses the bytes for ever.
 *
 * @throws Error for a key that is none; its text does not have it
 */
export function openMinter(
  provider: JsonRpcProvider,
  config: MarketConfig,
  { accountId, key }: MinterKey,
): (order: MintOrder) => Promise<SignedTransaction> {
  const signer = signerOf(key);
  let lastNonce = 0n;

  return async (order) => {
    const publicKey = await signer.getPublicKey();
    const [access, block] = await Promise.all([
      provider.viewAccessKey({ accountId, publicKey }),
      provider.viewBlock({ finality: 'final' }),
    ]);
    lastNonce = (access.nonce > lastNonce ? access.nonce : lastNonce) + 1n;
    const call = actions.functionCall(
      'nft_mint',
      mintArguments(order, config),
      MINT_GAS,
      MINT_DEPOSIT,
    );
    const { txHash, signedTransaction } = await signer.signTransaction(
      createTransaction(
        accountId,
        publicKey,
        config.nftContract,
        lastNonce,
        [call],
        baseDecode(block.header.hash),
      ),
    );
    return {
      hash: baseEncode(txHash),
      bytes: base64Encode(new Uint8Array(encodeTransaction(signedTransaction))),
    };
  };
}

/** What a signed transaction is known by; undefined for bytes that are none. */
export function readSigned(bytes: string): { hash: string; signerId: string } | undefined {
  try {
    const { transaction } = decodeSignedTransaction(base64Decode(bytes));
    const hash = createHash('sha256').update(encodeTransaction(transaction)).digest();
    return { hash: baseEncode(hash), signerId: transaction.signerId };
  } catch {
    return undefined;
  }
}

function signerOf(key: string): KeyPairSigner {
  try {
    return new KeyPairSigner(KeyPair.fromString(key as KeyPairString));
  } catch {
    throw new Error('The key of the minter is no secret key of NEAR.');
  }
}
