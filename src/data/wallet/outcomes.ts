/** What became of transactions. A transaction may end well though something inside it failed: every receipt is read. */
import type { Provider } from 'near-api-js';

/** It was sent and its result is unknown; it must not be signed anew. */
export class SentError extends Error {
  readonly txHash: string;
  constructor(txHash: string, cause: unknown) {
    super(`The chain did not say what became of ${txHash}`, { cause });
    this.name = 'SentError';
    this.txHash = txHash;
  }
}

/** The parts of an outcome that count, as wallets and the chain's JSON-RPC give it. */
export interface Outcome {
  readonly final_execution_status?: string;
  readonly status?: unknown;
  readonly transaction?: { readonly hash?: string };
  readonly transaction_outcome?: { readonly id?: string; readonly outcome?: { status?: unknown } };
  readonly receipts_outcome?: readonly { readonly outcome?: { status?: unknown } }[];
}

/** Hash of the transaction, in base58; null where a wallet did not say. */
export function hashOf(outcome: Outcome | null | undefined): string | null {
  return outcome?.transaction?.hash ?? outcome?.transaction_outcome?.id ?? null;
}

function failureOf(status: unknown): string[] {
  if (typeof status !== 'object' || status === null || !('Failure' in status)) return [];
  return [JSON.stringify(status.Failure)];
}

/** Every failure inside a transaction, nested ones too, in the chain's words; each once. */
export function failuresOf(outcome: Outcome): string[] {
  const statuses = [
    outcome.status,
    outcome.transaction_outcome?.outcome?.status,
    ...(outcome.receipts_outcome ?? []).map((receipt) => receipt.outcome?.status),
  ];
  return [...new Set(statuses.flatMap(failureOf))];
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** How long the end of a transaction is waited for, and how often it is asked for. */
export interface Patience {
  readonly waitMs: number;
  readonly everyMs: number;
}

/** The final outcome of a transaction; null where the chain did not say in time, which says nothing about it. */
export async function settle(
  provider: Provider,
  { txHash, accountId }: { txHash: string; accountId: string },
  { waitMs, everyMs }: Patience,
): Promise<Outcome | null> {
  const until = Date.now() + waitMs;
  do {
    try {
      const outcome = (await provider.viewTransactionStatus({
        txHash,
        accountId,
        waitUntil: 'FINAL',
      })) as unknown as Outcome;
      if (outcome.final_execution_status === 'FINAL') return outcome;
    } catch {
      // It does not know it yet, or does not answer: it is asked again.
    }
    await pause(everyMs);
  } while (Date.now() < until);
  return null;
}

/** An error as text to be told by: libraries name the kind, contracts say it in words. */
export function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : JSON.stringify(error);
  const panic = 'panicMessage' in error ? ` ${String(error.panicMessage)}` : '';
  return `${error.name}: ${error.message}${panic}`;
}
