/** A passkey in software: it makes what a browser answers, and can be wrong in each way that an attacker would try. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { NewPasskeyResponse, PasskeyResponse } from '../../src/data/contract/factors.ts';

/** What is wrong with an answer; nothing where it is left out. */
export interface Wrong {
  readonly origin?: string;
  readonly rpId?: string;
  /** In base64url. */
  readonly challenge?: string;
  readonly type?: string;
  readonly isVerified?: boolean;
  readonly isPresent?: boolean;
  /** The page was in a frame of another one, which the browser does not name. */
  readonly crossOrigin?: boolean;
  readonly counter?: number;
  /** Id that stands beside what was signed. */
  readonly id?: string;
  readonly userHandle?: string;
  /** COSE algorithm that a new key says of itself; -48 is ML-DSA-44. */
  readonly algorithm?: number;
  /** Format of the attestation; `x5c` in it for another one than `none`. */
  readonly format?: string;
  /** Signs with another key. */
  readonly isForged?: boolean;
}

interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest();
const ES256 = -7;
const FLAGS = { present: 1, verified: 4, canSync: 8, isSynced: 16, hasKey: 64 };

/** Head of a CBOR item (RFC 8949, section 3): its major type and a number below 65,536. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}
type Cbor = number | string | Buffer | readonly Cbor[] | ReadonlyMap<number | string, Cbor>;

/** CBOR of what a registration is made of. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([head(3, bytes.length), bytes]);
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    const pairs = [...value].flatMap(([key, one]) => [cbor(key), cbor(one)]);
    return Buffer.concat([head(5, value.size), ...pairs]);
  }
  const list = value as readonly Cbor[];
  return Buffer.concat([head(4, list.length), ...list.map(cbor)]);
}

/** A public key as COSE has it (RFC 9053, section 7.1), or one that says it is of another algorithm. */
function coseKey(key: KeyObject, algorithm: number): Buffer {
  if (algorithm === -48) {
    return cbor(
      new Map<number, Cbor>([
        [1, 7],
        [3, algorithm],
        [-1, randomBytes(1312)],
      ]),
    );
  }
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const [one, other] = [x, y].map((text) => Buffer.from(text, 'base64url')) as [Buffer, Buffer];
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, algorithm],
      [-1, 1],
      [-2, one],
      [-3, other],
    ]),
  );
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

/**
 * A new passkey, for one account of one server. It counts its uses where `counts` says so, and is synced to other devices
 * where `isSynced` does.
 * @param origin of the page that asks
 */
export function createAuthenticator(origin: string, { counts = false, isSynced = false } = {}) {
  const id = randomBytes(32);
  const { privateKey, publicKey } = newKeys();
  let uses = 0;
  let userHandle: string | undefined;

  const clientData = (type: string, { challenge }: Options, wrong: Wrong) =>
    Buffer.from(
      JSON.stringify({
        type: wrong.type ?? type,
        challenge: wrong.challenge ?? challenge,
        origin: wrong.origin ?? origin,
        crossOrigin: wrong.crossOrigin ?? false,
      }),
    );

  function authData({ rp, rpId = rp?.id ?? '' }: Options, wrong: Wrong, rest = Buffer.alloc(0)) {
    const { isVerified = true, isPresent = true } = wrong;
    if (counts) uses += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(wrong.counter ?? uses);
    const flags =
      (isPresent ? FLAGS.present : 0) |
      (isVerified ? FLAGS.verified : 0) |
      (isSynced ? FLAGS.canSync | FLAGS.isSynced : 0) |
      (rest.length > 0 ? FLAGS.hasKey : 0);
    return Buffer.concat([sha256(wrong.rpId ?? rpId), Buffer.from([flags]), count, rest]);
  }

  const shared = (wrong: Wrong) => {
    const shown = wrong.id ?? id.toString('base64url');
    return { id: shown, rawId: shown, type: 'public-key', clientExtensionResults: {} } as const;
  };

  return {
    id: id.toString('base64url'),

    /** What `navigator.credentials.create` answers to options. */
    create(options: Options, wrong: Wrong = {}): NewPasskeyResponse {
      userHandle = options.user?.id;
      const length = Buffer.from([0, id.length]);
      const key = coseKey(publicKey, wrong.algorithm ?? ES256);
      const data = authData(options, wrong, Buffer.concat([Buffer.alloc(16), length, id, key]));
      const { format = 'none' } = wrong;
      const statement = new Map<string, Cbor>(
        format === 'none'
          ? []
          : [
              ['alg', ES256],
              ['sig', randomBytes(70)],
              ['x5c', [randomBytes(80)]],
            ],
      );
      const attestation = new Map<string, Cbor>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', data],
      ]);
      return {
        ...shared(wrong),
        response: {
          clientDataJSON: clientData('webauthn.create', options, wrong).toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },

    /** What `navigator.credentials.get` answers to options. */
    get(options: Options, wrong: Wrong = {}): PasskeyResponse {
      const client = clientData('webauthn.get', options, wrong);
      const data = authData(options, wrong);
      const key = wrong.isForged ? newKeys().privateKey : privateKey;
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), key);
      const handle = wrong.userHandle ?? userHandle;
      return {
        ...shared(wrong),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(handle !== undefined && { userHandle: handle }),
        },
      };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;
