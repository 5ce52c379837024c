import { createHash } from 'node:crypto';
import {
  baseEncode,
  decodeSignedTransaction,
  encodeTransaction,
  PublicKey,
  type SignedTransaction,
} from 'near-api-js';
import type { Json } from './failures.ts';
import type { Action } from './receipts.ts';
import type { Permission } from './state.ts';

/** An action that this chain does not have, by the name that nearcore gives it. */
export interface Unsupported {
  readonly kind: 'Unsupported';
  readonly name: string;
}

/** A transaction as it was signed. */
export interface Signed {
  /** SHA-256 of what was signed, in base58 as it is named, and as it is. */
  readonly hash: string;
  readonly digest: Uint8Array;
  readonly signer: string;
  readonly publicKey: PublicKey;
  readonly receiver: string;
  readonly nonce: bigint;
  readonly blockHash: string;
  readonly actions: readonly (Action | Unsupported)[];
  readonly signature: Uint8Array;
  /** The whole of it. */
  readonly bytes: Buffer;
  /** As `tx` shows it. */
  readonly shown: Json;
}

/** What borsh makes of an enum: an object with one property. */
type Decoded = Record<string, Record<string, unknown> | undefined>;

const UNSUPPORTED: Readonly<Record<string, string>> = {
  deployContract: 'DeployContract',
  stake: 'Stake',
  deleteAccount: 'DeleteAccount',
  signedDelegate: 'Delegate',
  deployGlobalContract: 'DeployGlobalContract',
  useGlobalContract: 'UseGlobalContract',
};

function readPermission(permission: Decoded): Permission {
  const limits = permission.functionCall;
  if (!limits) return 'FullAccess';
  const allowance = limits.allowance as bigint | null | undefined;
  return {
    FunctionCall: {
      allowance: allowance === null || allowance === undefined ? null : String(allowance),
      receiver_id: String(limits.receiverId),
      method_names: limits.methodNames as string[],
    },
  };
}

const keyText = (key: unknown) => PublicKey.from(key as PublicKey).toString();

function readAction(decoded: Decoded): Action | Unsupported {
  const { createAccount, transfer, functionCall, addKey, deleteKey } = decoded;
  if (createAccount) return { kind: 'CreateAccount' };
  if (transfer) return { kind: 'Transfer', deposit: transfer.deposit as bigint };
  if (functionCall) {
    const { methodName, args, gas, deposit } = functionCall;
    return {
      kind: 'FunctionCall',
      method: String(methodName),
      args: Buffer.from(args as number[]),
      gas: gas as bigint,
      deposit: deposit as bigint,
    };
  }
  if (addKey) {
    const { permission } = addKey.accessKey as { permission: Decoded };
    const publicKey = keyText(addKey.publicKey);
    return { kind: 'AddKey', publicKey, permission: readPermission(permission) };
  }
  if (deleteKey) return { kind: 'DeleteKey', publicKey: keyText(deleteKey.publicKey) };
  const [kind = ''] = Object.keys(decoded);
  return { kind: 'Unsupported', name: UNSUPPORTED[kind] ?? kind };
}

function showAction(action: Action | Unsupported): Json {
  switch (action.kind) {
    case 'CreateAccount':
      return 'CreateAccount';
    case 'Transfer':
      return { Transfer: { deposit: String(action.deposit) } };
    case 'FunctionCall': {
      const { method, args, gas, deposit } = action;
      const said = { method_name: method, args: args.toString('base64') };
      return { FunctionCall: { ...said, gas: Number(gas), deposit: String(deposit) } };
    }
    case 'AddKey': {
      const { publicKey, permission } = action;
      return { AddKey: { public_key: publicKey, access_key: { nonce: 0, permission } } };
    }
    case 'DeleteKey':
      return { DeleteKey: { public_key: action.publicKey } };
    case 'Unsupported':
      return action.name;
  }
}

/** Bytes of a signature, whatever kind of key made it. */
function signatureOf({ signature }: SignedTransaction): Uint8Array {
  const [made] = Object.values(signature as unknown as Decoded);
  return Uint8Array.from(made?.data as number[]);
}

/**
 * Reads a signed transaction: borsh, as NEAR has it (https://nomicon.io/RuntimeSpec/Transactions).
 * @throws Error where it is none, or is written in another way than NEAR tools write it
 */
export function readSigned(bytes: Buffer): Signed {
  const decoded = decodeSignedTransaction(bytes);
  if (!bytes.equals(encodeTransaction(decoded))) throw new Error('Unexpected length of input');
  const { signerId, publicKey, nonce, receiverId, blockHash, actions } = decoded.transaction;
  const digest = createHash('sha256').update(encodeTransaction(decoded.transaction)).digest();
  const read = (actions as unknown as Decoded[]).map(readAction);
  const signature = signatureOf(decoded);
  const named = { hash: baseEncode(digest), signer: signerId, receiver: receiverId };
  return {
    ...named,
    digest,
    publicKey,
    nonce,
    signature,
    actions: read,
    blockHash: baseEncode(Uint8Array.from(blockHash)),
    bytes,
    shown: {
      hash: named.hash,
      signer_id: signerId,
      receiver_id: receiverId,
      public_key: publicKey.toString(),
      nonce: Number(nonce),
      actions: read.map(showAction),
      priority_fee: 0,
      signature: `${publicKey.toString().split(':')[0]}:${baseEncode(signature)}`,
    },
  };
}
