import type { Provider } from 'near-api-js';
import { verifyMessage } from 'near-api-js/nep413';
import type { LinkChallenge } from '../../../src/data/contract/market.ts';

/** What a wallet answered a challenge with. Signature and nonce in base64. */
export interface SignedChallenge extends Pick<LinkChallenge, 'message' | 'nonce' | 'recipient'> {
  readonly accountId: string;
  readonly publicKey: string;
  readonly signature: string;
  readonly callbackUrl?: string | undefined;
}

/** The one question of the check that is for a chain, and is asked elsewhere. */
const ANY_KEY = {
  viewAccessKey: async () => ({ permission: 'FullAccess' }),
} as unknown as Provider;

/**
 * Did this key sign that message (NEP-413, with its tag: a bare signature is none)? Whether the key is the account's,
 * and has full access, is for the chain to say. A wallet that leaves the page signs the address that it leads back to;
 * others leave it out, so that both are tried.
 */
export async function isSignedBy(signed: SignedChallenge): Promise<boolean> {
  const { message, recipient, nonce, accountId, publicKey, signature, callbackUrl } = signed;
  const bare = { message, recipient, nonce: Buffer.from(nonce, 'base64') };
  const payloads = callbackUrl === undefined ? [bare] : [bare, { ...bare, callbackUrl }];
  for (const payload of payloads) {
    try {
      await verifyMessage({
        signerAccountId: accountId,
        signerPublicKey: publicKey,
        payload,
        signature: Buffer.from(signature, 'base64'),
        provider: ANY_KEY,
      });
      return true;
    } catch {
      // A key that is none, or another message.
    }
  }
  return false;
}
