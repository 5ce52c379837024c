/** Web push messages: what they are encrypted with (RFC 8291, by the coding of RFC 8188) and signed with (RFC 8292). */
import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto';

const CURVE = 'prime256v1';
/** A signature is good for so long; RFC 8292 allows 24 hours. */
const SIGNED_SEC = 12 * 3600;
/** One record holds all of a message; services take 4096 bytes. */
const RECORD_BYTES = 4096;
/** What of a record is plain text at most: the rest are the mark of the last record, the tag, and the header. */
export const MOST_PLAIN_BYTES = 3900;

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** What a device tells servers that want to push to it; base64url. */
export interface PushKeys {
  readonly p256dh: string;
  readonly auth: string;
}

/**
 * A message for one device as the body of a request in `aes128gcm`.
 * @param plain at most `MOST_PLAIN_BYTES`
 * @param given the key pair and the salt of the message; new ones without, as every message needs
 * @throws Error where the key of the device is no point of the curve
 */
export function encryptPush(
  plain: Buffer,
  { p256dh, auth }: PushKeys,
  given: { readonly pair?: ECDH; readonly salt?: Buffer } = {},
): Buffer {
  const pair = given.pair ?? createECDH(CURVE);
  if (!given.pair) pair.generateKeys();
  const salt = given.salt ?? randomBytes(16);
  const theirs = Buffer.from(p256dh, 'base64url');
  const ours = pair.getPublicKey();
  const shared = pair.computeSecret(theirs);
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const secret = derive(shared, Buffer.from(auth, 'base64url'), about, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(RECORD_BYTES);
  head.writeUInt8(ours.length, 4);
  // 2 marks the last record (RFC 8188, section 2).
  const body = [cipher.update(plain), cipher.update(Buffer.of(2)), cipher.final()];
  return Buffer.concat([salt, head, ours, ...body, cipher.getAuthTag()]);
}

/** A new private key in base64url. */
export function newVapidKey(): string {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  // Leading zeros are left out of what comes: the key has 32 bytes all the same.
  return Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
    .subarray(-32)
    .toString('base64url');
}

/** Signs messages of this server. */
export interface Vapid {
  /** As devices subscribe with it: the point in base64url. */
  readonly publicKey: string;
  /** `authorization` of a message to a push service. @param nowMs milliseconds since the epoch */
  authorization(endpoint: string, nowMs: number): string;
}

/** @param subject whom a service may write to: `mailto:` or `https:` */
export function createVapid(privateKey: string, subject: string): Vapid {
  const pair = createECDH(CURVE);
  pair.setPrivateKey(privateKey, 'base64url');
  const point = pair.getPublicKey();
  const publicKey = point.toString('base64url');
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const key = createPrivateKey({
    key: { kty: 'EC', crv: 'P-256', d: privateKey, x: coordinate(1), y: coordinate(33) },
    format: 'jwk',
  });
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const head = part({ typ: 'JWT', alg: 'ES256' });
  return {
    publicKey,
    authorization(endpoint, nowMs) {
      const exp = Math.floor(nowMs / 1000) + SIGNED_SEC;
      const text = `${head}.${part({ aud: new URL(endpoint).origin, exp, sub: subject })}`;
      const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
      return `vapid t=${text}.${signature.toString('base64url')}, k=${publicKey}`;
    },
  };
}
