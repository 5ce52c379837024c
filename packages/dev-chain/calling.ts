import type { FastifyBaseLogger } from 'fastify';
import { type CallPlace, openHost } from './callHost.ts';
import { CallFailure, gasExceeded, noContract, noMethod, panicked } from './failures.ts';
import { type Contract, type ContractMethod, Panic } from './host.ts';
import { CALL_GAS } from './protocol.ts';
import type { Receipt } from './receipts.ts';
import type { Account } from './state.ts';

/** Contracts that this server knows, by name, and where it says what is wrong with them. */
export interface Contracts {
  readonly byName: ReadonlyMap<string, Contract>;
  readonly log: Pick<FastifyBaseLogger, 'error'> | undefined;
}

/** How a call ended. */
export interface Called {
  /** JSON, empty for nothing; or the receipt that stands for it. */
  readonly value: Buffer | Receipt;
  readonly created: readonly Receipt[];
  /** What the contract has left. */
  readonly balance: bigint;
}

function methodOf(
  { byName }: Contracts,
  account: Account,
  { receipt, isView }: CallPlace,
  name: string,
): ContractMethod {
  const { receiver, predecessor } = receipt;
  const contract = account.contract === null ? undefined : byName.get(account.contract);
  if (!contract) throw noContract(receiver);
  const isOpen = !name.startsWith('_') || (!isView && predecessor === receiver);
  const method = Object.hasOwn(contract.methods, name) ? contract.methods[name] : undefined;
  if (!method || !isOpen) throw noMethod();
  return method;
}

function parseArgs(args: Buffer): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = args.length === 0 ? {} : JSON.parse(args.toString());
  } catch {}
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
    return parsed as Record<string, unknown>;
  }
  throw panicked('Failed to deserialize input from JSON.');
}

/** What a call that threw failed with. Everything that a contract throws is a panic, as a trap of its code would be. */
function failureOf(error: unknown, log: Contracts['log']): CallFailure {
  if (error instanceof CallFailure) return error;
  if (!(error instanceof Panic)) log?.error({ err: error }, 'a contract is broken');
  return panicked(error instanceof Error ? error.message : String(error));
}

/**
 * Runs a method of the contract of `account`, which is the receiver of the receipt.
 * @param account what is attached counted in
 * @throws CallFailure; anything else is no fault of the call
 */
export async function callMethod(
  contracts: Contracts,
  account: Account,
  place: CallPlace,
  { method: name, args }: { readonly method: string; readonly args: Buffer },
): Promise<Called> {
  const { meter } = place;
  meter.burn(CALL_GAS);
  const method = methodOf(contracts, account, place, name);
  const open = openHost(place, account.amount);
  try {
    const said = await method(open.host, parseArgs(args));
    // A contract that goes on after it ran out of gas has ended all the same.
    if (meter.isOver) throw gasExceeded();
    if (open.broken() !== undefined) throw open.broken();
    const json = open.receiptOf(said) ? undefined : JSON.stringify(said);
    const value = open.receiptOf(said) ?? Buffer.from(json ?? '');
    return { value, created: open.created, balance: open.balance() };
  } catch (error) {
    if (open.broken() !== undefined) throw open.broken();
    throw failureOf(error, contracts.log);
  }
}
