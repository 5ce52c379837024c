import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  sign,
  verify,
} from 'node:crypto';
import { findOrMakeKey } from '../../plugins/serverKey.ts';
import type { Queries } from '../../ports/database/database.ts';

/** Name of the note that holds the private key as a JWK (RFC 8037). */
const NOTE = 'bundle-key';

/** The key that this server signs bundles with. */
export interface BundleKey {
  /** 32 bytes in base64url. */
  readonly publicKey: string;
  /** @returns an Ed25519 signature (RFC 8032) of the text in UTF-8, in base64url */
  sign(text: string): string;
}

/** The key of this installation, made with the first call. */
export async function openBundleKey(queries: Queries): Promise<BundleKey> {
  const make = () =>
    JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }));
  const jwk = JSON.parse(await findOrMakeKey(queries, NOTE, make)) as JsonWebKey;
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  return {
    publicKey: jwk.x!,
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64url'),
  };
}

/** Did the owner of a key sign the text? @param publicKey 32 bytes in base64url */
export function isSigned(text: string, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: publicKey },
      format: 'jwk',
    });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
  } catch {
    // Not every 32 bytes are a key.
    return false;
  }
}
