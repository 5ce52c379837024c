import { PLUS_PRODUCT } from '../../../src/data/contract/plans.ts';
import { makeCodes } from '../../modules/plans/codes.ts';
import { signatureOf } from '../../ports/payments/till/telling.ts';
import type { Example } from './exampleParts.ts';
import type { World } from './world.ts';

const wish = { product: PLUS_PRODUCT, months: 3, note: '', maxUses: 1, days: null, count: 1 };

async function freshCode({ server }: World): Promise<string> {
  const made = await makeCodes(server.database, wish, { by: 'fuzzer', nowMs: Date.now() });
  return made[0]!.code;
}

const ofCode: Example = async (world) => ({ params: { code: await freshCode(world) } });

let told = 0;

/** Requests about codes and to the till. Nobody pays, so that everybody may begin to. */
export const PLAN_EXAMPLES: Readonly<Record<string, Example>> = {
  redeem: ofCode,
  endCode: ofCode,
  makeCodes: async () => ({ body: { product: PLUS_PRODUCT, months: 3, note: 'Friday class' } }),
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
