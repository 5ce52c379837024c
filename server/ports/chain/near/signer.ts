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
} from 'near-api-js';
import type { Sign } from '../chain.ts';

/** An account of the chain that this server signs for; its key is secret. */
export interface SignerKey {
  readonly accountId: string;
  readonly key: string;
}

/**
 * Signs calls for an account and sends nothing. There is one of it for an account in a process, so that no two
 * transactions have the same nonce; another process may still take it first, and then the chain refuses the bytes for
 * ever.
 *
 * @throws Error for a key that is none; its text does not have it
 */
export function openSigner(provider: JsonRpcProvider, account: SignerKey): Sign {
  const { accountId } = account;
  const signer = signerOf(account);
  let lastNonce = 0n;

  return async (receiverId, { method, args, gas, deposit }) => {
    const publicKey = await signer.getPublicKey();
    const [access, block] = await Promise.all([
      provider.viewAccessKey({ accountId, publicKey }),
      provider.viewBlock({ finality: 'final' }),
    ]);
    lastNonce = (access.nonce > lastNonce ? access.nonce : lastNonce) + 1n;
    const { txHash, signedTransaction } = await signer.signTransaction(
      createTransaction(
        accountId,
        publicKey,
        receiverId,
        lastNonce,
        [actions.functionCall(method, args, gas, deposit)],
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

function signerOf({ accountId, key }: SignerKey): KeyPairSigner {
  try {
    return new KeyPairSigner(KeyPair.fromString(key as KeyPairString));
  } catch {
    throw new Error(`The key of ${accountId} is no secret key of NEAR.`);
  }
}
