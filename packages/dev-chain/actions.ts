import { callMethod } from './calling.ts';
import { ActionFailure, noContract } from './failures.ts';
import type { PromiseResult } from './host.ts';
import { Meter } from './meter.ts';
import { ACCOUNT_BYTES, KEY_BYTES, NONCES_PER_BLOCK } from './protocol.ts';
import { type Action, hashOf, type Receipt } from './receipts.ts';
import type { Account } from './state.ts';
import type { World } from './world.ts';

/** A receipt while its actions are done: how far it is, and what came of it so far. */
export interface Turn {
  readonly receipt: Receipt;
  readonly results: readonly PromiseResult[];
  /** The action that is done. */
  index: number;
  /** Ids that were given away. */
  ids: number;
  readonly created: Receipt[];
  readonly logs: string[];
  burnt: bigint;
  /** Gas of the receipts that it made. */
  given: bigint;
}

type Of<K extends Action['kind']> = Extract<Action, { kind: K }>;
const NOTHING = Buffer.alloc(0);

/** A key that is new at this height can sign from there on: what one before it signed cannot be sent again. */
export const firstNonce = (height: number): bigint => BigInt(height - 1) * NONCES_PER_BLOCK;

async function present({ state }: World, id: string): Promise<Account> {
  const account = await state.account(id);
  if (!account) throw new ActionFailure({ AccountDoesNotExist: { account_id: id } });
  return account;
}

/** Only an account itself makes accounts below it: `a.b` is made by `b`. */
async function createAccount({ state }: World, { receiver, predecessor }: Receipt) {
  const parent = receiver.slice(receiver.indexOf('.') + 1);
  if (!receiver.includes('.')) {
    throw new ActionFailure({
      CreateAccountOnlyByRegistrar: {
        account_id: receiver,
        registrar_account_id: 'registrar',
        predecessor_id: predecessor,
      },
    });
  }
  if (parent !== predecessor) {
    throw new ActionFailure({
      CreateAccountNotAllowed: { account_id: receiver, predecessor_id: predecessor },
    });
  }
  if (await state.account(receiver)) {
    throw new ActionFailure({ AccountAlreadyExists: { account_id: receiver } });
  }
  state.setAccount(receiver, { amount: 0n, bytes: ACCOUNT_BYTES, contract: null });
}

/** Keys are changed by the account itself, or by the account that has just made it. */
function requireActor({ receipt: { actions, predecessor, receiver } }: Turn): void {
  const isMaker = actions[0]?.kind === 'CreateAccount';
  if (predecessor === receiver || isMaker) return;
  throw new ActionFailure({ ActorNoPermission: { account_id: receiver, actor_id: predecessor } });
}

async function addKey(world: World, turn: Turn, { publicKey, permission }: Of<'AddKey'>) {
  const { state, height } = world;
  const { receiver: id } = turn.receipt;
  const account = await present(world, id);
  requireActor(turn);
  if (await state.key(id, publicKey)) {
    throw new ActionFailure({ AddKeyAlreadyExists: { account_id: id, public_key: publicKey } });
  }
  state.setKey(id, publicKey, { nonce: firstNonce(height), permission });
  state.setAccount(id, { ...account, bytes: account.bytes + KEY_BYTES });
}

async function deleteKey(world: World, turn: Turn, { publicKey }: Of<'DeleteKey'>) {
  const { state } = world;
  const { receiver: id } = turn.receipt;
  const account = await present(world, id);
  requireActor(turn);
  if (!(await state.key(id, publicKey))) {
    throw new ActionFailure({ DeleteKeyDoesNotExist: { account_id: id, public_key: publicKey } });
  }
  state.setKey(id, publicKey, null);
  state.setAccount(id, { ...account, bytes: account.bytes - KEY_BYTES });
}

async function call(world: World, turn: Turn, action: Of<'FunctionCall'>) {
  const { state, contracts, created } = world;
  const { receipt, results, logs } = turn;
  const { receiver: id } = receipt;
  const account = await present(world, id);
  if (account.contract === null) throw noContract(id);
  const paid = { ...account, amount: account.amount + action.deposit };
  const meter = new Meter(action.gas);
  const place = { state, receipt, meter, results, logs, created, isView: false };
  const newId = () => {
    turn.ids += 1;
    return hashOf(receipt.id, String(turn.ids));
  };
  try {
    const attached = { ...place, attachedDeposit: action.deposit, newId };
    const called = await callMethod(contracts, paid, attached, action);
    // What it keeps is counted at the end of the receipt.
    state.setAccount(id, { ...paid, amount: called.balance });
    turn.created.push(...called.created);
    return called.value;
  } finally {
    turn.burnt += meter.burnt;
    turn.given += meter.given;
  }
}

/**
 * Does an action of the receipt in `world`, whose state is the receipt's own.
 * @returns what a call answers, or the receipt that stands for it; empty for all others
 * @throws ActionFailure, CallFailure
 */
export async function act(world: World, turn: Turn, action: Action): Promise<Buffer | Receipt> {
  const { receiver } = turn.receipt;
  switch (action.kind) {
    case 'CreateAccount':
      await createAccount(world, turn.receipt);
      return NOTHING;
    case 'Transfer': {
      const account = await present(world, receiver);
      world.state.setAccount(receiver, { ...account, amount: account.amount + action.deposit });
      return NOTHING;
    }
    case 'AddKey':
      await addKey(world, turn, action);
      return NOTHING;
    case 'DeleteKey':
      await deleteKey(world, turn, action);
      return NOTHING;
    case 'FunctionCall':
      return call(world, turn, action);
  }
}
