/** What a contract of the play-money chain sees while one of its methods runs. Amounts are in yocto. */

/** Ends the receipt: what it changed is taken back, what it attached goes back to who sent it. */
export class Panic extends Error {}

/** Stands for calls that run after this receipt; a method that returns one ends as those do. */
export interface Promised {
  readonly promise: number;
}

/** How a receipt that this one waited for ended; `value` is its JSON, null for none. */
export type PromiseResult = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

export interface FunctionCall {
  readonly method: string;
  readonly args: Record<string, unknown>;
  readonly deposit: bigint;
  /** Units of gas. */
  readonly gas: bigint;
}

export interface Host {
  /** The contract's own account. */
  readonly current: string;
  /** Who called: an account or a contract. */
  readonly predecessor: string;
  /** Who signed the transaction that began it all. */
  readonly signer: string;
  readonly attachedDeposit: bigint;
  readonly prepaidGas: bigint;
  readonly isView: boolean;
  /** Nanoseconds since the epoch, of the block. */
  readonly timestamp: bigint;
  /** In a callback: results of what it waited for. */
  readonly results: readonly PromiseResult[];

  get(key: string): Promise<string | null>;
  /** In the order of the keys that were asked for. */
  getMany(keys: readonly string[]): Promise<(string | null)[]>;
  /** Panics in a view. */
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Keys that begin with `prefix`, in the order of their bytes, with their values. */
  list(prefix: string, from: number, limit: number): Promise<{ key: string; value: string }[]>;
  /** Bytes that the account occupies now, what this receipt changed counted in. */
  storageUsage(): Promise<bigint>;
  /** Of the contract, what is attached counted in. */
  balance(): Promise<bigint>;
  log(line: string): void;

  call(receiver: string, calls: readonly FunctionCall[]): Promised;
  /** A call of this contract's own once `after` has ended, whatever its end. */
  then(after: Promised, call: FunctionCall): Promised;
  transfer(receiver: string, amount: bigint): Promised;
}

/** A method: gets JSON, returns JSON, or a promise that stands for its end. */
export type ContractMethod = (host: Host, args: Record<string, unknown>) => Promise<unknown>;

/** A contract as the chain runs it; methods that begin with `_` only the contract itself can call. */
export interface Contract {
  /** What `chainAccounts.contract` names it by. */
  readonly name: string;
  readonly methods: Readonly<Record<string, ContractMethod>>;
}

/** Yocto that a byte of storage holds back. */
export const STORAGE_BYTE_YOCTO = 10n ** 19n;
