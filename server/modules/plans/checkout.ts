import type * as z from 'zod';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type {
  CheckoutAnswerSchema,
  CheckoutBodySchema,
  Price,
} from '../../../src/data/contract/plans.ts';
import type { Identity } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRow } from '../../ports/database/rows.ts';
import { askTill } from './atTill.ts';
import type { PlansContext } from './context.ts';
import { ensureCustomer } from './customers.ts';

const CHECKOUTS = { max: 200, windowMs: 3_600_000 };
/** States in which a subscription runs, or is about to. */
const RUNNING = ['active', 'trialing', 'past_due', 'unpaid', 'incomplete', 'paused'];

type Wanted = z.output<typeof CheckoutBodySchema>;

/** Where the till leads back to, with what came of it. */
function returnUrl(origin: string, path: string, checkout: 'done' | 'cancelled'): string {
  const url = URL.parse(origin + path);
  if (!url || url.origin !== new URL(origin).origin) {
    throw new ValidationFailure({ returnTo: 'must be a path of this site' });
  }
  url.searchParams.set('checkout', checkout);
  return url.href;
}

/** Throws `conflict` for what the account has already: no account pays twice. */
async function refuseOwned(
  queries: Queries,
  userId: string,
  { product, interval }: Price,
): Promise<void> {
  if (interval !== null) {
    const running = await findRow(queries, 'subscriptions', { userId, status: RUNNING }, ['id']);
    if (running) throw new ApiError('conflict', 'You are subscribed already');
    return;
  }
  const owned = await findRow(queries, 'grants', { userId, product, until: null }, ['ref']);
  if (owned) throw new ApiError('conflict', 'This is yours already');
}

/** Work of one account after the other; accounts do not wait for each other. */
function turnsOf() {
  const last = new Map<string, Promise<unknown>>();
  return <T>(userId: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(userId) ?? Promise.resolve();
    const done = before.catch(() => undefined).then(work);
    last.set(userId, done);
    const forget = () => {
      if (last.get(userId) === done) last.delete(userId);
    };
    done.then(forget, forget);
    return done;
  };
}

/** Beginning a payment. */
export function checkoutCalls(context: PlansContext) {
  const { database, payments, prices, origin, log, sync } = context;
  const inTurn = turnsOf();

  return {
    /**
     * Begins a payment on the page of the till.
     * @throws ApiError `not_found` for what is not sold here, `conflict` for what the account has, `unavailable`
     */
    async create(
      { userId }: Identity,
      { product, region, returnTo }: Wanted,
    ): Promise<z.output<typeof CheckoutAnswerSchema>> {
      const { queries } = database;
      await limit(queries, `checkout:${userId}`, { ...CHECKOUTS, nowMs: Date.now() });
      const price = await prices.find(product, region);
      if (!price) throw new ApiError('not_found', 'This is not sold here');
      return inTurn(userId, async () => {
        await refuseOwned(queries, userId, price);
        const customerId = await ensureCustomer(context, userId);
        // A payment whose news was lost must not be made again.
        await sync.customer(customerId);
        await refuseOwned(queries, userId, price);
        const doneUrl = returnUrl(origin(), returnTo, 'done');
        const cancelledUrl = returnUrl(origin(), returnTo, 'cancelled');
        const order = { customerId, userId, price, doneUrl, cancelledUrl };
        const { id, url } = await askTill(log, () => payments.checkout(order));
        if (!url) throw new ApiError('unavailable', 'The page of the till is not there');
        return { id, url };
      });
    },
  };
}
