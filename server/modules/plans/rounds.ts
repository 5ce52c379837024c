import { AT_ONCE, createJob, type Job, type Pace } from '../../kernel/jobs.ts';
import type { PlansContext } from './context.ts';
import { leaveTill } from './leaving.ts';
import type { WebhookService } from './webhook.ts';

/** What failed is tried again this often. */
const EVERY_MS = 10 * 60_000;
/** Every customer is compared with the till once in so long, whatever it told or did not. */
const COMPARED_EVERY_MS = 24 * 3_600_000;
const EVENTS_KEPT_MS = 90 * 24 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
/** An event that just came is being worked on. */
const IN_HAND_MS = 60_000;
/** Rows that are looked at in one go. */
const SOME = 50;

/**
 * Puts right what news did not: events that failed are acted upon again, customers that were not compared for a day are,
 * and closed accounts that the till was not told of leave it.
 */
export async function putRight(
  context: PlansContext,
  { act }: Pick<WebhookService, 'act'>,
  nowMs: number,
  { gently, attempt }: Pace = AT_ONCE,
): Promise<void> {
  const { queries } = context.database;
  const waiting = await queries
    .selectFrom('paymentEvents')
    .select(['id', 'customerId'])
    .where('state', 'in', ['waiting', 'failed'])
    .where('received', '<=', nowMs - IN_HAND_MS)
    .where('received', '>', nowMs - 7 * DAY_MS)
    .orderBy('received')
    .limit(SOME)
    .execute();
  for (const { id, customerId } of waiting) {
    await attempt('event', () => gently(() => act(id, customerId)));
  }
  await queries
    .deleteFrom('paymentEvents')
    .where('received', '<=', nowMs - EVENTS_KEPT_MS)
    .execute();
  const left = await queries
    .selectFrom('customers')
    .innerJoin('accounts', 'accounts.id', 'customers.userId')
    .select('userId')
    .where('accounts.isDeleted', '=', true)
    .limit(SOME)
    .execute();
  for (const { userId } of left) {
    await attempt('leaving', () => gently(() => leaveTill(context, userId)));
  }
  let after = '';
  for (;;) {
    const stale = await queries
      .selectFrom('customers')
      .select('customerId')
      .where('checked', '<=', nowMs - COMPARED_EVERY_MS)
      .where('customerId', '>', after)
      .orderBy('customerId')
      .limit(SOME)
      .execute();
    for (const { customerId } of stale) {
      await attempt('customer', () => gently(() => context.sync.customer(customerId)));
    }
    const last = stale.at(-1);
    if (!last || stale.length < SOME) return;
    after = last.customerId;
  }
}

/** Compares with the till while the server runs. */
export const puttingRightJob = (context: PlansContext, webhook: WebhookService): Job =>
  createJob({
    name: 'comparing with the till',
    everyMs: EVERY_MS,
    round: (pace) => putRight(context, webhook, Date.now(), pace),
  });
