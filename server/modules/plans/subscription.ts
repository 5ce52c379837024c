import { setTimeout as delay } from 'node:timers/promises';
import {
  PLUS_PRODUCT,
  type Purchase,
  type Subscription,
} from '../../../src/data/contract/plans.ts';
import type { Identity } from '../../plugins/identity.ts';
import { findRows, hasRow, listRows } from '../../ports/database/rows.ts';
import type { GrantRow, SubscriptionRow } from '../../ports/database/schemaPlans.ts';
import { planAllowances } from '../grants/allowances.ts';
import type { PlansContext } from './context.ts';
import { findKnownCustomer } from './customers.ts';

/** A plan that is asked for is compared with the till when that was not done for so long. */
const STALE_MS = 60_000;
/** Callers do not wait longer for that: they are told what is known, and it is put right behind them. */
const PATIENCE_MS = 1500;
/** A till that did not answer is left alone for so long by those who only look. */
const REST_MS = 15_000;

type Running = Pick<SubscriptionRow, 'status' | 'cancels' | 'periodEnd'>;

/** The end of some grants, or null where one of them has none. */
const endOf = (grants: readonly Pick<GrantRow, 'until'>[]): number | null =>
  grants.some(({ until }) => until === null)
    ? null
    : Math.max(...grants.map(({ until }) => until ?? 0));

const SOURCES = { subscription: 'subscription', purchase: 'subscription', code: 'code' } as const;

/** Where plus comes from, the longest first. */
function sourcesOf(grants: readonly GrantRow[]): Subscription['sources'] {
  const byEnd = grants.toSorted(
    (a, b) =>
      (b.until ?? Number.POSITIVE_INFINITY) - (a.until ?? Number.POSITIVE_INFINITY) ||
      a.ref.localeCompare(b.ref),
  );
  return [...new Set(byEnd.map(({ source }) => SOURCES[source]))];
}

function statusOf(rows: readonly Running[]): { status: Subscription['status']; running?: Running } {
  const active = rows.find(({ status }) => status === 'active' || status === 'trialing');
  if (active) return { status: 'active', running: active };
  const late = rows.find(({ status }) => status === 'past_due');
  if (late) return { status: 'past_due', running: late };
  const ended = rows.some(({ status }) => !status.startsWith('incomplete'));
  return { status: ended ? 'ended' : 'none' };
}

/** What an account has paid for, as they see it. */
export function subscriptionCalls({ database, payments, settings, sync }: PlansContext) {
  const { queries } = database;
  const allowance = planAllowances(settings);
  let restsUntilMs = 0;

  /** Compares with the till what was not compared for a while. A till that does not answer is no reason to fail. */
  async function refresh(userId: string): Promise<{ readonly isCustomer: boolean }> {
    const customer = await findKnownCustomer({ database, payments }, userId);
    const nowMs = Date.now();
    if (customer && nowMs >= restsUntilMs && Math.abs(nowMs - customer.checked) > STALE_MS) {
      const synced = sync.customer(customer.customerId).catch(() => {
        restsUntilMs = Date.now() + REST_MS;
      });
      await Promise.race([synced, delay(PATIENCE_MS, undefined, { ref: false })]);
    }
    return { isCustomer: customer !== undefined };
  }

  /** Did they ever pay anything once? */
  async function hasPurchases(userId: string): Promise<boolean> {
    return hasRow(queries, 'purchases', { userId });
  }

  return {
    /** The plan of the caller. */
    async mine({ userId }: Identity): Promise<Subscription> {
      const { isCustomer } = await refresh(userId);
      const nowMs = Date.now();
      const grants = await queries
        .selectFrom('grants')
        .selectAll()
        .where('userId', '=', userId)
        .where('product', '=', PLUS_PRODUCT)
        .where((where) => where.or([where('until', 'is', null), where('until', '>', nowMs)]))
        .execute();
      const rows = await listRows(queries, 'subscriptions', { userId }, ['created desc'], {
        columns: ['status', 'cancels', 'periodEnd'],
      });
      const { status, running } = statusOf(rows);
      const renews = status === 'active' && running && !running.cancels ? running.periodEnd : null;
      const isPlus = grants.length > 0;
      return {
        description: isPlus ? 'Plus' : 'Free',
        status,
        renews,
        ends: isPlus && renews === null ? endOf(grants) : null,
        sources: sourcesOf(grants),
        hasPortal: isCustomer && (rows.length > 0 || (await hasPurchases(userId))),
        isPlayMoney: payments.isPlayMoney,
        allowance,
      };
    },

    /** What the caller paid for once, the newest first. */
    async purchases({ userId }: Identity): Promise<{ purchases: Purchase[] }> {
      await refresh(userId);
      const rows = await listRows(queries, 'purchases', { userId }, ['created desc', 'id']);
      const products = [...new Set(rows.map(({ product }) => product))];
      const packs =
        products.length === 0
          ? []
          : await findRows(queries, 'packs', { product: products }, ['product', 'name']);
      const names = new Map(packs.map(({ product, name }) => [product, name]));
      return {
        purchases: rows.map(({ id, product, amount, currency, created, state }) => ({
          id,
          product,
          name: names.get(product) ?? product,
          amount,
          currency: currency as Purchase['currency'],
          created,
          state,
        })),
      };
    },
  };
}
