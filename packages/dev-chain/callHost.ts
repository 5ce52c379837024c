import { balanceExceeded, prohibitedInView } from './failures.ts';
import { type FunctionCall, type Host, Panic, type Promised, type PromiseResult } from './host.ts';
import type { Meter } from './meter.ts';
import { isAccountId, RECEIPT_GAS, ROW_GAS } from './protocol.ts';
import { type Action, depositOf, gasOf, type Receipt } from './receipts.ts';
import { LAST_CHARACTER } from './rows.ts';
import type { State } from './state.ts';

/** PostgreSQL keeps no longer ones in an index; nor does NEAR have them. */
const MAX_KEY_BYTES = 2048;
const MAX_VALUE_BYTES = 4 * 1024 * 1024;

/** What a call knows of where it runs. */
export interface CallPlace {
  readonly state: State;
  readonly receipt: Receipt;
  readonly attachedDeposit: bigint;
  readonly meter: Meter;
  readonly isView: boolean;
  /** Milliseconds since the epoch. */
  readonly created: number;
  readonly results: readonly PromiseResult[];
  /** Lines are added to it; they stay when the call fails. */
  readonly logs: string[];
  /** Id of another receipt or of what one waits for. */
  newId(): string;
}

/** A host, and what came of the call so far. */
export interface OpenHost {
  readonly host: Host;
  readonly created: Receipt[];
  /** The receipt that a value stands for. */
  receiptOf(value: unknown): Receipt | undefined;
  /** What the contract has left. */
  balance(): bigint;
  /** Why the rows could not be read: no fault of the contract, so the transaction as a whole fails. */
  broken(): unknown;
}

/** A key that a row can have: text with neither a null character nor the one behind all others. */
const isKey = (key: string) =>
  key.isWellFormed() &&
  !key.includes('\0') &&
  !key.includes(LAST_CHARACTER) &&
  Buffer.byteLength(key) <= MAX_KEY_BYTES;

const isValue = (value: string) =>
  value.isWellFormed() && !value.includes('\0') && Buffer.byteLength(value) <= MAX_VALUE_BYTES;

const callAction = ({ method, args, gas, deposit }: FunctionCall): Action => ({
  kind: 'FunctionCall',
  method,
  args: Buffer.from(JSON.stringify(args)),
  gas,
  deposit,
});

/** @param balance of the contract, what is attached counted in */
export function openHost(place: CallPlace, balance: bigint): OpenHost {
  const { state, receipt, meter, isView, logs } = place;
  const { receiver: current } = receipt;
  const created: Receipt[] = [];
  const promises = new Map<unknown, Receipt>();
  let left = balance;
  let broken: unknown;

  const reading = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      broken ??= error;
      throw error;
    }
  };
  const write = (key: string, value: string | null) => {
    if (isView) throw prohibitedInView('storage_write');
    if (!isKey(key)) throw new Panic('The key is too long, or is not text');
    if (value !== null && !isValue(value)) throw new Panic('The value is too long, or is not text');
    meter.burn(ROW_GAS);
    state.setValue(current, key, value);
  };
  const send = (
    receiver: string,
    actions: readonly Action[],
    inputs: readonly string[] = [],
  ): Promised => {
    if (isView) throw prohibitedInView('promise_create');
    if (!isAccountId(receiver)) throw new Panic(`Invalid account id: ${receiver}`);
    const deposit = depositOf(actions);
    if (actions.some((action) => 'deposit' in action && action.deposit < 0n))
      throw new Panic('A deposit is less than nothing');
    if (actions.some((action) => 'gas' in action && action.gas <= 0n))
      throw new Panic('A call needs gas');
    meter.give(gasOf(actions) + RECEIPT_GAS);
    if (deposit > left) throw balanceExceeded();
    left -= deposit;
    const { signer, signerKey } = receipt;
    const who = { predecessor: current, receiver, signer, signerKey };
    const made = { ...who, id: place.newId(), actions, isRefund: false, inputs, outputs: [] };
    const promised = { promise: created.push(made) - 1 };
    promises.set(promised, made);
    return promised;
  };

  const host: Host = {
    current,
    predecessor: receipt.predecessor,
    signer: receipt.signer,
    attachedDeposit: place.attachedDeposit,
    prepaidGas: meter.limit,
    isView,
    timestamp: BigInt(place.created) * 1_000_000n,
    results: place.results,
    async get(key) {
      const [value = null] = await host.getMany([key]);
      return value;
    },
    async getMany(keys) {
      meter.burn(ROW_GAS * BigInt(keys.length));
      const found = await reading(state.values(current, keys.filter(isKey)));
      return keys.map((key) => found.get(key) ?? null);
    },
    set: write,
    remove: (key) => write(key, null),
    async list(prefix, from, limit) {
      const isRange = [from, limit].every((one) => Number.isSafeInteger(one) && one >= 0);
      if (!isRange || !isKey(prefix)) throw new Panic('There is no such range of keys');
      // One more than gas is left for: a call that asks for more than that asks for too much.
      const most = Math.min(limit, Number(meter.left / ROW_GAS) + 1);
      const found = await reading(state.list(current, prefix, from, most));
      meter.burn(ROW_GAS * BigInt(Math.max(1, found.length)));
      return found;
    },
    async storageUsage() {
      const [account, growth] = await reading(
        Promise.all([state.account(current), state.growth(current)]),
      );
      return BigInt((account?.bytes ?? 0) + growth);
    },
    balance: async () => left,
    log: (line) => {
      logs.push(line);
    },
    call: (receiver, calls) => send(receiver, calls.map(callAction)),
    // biome-ignore lint/suspicious/noThenProperty: NEAR calls it so; a host is never awaited.
    then(after, call) {
      const first = promises.get(after);
      if (!first) throw new Panic('There is no such promise');
      const data = place.newId();
      const promised = send(current, [callAction(call)], [data]);
      first.outputs.push(data);
      return promised;
    },
    transfer: (receiver, amount) => send(receiver, [{ kind: 'Transfer', deposit: amount }]),
  };
  return {
    host,
    created,
    receiptOf: (value) => promises.get(value),
    balance: () => left,
    broken: () => broken,
  };
}
