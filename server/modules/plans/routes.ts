import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { callerOf } from '../../plugins/caller.ts';
import type { Identity } from '../../plugins/identity.ts';
import { route } from '../../plugins/route.ts';
import { planAllowances } from '../grants/allowances.ts';
import { askTill } from './atTill.ts';
import { checkoutCalls } from './checkout.ts';
import { codesService } from './codes.ts';
import { collectionsService } from './collections.ts';
import type { PlansContext } from './context.ts';
import { findKnownCustomer } from './customers.ts';
import { redeemService } from './redeem.ts';
import { subscriptionCalls } from './subscription.ts';

/**
 * The page of the till on which the caller changes and ends what they pay.
 * @throws ApiError `conflict` for an account that never paid, `unavailable`
 */
async function openPortal(
  { database, payments, origin, log }: PlansContext,
  { userId }: Identity,
  returnTo: string,
): Promise<{ url: string }> {
  const nothing = new ApiError('conflict', 'There is nothing to manage: you have paid nothing yet');
  const customer = await findKnownCustomer({ database, payments }, userId);
  if (!customer) throw nothing;
  const { customerId } = customer;
  const url = await askTill(log, () => payments.portal(customerId, origin() + returnTo));
  if (url === undefined) throw nothing;
  return { url };
}

/** The calls of plans, redemption codes and collections of partners. */
export function planRoutes(app: FastifyInstance, context: PlansContext): void {
  const checkouts = checkoutCalls(context);
  const subscriptions = subscriptionCalls(context);
  const codes = codesService(context);
  const { redeem } = redeemService(context);
  const collections = collectionsService(context);
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

  route(app, ENDPOINTS.redeem, ({ identity, params, request }) =>
    redeem(identity, params.code, callerOf(request).address),
  );
  route(app, ENDPOINTS.redemptionCodes, ({ identity }) => codes.list(identity));
  route(app, ENDPOINTS.makeCodes, ({ identity, body }) => codes.make(identity, body));
  route(app, ENDPOINTS.endCode, ({ identity, params }) => codes.end(identity, params.code));

  route(app, ENDPOINTS.partnerCollections, ({ identity, query }) =>
    collections.list(identity, query.region),
  );
  route(app, ENDPOINTS.myLicenses, ({ identity }) => collections.licences(identity));
}
