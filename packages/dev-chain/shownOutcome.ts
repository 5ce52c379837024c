import type { Json } from './failures.ts';
import { GAS_PRICE, TRANSACTION_GAS } from './protocol.ts';
import type { Outcome, Ran } from './run.ts';
import type { Signed } from './signed.ts';

const METADATA: Json = { version: 3, gas_profile: [] };

function showReceipt({ id, executor, logs, receiptIds, gasBurnt, status }: Outcome, block: string) {
  return {
    id,
    block_hash: block,
    proof: [],
    outcome: {
      logs: [...logs],
      receipt_ids: [...receiptIds],
      gas_burnt: Number(gasBurnt),
      tokens_burnt: String(gasBurnt * GAS_PRICE),
      executor_id: executor,
      status,
      metadata: METADATA,
    },
  };
}

/** How the transaction ended: as its first receipt did, or the one that stands for that, and so on. */
function finalStatus(first: string, outcomes: readonly Outcome[]): Json {
  const byId = new Map(outcomes.map(({ id, status }) => [id, status]));
  let status = byId.get(first)!;
  while (typeof status === 'object' && status !== null && 'SuccessReceiptId' in status) {
    status = byId.get(String(status.SuccessReceiptId))!;
  }
  return status;
}

/**
 * What became of a transaction, as `tx` answers it: https://docs.near.org/api/rpc/transactions
 * @param first id of its first receipt
 * @param block hash of the block that it is in
 */
export function showOutcome(
  { shown, hash, signer }: Signed,
  first: string,
  { outcomes }: Ran,
  block: string,
): { readonly [key: string]: Json } {
  const begun: Outcome = {
    id: hash,
    executor: signer,
    logs: [],
    receiptIds: [first],
    gasBurnt: TRANSACTION_GAS,
    status: { SuccessReceiptId: first },
  };
  return {
    final_execution_status: 'FINAL',
    status: finalStatus(first, outcomes),
    transaction: shown,
    transaction_outcome: showReceipt(begun, block),
    receipts_outcome: outcomes.map((outcome) => showReceipt(outcome, block)),
  };
}
