import type * as z from 'zod';
import type {
  ReportedTransaction,
  ReportTransactionBodySchema,
} from '../../../src/data/contract/market.ts';
import type { Identity } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { findRows, valuesOf } from '../../ports/database/rows.ts';
import { asking, type MarketContext } from './context.ts';
import { presentTokens } from './presentTokens.ts';
import type { Refresh } from './refresh.ts';

/** Reports of one account: each asks the chain a few things. */
const REPORTS = { max: 300, windowMs: 3_600_000 };
/** Tokens of one transaction that are looked at. */
const MOST_TOKENS = 20;

/** Looking at a transaction that a caller says they made. */
export function reportCall(context: MarketContext, refresh: Refresh) {
  const { database, chain } = context;
  const { queries } = database;
  const { nftContract, marketContract } = chain.config;

  /**
   * Fetches a transaction by its hash and reads its tokens again; nothing of what the caller says is believed. A
   * transaction with other contracts is answered too, and changes nothing. Throws `unavailable`.
   */
  return async (
    identity: Identity,
    { txHash, accountId }: z.output<typeof ReportTransactionBodySchema>,
  ): Promise<ReportedTransaction> => {
    await limit(queries, `report-tx:${identity.userId}`, { ...REPORTS, nowMs: Date.now() });
    const outcome = await asking(() => chain.outcome(txHash, accountId));
    if (!outcome?.isFinal) return { state: 'pending', failures: [], tokens: [] };
    const isOurs = outcome.receiverId === nftContract || outcome.receiverId === marketContract;
    const asked = isOurs ? outcome.tokenIds.slice(0, MOST_TOKENS) : [];
    const find = () => (asked.length === 0 ? [] : findRows(queries, 'tokens', { id: asked }));
    const known = await find();
    await asking(() => refresh.tokens(valuesOf(known, 'id'), outcome));
    return {
      state: outcome.failures.length > 0 ? 'failed' : 'done',
      failures: [...outcome.failures],
      tokens: await presentTokens(context, identity, await find()),
    };
  };
}
