import type { Queries } from '../../server/ports/database/database.ts';
import type { ChainBlockRow } from '../../server/ports/database/schemaMarket.ts';
import { latestBlock, NO_HASH } from './blocks.ts';
import { type Contracts, callMethod } from './calling.ts';
import { CallFailure, type Json } from './failures.ts';
import { Meter } from './meter.ts';
import { MAX_GAS } from './protocol.ts';
import { hashOf, type Receipt } from './receipts.ts';
import { Rows } from './rows.ts';
import { HandlerError } from './rpcErrors.ts';
import { State } from './state.ts';

/** What a query reads: rows of one moment, and the latest block of it. */
export interface View {
  readonly queries: Queries;
  readonly block: ChainBlockRow;
  readonly rows: Rows;
}

export async function openView(queries: Queries): Promise<View> {
  return { queries, block: await latestBlock(queries), rows: new Rows(queries) };
}

const at = ({ block }: View) => ({ block_height: block.height, block_hash: block.hash });

async function requireAccount(view: View, id: string) {
  const account = await view.rows.account(id);
  if (account) return account;
  throw new HandlerError('UNKNOWN_ACCOUNT', { requested_account_id: id, ...at(view) });
}

export async function viewAccount(view: View, id: string): Promise<Json> {
  const { amount, bytes, contract } = await requireAccount(view, id);
  return {
    amount: String(amount),
    locked: '0',
    code_hash: contract === null ? NO_HASH : hashOf(contract),
    storage_usage: bytes,
    storage_paid_at: 0,
    ...at(view),
  };
}

export async function viewKey(view: View, id: string, publicKey: string): Promise<Json> {
  const key = await view.rows.key(id, publicKey);
  if (!key) throw new HandlerError('UNKNOWN_ACCESS_KEY', { public_key: publicKey, ...at(view) });
  return { nonce: Number(key.nonce), permission: key.permission, ...at(view) };
}

export async function viewKeys(view: View, id: string): Promise<Json> {
  await requireAccount(view, id);
  const keys = await view.queries
    .selectFrom('chainKeys')
    .selectAll()
    .where('accountId', '=', id)
    .orderBy('publicKey')
    .execute();
  return {
    keys: keys.map(({ publicKey, nonce, permission }) => ({
      public_key: publicKey,
      access_key: { nonce: Number(nonce), permission: permission as Json },
    })),
    ...at(view),
  };
}

/** Calls a method that changes nothing. */
export async function viewCall(
  view: View,
  contracts: Contracts,
  id: string,
  call: { readonly method: string; readonly args: Buffer },
): Promise<Json> {
  const account = await requireAccount(view, id);
  if (account.contract === null) {
    throw new HandlerError('NO_CONTRACT_CODE', { contract_account_id: id, ...at(view) });
  }
  const logs: string[] = [];
  const receipt: Receipt = {
    id: '',
    predecessor: id,
    receiver: id,
    signer: id,
    signerKey: '',
    isRefund: false,
    actions: [],
    inputs: [],
    outputs: [],
  };
  const place = {
    state: new State(view.rows),
    receipt,
    logs,
    attachedDeposit: 0n,
    isView: true,
    meter: new Meter(MAX_GAS),
    created: view.block.created,
    results: [],
    newId: () => '',
  };
  try {
    const { value } = await callMethod(contracts, account, place, call);
    // A spread of a Buffer takes eight times as long.
    return { result: (value as Buffer).toJSON().data, logs, ...at(view) };
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    throw new HandlerError('CONTRACT_EXECUTION_ERROR', { vm_error: error.inView, ...at(view) });
  }
}
