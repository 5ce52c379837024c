import type { Storage } from '../../../src/data/contract/allowance.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { overQuotaText } from '../../../src/data/rules/account/storage.ts';
import type { AccountRules } from '../../accountRules.ts';
import { awaitsConfirmation } from '../../plugins/accounts.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findAllowance } from '../grants/allowances.ts';
import { usedBytes } from './usage.ts';

/** What a form has besides its files, at most: an upload that fits exactly must not be refused by its length. */
const FORM_SLACK_BYTES = 48 * 1024;

type Quota = Pick<Storage, 'quotaBytes' | 'awaitsConfirmation' | 'trackSec'>;

/** What an account may occupy now by its plan: until its address is confirmed the smaller of both quotas. */
async function quotaOf(queries: Queries, rules: AccountRules, userId: string): Promise<Quota> {
  const { unconfirmedQuotaBytes } = rules;
  const { quotaBytes, trackSec } = await findAllowance(queries, rules, userId, Date.now());
  const isWaiting = await awaitsConfirmation(queries, rules, userId);
  if (!isWaiting || unconfirmedQuotaBytes === null) {
    return { quotaBytes, trackSec, awaitsConfirmation: isWaiting };
  }
  const least = Math.min(quotaBytes ?? Number.POSITIVE_INFINITY, unconfirmedQuotaBytes);
  return { quotaBytes: least, trackSec, awaitsConfirmation: true };
}

const overQuota = (quota: Quota) => new ApiError('over_quota', overQuotaText(quota));

/** What the account occupies and may occupy. */
export async function findStorage(
  queries: Queries,
  rules: AccountRules,
  userId: string,
): Promise<Omit<Storage, 'hasLoop'>> {
  const quota = await quotaOf(queries, rules, userId);
  return { ...quota, usedBytes: await usedBytes(queries, userId) };
}

/**
 * Before a form is read: throws `over_quota` when files of its length cannot fit. It is the length that the sender
 * declares; `requireSpace` judges what has come.
 * @param lengthBytes of the whole form, 0 where it is not declared
 * @param freedBytes what is taken away when they arrive
 */
export async function requireSpaceFor(
  queries: Queries,
  rules: AccountRules,
  userId: string,
  { lengthBytes, freedBytes = 0 }: { lengthBytes: number; freedBytes?: number },
): Promise<void> {
  const quota = await quotaOf(queries, rules, userId);
  if (quota.quotaBytes === null) return;
  const used = (await usedBytes(queries, userId)) - freedBytes;
  const isFull = used >= quota.quotaBytes;
  if (isFull || used + lengthBytes - FORM_SLACK_BYTES > quota.quotaBytes) throw overQuota(quota);
}

/** Inside the transaction that has named new content: throws `over_quota`, which undoes it, when that is too much. */
export async function requireSpace(
  queries: Queries,
  rules: AccountRules,
  userId: string,
): Promise<void> {
  const quota = await quotaOf(queries, rules, userId);
  if (quota.quotaBytes === null) return;
  if ((await usedBytes(queries, userId)) > quota.quotaBytes) throw overQuota(quota);
}
