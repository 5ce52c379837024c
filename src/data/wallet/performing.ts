/** Does what was planned: asks the wallet, waits until it is final, reads what became of it, tells the server. */
import type { Provider } from 'near-api-js';
import { reportTransaction } from '../queries/market.ts';
import {
  type FailureFacts,
  type MarketFailure,
  marketFailure,
} from '../rules/money/marketFailure.ts';
import { session } from '../stores/session.ts';
import {
  detailOf,
  failuresOf,
  hashOf,
  type Outcome,
  type Patience,
  SentError,
  settle,
} from './outcomes.ts';
import type { Prepared } from './planning.ts';
import type { Reads } from './reads.ts';
import type { WalletTransaction } from './transactions.ts';
import type { ActionPlan, ActionResult, MarketAction } from './Wallet.ts';

/** The server looks at a transaction by itself, too: this is not waited for long. */
const REPORT_MS = 10_000;
const LOOKS = 3;

interface Performer {
  readonly provider: Provider;
  readonly reads: Reads;
  readonly facts: FailureFacts;
  readonly patience: Patience;
  /** Has the wallet sign and send them, one after the other. Throws what the wallet throws. */
  send(transactions: readonly WalletTransaction[]): Promise<readonly Outcome[]>;
  prepare(action: MarketAction, accountId: string): Promise<Prepared>;
}

/** What is known after transactions were sent, or not. */
interface Sent {
  readonly hashes: readonly string[];
  readonly failures: readonly string[];
  readonly isPending: boolean;
  /** What the wallet threw; null where it sent everything. */
  readonly error: unknown;
}

async function tell(hashes: readonly string[], accountId: string): Promise<void> {
  if (session.status !== 'in') return;
  const telling = Promise.all(
    hashes.map((txHash) =>
      reportTransaction({ txHash, accountId }).catch((error: unknown) =>
        console.info('The server could not be told of a transaction', error),
      ),
    ),
  );
  await Promise.race([telling, new Promise((resolve) => setTimeout(resolve, REPORT_MS))]);
}

/** Is it as it was wanted? Undefined where the chain does not answer, or where nothing shows it. */
async function isAsWanted(
  reads: Reads,
  action: MarketAction,
  accountId: string,
): Promise<boolean | undefined> {
  try {
    switch (action.kind) {
      case 'buy':
        return (await reads.token(action.tokenId))?.ownerId === accountId;
      case 'list':
      case 'reprice': {
        const sale = await reads.sale(action.tokenId);
        return sale?.ownerId === accountId && sale.price === BigInt(action.price);
      }
      case 'unlist':
        return (await reads.sale(action.tokenId))?.ownerId !== accountId;
      case 'withdraw':
        return undefined;
    }
  } catch {
    return undefined;
  }
}

/** Does plans of one wallet. Never throws. */
export function performerOf(with_: Performer) {
  const { provider, reads, facts, patience, send, prepare } = with_;

  async function sendAll(
    transactions: readonly WalletTransaction[],
    accountId: string,
  ): Promise<Sent> {
    let hashes: string[] = [];
    let error: unknown = null;
    try {
      const outcomes = await send(transactions);
      hashes = outcomes.flatMap((outcome) => hashOf(outcome) ?? []);
    } catch (thrown) {
      error = thrown;
      if (thrown instanceof SentError) hashes = [thrown.txHash];
    }
    const ends = await Promise.all(
      hashes.map((txHash) => settle(provider, { txHash, accountId }, patience)),
    );
    return {
      hashes,
      failures: ends.flatMap((end) => (end ? failuresOf(end) : [])),
      isPending: ends.includes(null),
      error: error instanceof SentError ? null : error,
    };
  }

  /** Was the deposit for a listing paid, although the listing did not come about? */
  async function keptDeposit(prepared: Prepared, accountId: string): Promise<boolean> {
    if (prepared.storageDeposit === 0n) return false;
    try {
      const { balance, sales, minimum } = await reads.storage(accountId);
      return balance >= (sales + 1n) * minimum;
    } catch {
      return false;
    }
  }

  function whyNot(action: MarketAction, { error, failures }: Sent): MarketFailure {
    if (error !== null) return marketFailure(detailOf(error), facts);
    const said = failures.join('; ') || (action.kind === 'buy' ? 'Unauthorized' : 'No effect');
    return marketFailure(said, { ...facts, isSent: true });
  }

  /** Nodes of a network are not all as far: what ended without a failure is looked for more than once. */
  async function seesItDone(action: MarketAction, accountId: string, isClean: boolean) {
    for (let look = 1; ; look += 1) {
      const isDone = (await isAsWanted(reads, action, accountId)) ?? isClean;
      if (isDone || !isClean || look === LOOKS) return isDone;
      await new Promise((resolve) => setTimeout(resolve, patience.everyMs));
    }
  }

  async function conclude(
    prepared: Prepared,
    accountId: string,
    sent: Sent,
  ): Promise<ActionResult> {
    const { action } = prepared.plan;
    const txHash = sent.hashes.at(-1) ?? null;
    const none = { txHash, failure: null, keptDeposit: false };
    if (sent.isPending && sent.failures.length === 0) {
      const failure = marketFailure('Transaction timed out', { ...facts, isSent: true });
      return { ...none, state: 'pending', failure };
    }
    const isClean = sent.error === null && sent.failures.length === 0;
    const isDone = await seesItDone(action, accountId, isClean);
    if (isDone) return { ...none, state: 'done' };
    const failure = whyNot(action, sent);
    const kept = await keptDeposit(prepared, accountId);
    if (failure.kind === 'dismissed')
      return { ...none, state: 'dismissed', failure, keptDeposit: kept };
    const isRefunded = action.kind === 'buy' && sent.hashes.length > 0;
    return { ...none, state: isRefunded ? 'refunded' : 'failed', failure, keptDeposit: kept };
  }

  return async function perform(plan: ActionPlan, accountId: string): Promise<ActionResult> {
    const failed = (failure: MarketFailure): ActionResult => ({
      state: 'failed',
      txHash: null,
      failure,
      keptDeposit: false,
    });
    let prepared: Prepared;
    try {
      prepared = await prepare(plan.action, accountId);
    } catch (error) {
      return failed(marketFailure(detailOf(error), { ...facts, isSent: false }));
    }
    const { obstacle, price } = prepared.plan;
    if (obstacle) return failed(obstacle);
    if (plan.price !== price && price !== null) {
      const said = 'greater than or equal to the current price';
      return failed(marketFailure(said, { ...facts, price, isSent: false }));
    }
    let sent = await sendAll(prepared.transactions, accountId);
    if (prepared.lastStep && !sent.error && !sent.isPending && sent.failures.length === 0) {
      const last = await prepared.lastStep().catch(() => null);
      if (last) {
        const more = await sendAll([last], accountId);
        sent = { ...more, hashes: [...sent.hashes, ...more.hashes] };
      }
    }
    const result = await conclude(prepared, accountId, sent);
    await tell(sent.hashes, accountId);
    return result;
  };
}
