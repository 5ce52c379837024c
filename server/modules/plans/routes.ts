import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { route } from '../../plugins/route.ts';
import { planAllowances } from '../grants/allowances.ts';
import { codeRoutes } from './codeRoutes.ts';
import { collectionRoutes } from './collectionRoutes.ts';
import type { PlansContext } from './context.ts';
import { priceList } from './prices.ts';

/** Plans: their calls, the till's pages and what is put right in the background. Nothing of it where plans are off. */
export async function installPlans(
  app: FastifyInstance,
  shared: Omit<PlansContext, 'prices' | 'log'>,
): Promise<void> {
  const prices = priceList(shared.payments, app.log);
  const context: PlansContext = { ...shared, prices, log: app.log };
  const allowance = planAllowances(shared.settings);
  route(app, ENDPOINTS.prices, async ({ query }) => {
    return { ...(await context.prices.all(query.region)), allowance };
  });
  codeRoutes(app, context);
  collectionRoutes(app, context);
}
