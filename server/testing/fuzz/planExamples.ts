import { signatureOf } from '../../../packages/dev-till/telling.ts';
import type { Example } from './exampleParts.ts';

let told = 0;

/** Requests to the till. No member pays in them, so every member can begin a payment. */
export const PLAN_EXAMPLES: Readonly<Record<string, Example>> = {
  prices: async () => ({ query: { region: 'gb' } }),
  checkout: async () => ({
    body: { product: 'plus', region: 'eu', returnTo: '/account?tab=plan' },
  }),
  billingPortal: async (world, role) => {
    await world.call(role, '/payments/stripe/checkout-session', { product: 'plus' });
    return { body: { returnTo: '/account?tab=plan' } };
  },
  stripeWebhook: async (world) => {
    told += 1;
    const nowSec = Math.floor(Date.now() / 1000);
    const body = {
      id: `evt_fuzz_${told}`,
      object: 'event',
      created: nowSec,
      type: 'customer.subscription.updated',
      data: { object: { id: 'sub_nobody', customer: 'cus_nobody' } },
    };
    const { webhookSecret } = world.server.payments;
    const signature = signatureOf(JSON.stringify(body), webhookSecret, nowSec);
    return { body, headers: { 'stripe-signature': signature } };
  },
};
