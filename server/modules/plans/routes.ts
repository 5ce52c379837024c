import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { route } from '../../plugins/route.ts';
import { planAllowances } from '../grants/allowances.ts';
import { checkoutCalls } from './checkout.ts';
import type { PlansContext } from './context.ts';
import { openPortal } from './portal.ts';
import { subscriptionCalls } from './subscription.ts';

/** The calls of plans. */
export function planRoutes(app: FastifyInstance, context: PlansContext): void {
  const checkouts = checkoutCalls(context);
  const subscriptions = subscriptionCalls(context);
  const allowance = planAllowances(context.settings);
  route(app, ENDPOINTS.prices, async ({ query }) => {
    return { ...(await context.prices.all(query.region)), allowance };
  });
  route(app, ENDPOINTS.checkout, ({ identity, body }) => checkouts.create(identity, body));
  route(app, ENDPOINTS.billingPortal, ({ identity, body }) =>
    openPortal(context, identity, body.returnTo),
  );
  route(app, ENDPOINTS.mySubscription, ({ identity }) => subscriptions.mine(identity));
  route(app, ENDPOINTS.myPurchases, ({ identity }) => subscriptions.purchases(identity));
}
