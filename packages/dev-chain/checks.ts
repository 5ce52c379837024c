import { InvalidTransaction } from './failures.ts';
import {
  GAS_PRICE,
  isAccountId,
  MAX_ACTIONS,
  MAX_GAS,
  MAX_TRANSACTION_BYTES,
  NONCES_PER_BLOCK,
  PROTOCOL_VERSION,
  RECEIPT_GAS,
  TRANSACTION_GAS,
} from './protocol.ts';
import { type Action, depositOf, gasOf } from './receipts.ts';
import { storageCost } from './run.ts';
import type { Signed } from './signed.ts';
import type { Key, State } from './state.ts';

const MAX_METHOD_BYTES = 256;
const MAX_KEY_METHODS_BYTES = 2000;

/** What the chain knows of the block that a transaction names. */
export interface Place {
  readonly state: State;
  /** Of the block that the transaction would be in. */
  readonly height: number;
  /** Is the block that it names one of those that are kept? */
  isKnown(blockHash: string): Promise<boolean>;
}

/** A transaction that may have its effect. */
export interface Checked {
  readonly actions: readonly Action[];
  /** Yocto that the signer pays before anything runs. */
  readonly cost: bigint;
  /** Its key, with what this takes from it. */
  readonly key: Key;
}

const accessError = (reason: InvalidTransaction['reason']) =>
  new InvalidTransaction({ InvalidAccessKeyError: reason });
const actionsError = (reason: InvalidTransaction['reason']) =>
  new InvalidTransaction({ ActionsValidation: reason });

/** Throws where it is too long, or the key did not sign it. */
export function checkSignature({ publicKey, digest, signature, bytes }: Signed): void {
  if (bytes.length > MAX_TRANSACTION_BYTES) {
    const size = { size: bytes.length, limit: MAX_TRANSACTION_BYTES };
    throw new InvalidTransaction({ TransactionSizeExceeded: size });
  }
  let isValid = false;
  try {
    // Keys that withstand quantum computers are longer than a row's key may be.
    isValid =
      /^(ed25519|secp256k1):/.test(publicKey.toString()) && publicKey.verify(digest, signature);
  } catch {}
  if (!isValid) throw new InvalidTransaction('InvalidSignature');
}

function checkNonce({ nonce }: Signed, key: Key, height: number): void {
  const upper = BigInt(height) * NONCES_PER_BLOCK;
  if (nonce <= key.nonce) {
    const InvalidNonce = { tx_nonce: Number(nonce), ak_nonce: Number(key.nonce) };
    throw new InvalidTransaction({ InvalidNonce });
  }
  if (nonce >= upper) {
    const NonceTooLarge = { tx_nonce: Number(nonce), upper_bound: Number(upper) };
    throw new InvalidTransaction({ NonceTooLarge });
  }
}

/** A limited key calls one method of one account, attaches nothing, and pays for gas out of its allowance. */
function spendKey(signed: Signed, key: Key, gasCost: bigint): Key {
  const { permission } = key;
  const used = { ...key, nonce: signed.nonce };
  if (permission === 'FullAccess') return used;
  const { receiver_id: receiver, method_names: methods, allowance } = permission.FunctionCall;
  const [action] = signed.actions;
  if (signed.actions.length !== 1 || action?.kind !== 'FunctionCall') {
    throw accessError('RequiresFullAccess');
  }
  if (action.deposit > 0n) throw accessError('DepositWithFunctionCall');
  if (signed.receiver !== receiver) {
    throw accessError({
      ReceiverMismatch: { tx_receiver: signed.receiver, ak_receiver: receiver },
    });
  }
  if (methods.length > 0 && !methods.includes(action.method)) {
    throw accessError({ MethodNameMismatch: { method_name: action.method } });
  }
  if (allowance === null) return used;
  if (BigInt(allowance) < gasCost) {
    const owner = { account_id: signed.signer, public_key: signed.publicKey.toString() };
    throw accessError({ NotEnoughAllowance: { ...owner, allowance, cost: String(gasCost) } });
  }
  const left = String(BigInt(allowance) - gasCost);
  const limits = { ...permission.FunctionCall, allowance: left };
  return { ...used, permission: { FunctionCall: limits } };
}

function checkAction(action: Signed['actions'][number]): Action {
  if (action.kind === 'Unsupported') {
    const feature = { protocol_feature: action.name, version: PROTOCOL_VERSION };
    throw actionsError({ UnsupportedProtocolFeature: feature });
  }
  if (action.kind === 'FunctionCall') {
    const length = Buffer.byteLength(action.method);
    if (length > MAX_METHOD_BYTES) {
      const size = { length, limit: MAX_METHOD_BYTES };
      throw actionsError({ FunctionCallMethodNameLengthExceeded: size });
    }
    if (action.gas === 0n) throw actionsError('FunctionCallZeroAttachedGas');
  }
  if (action.kind === 'AddKey' && action.publicKey.startsWith('ml-dsa')) {
    const feature = { protocol_feature: 'MlDsa65', version: PROTOCOL_VERSION };
    throw actionsError({ UnsupportedProtocolFeature: feature });
  }
  if (action.kind === 'AddKey' && action.permission !== 'FullAccess') {
    const { receiver_id: receiver, method_names: methods } = action.permission.FunctionCall;
    if (!isAccountId(receiver)) throw actionsError({ InvalidAccountId: { account_id: receiver } });
    const total = methods.reduce((sum, name) => sum + Buffer.byteLength(name) + 1, 0);
    if (total > MAX_KEY_METHODS_BYTES) {
      const size = { total_number_of_bytes: total, limit: MAX_KEY_METHODS_BYTES };
      throw actionsError({ AddKeyMethodNamesNumberOfBytesExceeded: size });
    }
  }
  return action;
}

function checkActions({ actions }: Signed): readonly Action[] {
  if (actions.length > MAX_ACTIONS) {
    const size = { total_number_of_actions: actions.length, limit: MAX_ACTIONS };
    throw actionsError({ TotalNumberOfActionsExceeded: size });
  }
  const checked = actions.map(checkAction);
  const total = gasOf(checked);
  if (total > MAX_GAS) {
    const size = { total_prepaid_gas: Number(total), limit: Number(MAX_GAS) };
    throw actionsError({ TotalPrepaidGasExceeded: size });
  }
  return checked;
}

/** What the gas of a transaction costs before it runs, yocto: what of it is not used comes back. */
export const gasCostOf = (gas: bigint): bigint => (gas + TRANSACTION_GAS + RECEIPT_GAS) * GAS_PRICE;

/**
 * Looks whether a transaction whose signature is right may have its effect, in the order of nearcore: block, signer,
 * key, nonce, what the key may do, actions and their gas, balance.
 * @throws InvalidTransaction
 */
export async function checkTransaction(signed: Signed, place: Place): Promise<Checked> {
  const { signer, receiver } = signed;
  const { state, height } = place;
  if (!(await place.isKnown(signed.blockHash))) throw new InvalidTransaction('Expired');
  if (!isAccountId(signer))
    throw new InvalidTransaction({ InvalidSignerId: { signer_id: signer } });
  if (!isAccountId(receiver)) {
    throw new InvalidTransaction({ InvalidReceiverId: { receiver_id: receiver } });
  }
  const account = await state.account(signer);
  if (!account) throw new InvalidTransaction({ SignerDoesNotExist: { signer_id: signer } });
  const publicKey = signed.publicKey.toString();
  const key = await state.key(signer, publicKey);
  if (!key) {
    throw accessError({ AccessKeyNotFound: { account_id: signer, public_key: publicKey } });
  }
  checkNonce(signed, key, height);
  const known = signed.actions.filter((action) => action.kind !== 'Unsupported');
  const gasCost = gasCostOf(gasOf(known));
  const used = spendKey(signed, key, gasCost);
  const actions = checkActions(signed);
  const cost = gasCost + depositOf(actions);
  if (account.amount < cost) {
    const sums = { balance: String(account.amount), cost: String(cost) };
    throw new InvalidTransaction({ NotEnoughBalance: { signer_id: signer, ...sums } });
  }
  const lacking = storageCost(account.bytes) - (account.amount - cost);
  if (lacking > 0n) {
    const amount = String(lacking);
    throw new InvalidTransaction({ LackBalanceForState: { signer_id: signer, amount } });
  }
  return { actions, cost, key: used };
}
