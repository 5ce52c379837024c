import { createHash } from 'node:crypto';
import { baseEncode } from 'near-api-js';
import type { Permission } from './state.ts';

/** Something to do with an account. Amounts are in yocto. */
export type Action =
  | { readonly kind: 'CreateAccount' }
  | { readonly kind: 'Transfer'; readonly deposit: bigint }
  | { readonly kind: 'AddKey'; readonly publicKey: string; readonly permission: Permission }
  | { readonly kind: 'DeleteKey'; readonly publicKey: string }
  | {
      readonly kind: 'FunctionCall';
      readonly method: string;
      /** JSON. */
      readonly args: Buffer;
      readonly gas: bigint;
      readonly deposit: bigint;
    };

/** Actions for one account, done together or not at all. */
export interface Receipt {
  readonly id: string;
  readonly predecessor: string;
  readonly receiver: string;
  /** Who signed the transaction that began it, and with which key. */
  readonly signer: string;
  readonly signerKey: string;
  readonly actions: readonly Action[];
  /** It pays back, costs nothing, and what cannot be paid back is burnt. */
  readonly isRefund: boolean;
  /** Ids of what it waits for. */
  readonly inputs: readonly string[];
  /** Ids of what others wait for; those of a receipt that a method returned are added to. */
  readonly outputs: string[];
}

/** SHA-256 in base58. */
export const hashOf = (...parts: (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return baseEncode(hash.digest());
};

/** Together what the actions carry. */
export function depositOf(actions: readonly Action[]): bigint {
  return actions.reduce((sum, action) => sum + ('deposit' in action ? action.deposit : 0n), 0n);
}

/** Together the gas of the calls. */
export function gasOf(actions: readonly Action[]): bigint {
  return actions.reduce((sum, action) => sum + ('gas' in action ? action.gas : 0n), 0n);
}
