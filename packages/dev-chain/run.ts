import { act, type Turn } from './actions.ts';
import { ActionFailure, CallFailure, type Json } from './failures.ts';
import { type PromiseResult, STORAGE_BYTE_YOCTO } from './host.ts';
import { FREE_BYTES, GAS_PRICE, RECEIPT_GAS } from './protocol.ts';
import { depositOf, gasOf, hashOf, type Receipt } from './receipts.ts';
import { State } from './state.ts';
import type { World } from './world.ts';

/** How a receipt ended. */
export interface Outcome {
  readonly id: string;
  readonly executor: string;
  readonly logs: readonly string[];
  readonly receiptIds: readonly string[];
  readonly gasBurnt: bigint;
  readonly status: Json;
}

export interface Ran {
  /** In the order in which they ran. */
  readonly outcomes: readonly Outcome[];
  /** Yocto that no account has any more. */
  readonly burnt: bigint;
}

/** What receipts that are under way know of each other. */
interface Traffic {
  readonly waiting: Receipt[];
  /** What was waited for, by id: JSON, empty for nothing, or null where it failed. */
  readonly data: Map<string, Buffer | null>;
}

/** What the account has to keep for its storage, yocto. */
export const storageCost = (bytes: number): bigint =>
  bytes <= FREE_BYTES ? 0n : BigInt(bytes) * STORAGE_BYTE_YOCTO;

function resultOf(data: Buffer | null | undefined): PromiseResult {
  if (!data) return { ok: false };
  return { ok: true, value: data.length === 0 ? null : JSON.parse(data.toString()) };
}

/** Counts what the account keeps now. @throws ActionFailure where its balance does not cover that */
async function settleStorage(state: State, id: string): Promise<void> {
  const account = (await state.account(id))!;
  const bytes = account.bytes + (await state.growth(id));
  if (bytes !== account.bytes) state.setAccount(id, { ...account, bytes });
  const lacking = storageCost(bytes) - account.amount;
  if (lacking > 0n) {
    throw new ActionFailure({ LackBalanceForState: { account_id: id, amount: String(lacking) } });
  }
}

/** Gives back what an account is owed; what no account can take is burnt. */
async function payBack({ state }: World, receipt: Receipt): Promise<Outcome & { lost: bigint }> {
  const { id, receiver, actions, signerKey } = receipt;
  const amount = depositOf(actions);
  const account = await state.account(receiver);
  if (account) state.setAccount(receiver, { ...account, amount: account.amount + amount });
  // Gas that was not used goes back to what a limited key may spend.
  const key = signerKey === '' ? undefined : await state.key(receiver, signerKey);
  if (key && key.permission !== 'FullAccess' && key.permission.FunctionCall.allowance !== null) {
    const { FunctionCall } = key.permission;
    const allowance = String(BigInt(FunctionCall.allowance!) + amount);
    const permission = { FunctionCall: { ...FunctionCall, allowance } };
    state.setKey(receiver, signerKey, { ...key, permission });
  }
  const outcome = { id, executor: receiver, logs: [], receiptIds: [], gasBurnt: 0n };
  return { ...outcome, status: { SuccessValue: '' }, lost: account ? 0n : amount };
}

/** What goes back to whom because of a receipt; for gas with the key whose allowance grows by it, else with none. */
function refund(
  { id, signer }: Receipt,
  kind: 'deposit' | 'gas',
  [receiver, signerKey]: readonly [string, string],
  deposit: bigint,
): Receipt[] {
  if (deposit === 0n) return [];
  const who = { predecessor: 'system', receiver, signer, signerKey };
  const actions = [{ kind: 'Transfer', deposit }] as const;
  return [{ ...who, id: hashOf(id, kind), actions, isRefund: true, inputs: [], outputs: [] }];
}

/** Does the actions in their order on top of `state`. Returns what the last call answers. */
async function doAll(world: World, state: State, turn: Turn): Promise<Buffer | Receipt> {
  let value: Buffer | Receipt = Buffer.alloc(0);
  for (const action of turn.receipt.actions) {
    value = await act({ ...world, state }, turn, action);
    turn.index += 1;
  }
  await settleStorage(state, turn.receipt.receiver);
  return value;
}

function failed(error: unknown, { index, receipt }: Turn): Json {
  const isOfAction = index < receipt.actions.length;
  const say = (kind: Json) => ({ ActionError: { index: isOfAction ? index : null, kind } });
  if (error instanceof CallFailure) return say({ FunctionCallError: error.inOutcome });
  if (error instanceof ActionFailure) return say(error.kind);
  throw error;
}

async function runReceipt(
  world: World,
  { waiting, data }: Traffic,
  receipt: Receipt,
): Promise<Outcome> {
  const state = new State(world.state);
  const results = receipt.inputs.map((id) => resultOf(data.get(id)));
  const counts = { index: 0, ids: 0, burnt: RECEIPT_GAS, given: 0n };
  const turn: Turn = { receipt, results, created: [], logs: [], ...counts };
  let value: Buffer | Receipt | null = null;
  let status: Json;
  try {
    value = await doAll(world, state, turn);
    status =
      'actions' in value
        ? { SuccessReceiptId: value.id }
        : { SuccessValue: value.toString('base64') };
    state.settle(world.state);
  } catch (error) {
    status = { Failure: failed(error, turn) };
  }
  const isDone = value !== null;
  if (value !== null && 'actions' in value) value.outputs.push(...receipt.outputs);
  else for (const id of receipt.outputs) data.set(id, value);
  const spare = gasOf(receipt.actions) + RECEIPT_GAS - turn.burnt - (isDone ? turn.given : 0n);
  const sent = [
    ...(isDone ? turn.created : []),
    ...refund(
      receipt,
      'deposit',
      [receipt.predecessor, ''],
      isDone ? 0n : depositOf(receipt.actions),
    ),
    ...refund(receipt, 'gas', [receipt.signer, receipt.signerKey], spare * GAS_PRICE),
  ];
  waiting.push(...sent);
  return {
    id: receipt.id,
    executor: receipt.receiver,
    logs: turn.logs,
    status,
    receiptIds: sent.map(({ id }) => id),
    gasBurnt: turn.burnt,
  };
}

/**
 * Runs a receipt and all that come of it, each once what it waits for is there. What a receipt attaches and its gas
 * were taken from the account that made it. A receipt that fails changes nothing; others are not touched by that.
 */
export async function runReceipts(world: World, first: Receipt): Promise<Ran> {
  const traffic: Traffic = { waiting: [first], data: new Map() };
  const { waiting, data } = traffic;
  const outcomes: Outcome[] = [];
  let burnt = 0n;
  const isReady = ({ inputs }: Receipt) => inputs.every((id) => data.has(id));
  for (let at = waiting.findIndex(isReady); at >= 0; at = waiting.findIndex(isReady)) {
    const [receipt] = waiting.splice(at, 1) as [Receipt];
    if (receipt.isRefund) {
      const { lost, ...outcome } = await payBack(world, receipt);
      outcomes.push(outcome);
      burnt += lost;
      continue;
    }
    const outcome = await runReceipt(world, traffic, receipt);
    outcomes.push(outcome);
    burnt += outcome.gasBurnt * GAS_PRICE;
  }
  if (waiting.length > 0) throw new Error('receipts wait for what never comes');
  return { outcomes, burnt };
}
