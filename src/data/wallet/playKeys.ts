/** Keys of accounts on the play-money chain, kept in this browser. They open nothing that is worth anything. */
import { KeyPair, type KeyPairString } from 'near-api-js';
import type { MarketConfig } from '../contract/market.ts';
import { keepText, keptText } from '../keptText.ts';

const KEY = 'rondo/play-keys';

export interface PlayKey {
  readonly accountId: string;
  /** `ed25519:` and the secret in base58. */
  readonly secret: string;
  /** False while it is not known whether the account was made: the key is kept first, so that none is lost. */
  readonly isMade: boolean;
}

const isPlayKey = (value: unknown): value is PlayKey => {
  const { accountId, secret, isMade } = (value ?? {}) as Partial<PlayKey>;
  return typeof accountId === 'string' && typeof secret === 'string' && typeof isMade === 'boolean';
};

function read(): PlayKey[] {
  try {
    const kept: unknown = JSON.parse(keptText(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isPlayKey) : [];
  } catch {
    return [];
  }
}

const write = (keys: readonly PlayKey[]) =>
  keepText(KEY, keys.length > 0 ? JSON.stringify(keys) : null);

/** Why a text is no secret key. */
export class BadKey extends Error {}

/** A key pair out of a secret. @throws BadKey */
export function keyPairOf(secret: string): KeyPair {
  try {
    return KeyPair.fromString(secret.trim() as KeyPairString);
  } catch {
    throw new BadKey('That is no secret key: it begins with ed25519: and is 88 characters long.');
  }
}

/** A page keeps keys for play money only. @throws Error on any other network */
export function openPlayKeys({ network }: Pick<MarketConfig, 'network'>) {
  if (network !== 'devnet') {
    throw new Error(`Keys of ${network} are kept by wallets, never by this page`);
  }
  const find = (accountId: string) => read().find((key) => key.accountId === accountId);
  /** @throws BadKey where the browser keeps nothing */
  const keep = (key: PlayKey): PlayKey => {
    write([...read().filter(({ accountId }) => accountId !== key.accountId), key]);
    // A key that goes with the page would take its account along.
    if (!find(key.accountId)) throw new BadKey('This browser keeps nothing for this page.');
    return key;
  };
  return {
    /** Accounts of this browser, the oldest first. */
    all: (): readonly PlayKey[] => read().filter(({ isMade }) => isMade),
    find: (accountId: string): PlayKey | undefined =>
      read().find((key) => key.accountId === accountId && key.isMade),
    /** The key that an account is to be made with: the one of an earlier try, or a new one. */
    begin: (accountId: string): PlayKey =>
      find(accountId) ??
      keep({ accountId, secret: KeyPair.fromRandom('ed25519').toString(), isMade: false }),
    /** The account is there and has the key. */
    keep: (accountId: string, secret: string): PlayKey => keep({ accountId, secret, isMade: true }),
    /** A person without a copy of the key loses the account. */
    forget: (accountId: string): void => write(read().filter((key) => key.accountId !== accountId)),
  };
}
