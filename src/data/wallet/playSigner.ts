/** Signs and sends with a key of this browser: the same bytes as often as it takes, and never two transactions for one wish. */
import {
  Account,
  actions,
  baseEncode,
  type KeyPair,
  KeyPairSigner,
  type Provider,
  type SignedTransaction,
} from 'near-api-js';
import { InvalidNonceError, TransactionExecutionError } from 'near-api-js/rpc-errors';
import { type Outcome, pause, SentError } from './outcomes.ts';
import type { WalletTransaction } from './transactions.ts';

/** Another tab may sign with the same key. */
const TRIES = { nonce: 8, send: 3 };
const AGAIN_MS = 400;

/**
 * Sends the same bytes until the chain has said what became of them.
 * @throws TransactionExecutionError where the chain did not take them, so that they have no effect
 * @throws SentError where it is not known
 */
async function sendBytes(
  provider: Provider,
  signed: SignedTransaction,
  txHash: string,
  againMs: number,
): Promise<Outcome> {
  let lost: unknown = null;
  for (let attempt = 1; attempt <= TRIES.send; attempt += 1) {
    try {
      return (await provider.sendTransactionUntil(signed, 'FINAL')) as unknown as Outcome;
    } catch (error) {
      // After a lost answer a refusal may be about the bytes that arrived the first time.
      if (error instanceof TransactionExecutionError && lost === null) throw error;
      lost = error;
      await pause(againMs * attempt);
    }
  }
  throw new SentError(txHash, lost);
}

/**
 * Signs and sends a transaction, and waits until it is final. @throws what `sendBytes` throws
 * @param againMs after a lost answer the same bytes are sent again after so long, then twice and three times as long
 */
export async function signAndSend(
  provider: Provider,
  { accountId, keyPair }: { accountId: string; keyPair: KeyPair },
  { receiverId, actions: calls }: WalletTransaction,
  againMs = AGAIN_MS,
): Promise<Outcome> {
  const signer = new KeyPairSigner(keyPair);
  for (let attempt = 1; ; attempt += 1) {
    const account = new Account(accountId, provider, signer);
    const transaction = await account.createTransaction({
      receiverId,
      actions: calls.map(({ params: { methodName, args, gas, deposit } }) =>
        actions.functionCall(methodName, args, BigInt(gas), BigInt(deposit)),
      ),
      publicKey: keyPair.getPublicKey(),
    });
    const { txHash, signedTransaction } = await signer.signTransaction(transaction);
    try {
      return await sendBytes(provider, signedTransaction, baseEncode(txHash), againMs);
    } catch (error) {
      // The chain took another transaction of this key meanwhile, and not this one.
      if (error instanceof InvalidNonceError && attempt < TRIES.nonce) continue;
      throw error;
    }
  }
}
