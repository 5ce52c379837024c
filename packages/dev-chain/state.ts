import { ROW_BYTES } from './protocol.ts';

/** What an account has; `bytes` is the storage that it takes. */
export interface Account {
  readonly amount: bigint;
  readonly bytes: number;
  /** Name of the contract that it runs. */
  readonly contract: string | null;
}

/** What a key may do, as `view_access_key` answers it; allowance in yocto. */
export type Permission =
  | 'FullAccess'
  | {
      readonly FunctionCall: {
        readonly allowance: string | null;
        readonly receiver_id: string;
        readonly method_names: readonly string[];
      };
    };

export interface Key {
  /** The last that was used. */
  readonly nonce: bigint;
  readonly permission: Permission;
}

export interface Entry {
  readonly key: string;
  readonly value: string;
}

/** What the chain holds, or held when the reading began. */
export interface Reading {
  account(id: string): Promise<Account | undefined>;
  key(id: string, publicKey: string): Promise<Key | undefined>;
  /** What a contract keeps under these keys; those that it does not have are missing. */
  values(id: string, keys: readonly string[]): Promise<Map<string, string>>;
  /** Keys of a contract that begin with `prefix`, in the order of their bytes. */
  list(id: string, prefix: string, from: number, limit: number): Promise<Entry[]>;
}

/** What is different; null stands for what is gone. */
export interface Changes {
  readonly accounts: ReadonlyMap<string, Account>;
  readonly keys: readonly { id: string; publicKey: string; key: Key | null }[];
  readonly values: ReadonlyMap<string, ReadonlyMap<string, string | null>>;
}

const bytesOf = (key: string, value: string | null | undefined): number =>
  value === null || value === undefined
    ? 0
    : ROW_BYTES + Buffer.byteLength(key) + Buffer.byteLength(value);

/** Changes on top of what is below; nothing below knows of them until they are settled. */
export class State implements Reading {
  readonly #below: Reading;
  readonly #accounts = new Map<string, Account>();
  /** By account and key with a space between them. */
  readonly #keys = new Map<string, Key | null>();
  readonly #values = new Map<string, Map<string, string | null>>();

  constructor(below: Reading) {
    this.#below = below;
  }

  async account(id: string): Promise<Account | undefined> {
    return this.#accounts.get(id) ?? this.#below.account(id);
  }

  setAccount(id: string, account: Account): void {
    this.#accounts.set(id, account);
  }

  async key(id: string, publicKey: string): Promise<Key | undefined> {
    const changed = this.#keys.get(`${id} ${publicKey}`);
    return changed === undefined ? this.#below.key(id, publicKey) : (changed ?? undefined);
  }

  setKey(id: string, publicKey: string, key: Key | null): void {
    this.#keys.set(`${id} ${publicKey}`, key);
  }

  async values(id: string, keys: readonly string[]): Promise<Map<string, string>> {
    const changed = this.#values.get(id);
    const found = await this.#below.values(
      id,
      keys.filter((key) => !changed?.has(key)),
    );
    for (const key of keys) {
      const value = changed?.get(key);
      if (typeof value === 'string') found.set(key, value);
    }
    return found;
  }

  setValue(id: string, key: string, value: string | null): void {
    const changed = this.#values.get(id) ?? new Map<string, string | null>();
    this.#values.set(id, changed.set(key, value));
  }

  async list(id: string, prefix: string, from: number, limit: number): Promise<Entry[]> {
    const changed = [...(this.#values.get(id) ?? [])].filter(([key]) => key.startsWith(prefix));
    if (changed.length === 0) return this.#below.list(id, prefix, from, limit);
    const below = await this.#below.list(id, prefix, 0, from + limit + changed.length);
    const all = new Map(below.map(({ key, value }): [string, string | null] => [key, value]));
    for (const [key, value] of changed) all.set(key, value);
    return [...all]
      .flatMap(([key, value]) => (value === null ? [] : { key, value }))
      .sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)))
      .slice(from, from + limit);
  }

  /** How much longer what a contract keeps has become by the changes, in bytes; negative for shorter. */
  async growth(id: string): Promise<number> {
    const changed = this.#values.get(id);
    if (!changed) return 0;
    const before = await this.#below.values(id, [...changed.keys()]);
    let bytes = 0;
    for (const [key, value] of changed)
      bytes += bytesOf(key, value) - bytesOf(key, before.get(key));
    return bytes;
  }

  changes(): Changes {
    const keys = [...this.#keys].map(([place, key]) => {
      const [id = '', publicKey = ''] = place.split(' ');
      return { id, publicKey, key };
    });
    return { accounts: this.#accounts, keys, values: this.#values };
  }

  /** Makes the changes part of `other`. */
  settle(other: State): void {
    const { accounts, keys, values } = this.changes();
    for (const [id, account] of accounts) other.setAccount(id, account);
    for (const { id, publicKey, key } of keys) other.setKey(id, publicKey, key);
    for (const [id, changed] of values) {
      for (const [key, value] of changed) other.setValue(id, key, value);
    }
  }
}
