import { ApiError } from '../../../src/data/contract/errors.ts';
import { PLUS_PRODUCT, type Redeemed } from '../../../src/data/contract/plans.ts';
import { findCode, foldCode, takeUse } from '../../kernel/codes.ts';
import type { Server } from '../../kernel/module.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import type { Identity } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRows, hasRow, insertRows } from '../../ports/database/rows.ts';
import type { CodeRow } from '../../ports/database/schemaAccounts.ts';
import { productNames } from '../grants/products.ts';

/**
 * So many calendar months later, in UTC; on the last day of a month that does not have the day.
 * @param fromMs milliseconds since the epoch
 */
export function addMonths(fromMs: number, months: number): number {
  const to = new Date(fromMs);
  const day = to.getUTCDate();
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const [year, month] = [to.getUTCFullYear(), to.getUTCMonth()];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(day, lastDay));
  return to.getTime();
}

const HOUR_MS = 3_600_000;
/** A code has 60 bits: this only keeps the noise of trying small. */
const TRIES = { max: 30, windowMs: HOUR_MS };
/** A school or a workshop may share one address. */
const TRIES_BY_ADDRESS = { max: 300, windowMs: HOUR_MS };

/** The same for a code that never was, is over, was ended or is used up: it does not tell which codes there are. */
const noCode = () => new ApiError('not_found', 'This code is not known, was used up or is over');

/**
 * When what the account has of a product now is over: null for good, undefined where it has nothing of it.
 */
async function findEnd(
  queries: Queries,
  { userId, product, nowMs }: { userId: string; product: string; nowMs: number },
): Promise<number | null | undefined> {
  const rows = await findRows(queries, 'grants', { userId, product }, ['until']);
  if (rows.some(({ until }) => until === null)) return null;
  const ends = rows.flatMap(({ until }) => (until !== null && until > nowMs ? [until] : []));
  return ends.length === 0 ? undefined : Math.max(...ends);
}

/** A code that the account may use now. Throws `conflict` for one that it used, `not_found` for any other. */
async function findGood(
  queries: Queries,
  { code, userId, nowMs }: { code: string; userId: string; nowMs: number },
): Promise<CodeRow> {
  const isUsed = await hasRow(queries, 'redemptions', { code, userId });
  if (isUsed) throw new ApiError('conflict', 'You have used this code already');
  const row = await findCode(queries, ['gift'], code, nowMs);
  if (!row) throw noCode();
  return row;
}

/** Throws `conflict` where a subscription renews by itself: months of a code would run beside what is paid for. */
async function checkNothingRenews(queries: Queries, userId: string): Promise<void> {
  const isRunning = await hasRow(queries, 'subscriptions', {
    userId,
    cancels: false,
    ended: null,
    status: ['active', 'trialing', 'past_due'],
  });
  if (!isRunning) return;
  throw new ApiError(
    'conflict',
    'You pay for plus already. End the subscription first: these months then begin where it ends. The code is not used up',
  );
}

/** Redeeming codes. */
export function redeemService({ database }: Pick<Server, 'database'>) {
  const { queries } = database;
  return {
    /**
     * Takes what a code gives: months of plus begin where the plus that is there ends. What an account has for good is
     * not given again, and the code not used up.
     * @param address as limits name it
     * @throws ApiError `not_found`, `conflict`, `too_many_requests`
     */
    async redeem({ userId }: Identity, typed: string, address: string): Promise<Redeemed> {
      const nowMs = Date.now();
      await limit(queries, `redeem:${userId}`, { ...TRIES, nowMs });
      await limit(queries, `redeem:${address}`, { ...TRIES_BY_ADDRESS, nowMs });
      const code = foldCode(typed);
      return writeFor(database, userId, async (transaction) => {
        const { target: product, months } = await findGood(transaction, { code, userId, nowMs });
        const name = (await productNames(transaction)).get(product);
        // The collection is not offered here any more.
        if (name === undefined) throw noCode();
        const end = await findEnd(transaction, { userId, product, nowMs });
        if (end === null) throw new ApiError('conflict', `You have ${name} already`);
        const isForGood = product !== PLUS_PRODUCT || months === null;
        if (!isForGood) await checkNothingRenews(transaction, userId);
        const until = isForGood ? null : addMonths(end ?? nowMs, months);
        if (!(await takeUse(transaction, ['gift'], code, nowMs))) throw noCode();
        await insertRows(transaction, 'redemptions', { code, userId, created: nowMs });
        const grant = { userId, product, source: 'code', ref: code, created: nowMs } as const;
        await insertRows(transaction, 'grants', { ...grant, until });
        return { product, name, until };
      });
    },
  };
}
