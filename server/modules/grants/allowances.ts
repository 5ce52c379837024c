import { MAX_CLUBS_OWNED, MAX_CLUBS_OWNED_PLUS } from '../../../src/data/contract/constants.ts';
import type { PlanAllowance } from '../../../src/data/contract/plans.ts';
import { MAX_PLUS_TRACK_SEC, MAX_SOUND_SEC } from '../../../src/data/contract/uploads.ts';
import type { AccountRules } from '../../accountRules.ts';
import type { Queries } from '../../ports/database/database.ts';
import { hasPlus } from './grants.ts';

/** What of the rules of accounts decides about allowances. */
export type AllowanceRules = Pick<AccountRules, 'quotaBytes' | 'plus'>;

/** What each plan allows here. Plus never allows less than free; where there are no plans, the same. */
export function planAllowances({
  accounts: { quotaBytes, plus },
}: {
  readonly accounts: AllowanceRules;
}): Record<'free' | 'plus', PlanAllowance> {
  const free = { quotaBytes, trackSec: MAX_SOUND_SEC, clubsOwned: MAX_CLUBS_OWNED };
  if (!plus) return { free, plus: free };
  return {
    free,
    plus: {
      quotaBytes: quotaBytes === null ? null : Math.max(quotaBytes, plus.quotaBytes),
      trackSec: MAX_PLUS_TRACK_SEC,
      clubsOwned: MAX_CLUBS_OWNED_PLUS,
    },
  };
}

/**
 * What an account is allowed now. What it has beyond that stays; it gets no more.
 * @param nowMs milliseconds since the epoch
 */
export async function findAllowance(
  queries: Queries,
  accounts: AllowanceRules,
  userId: string,
  nowMs: number,
): Promise<PlanAllowance> {
  const { free, plus } = planAllowances({ accounts });
  if (!accounts.plus) return free;
  return (await hasPlus(queries, userId, nowMs)) ? plus : free;
}
