import * as z from 'zod';
import { StartError } from './startError.ts';

const MB = 1024 * 1024;
const PRICE = /^price_\w{1,64}$/;
const EXPECTED = 'products with their prices, such as partners-future-collection=price_1abc';

/** Settings of plans and payments; part of the server's settings. */
export const PLAN_ENVIRONMENT = {
  RONDO_PLANS: z
    .enum(['on', 'off'], { error: '"on" or "off"' })
    .transform((word) => word === 'on')
    .default(true),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_\w{8,250}$/, 'a secret key of Stripe')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S{8,250}$/, 'the signing secret of a webhook of Stripe')
    .optional(),
  STRIPE_PRICE_PLUS: z.string().regex(PRICE, 'the id of a price of Stripe').optional(),
  STRIPE_PRICES: z
    .string()
    .transform((text) => text.split(/\s*,\s*/).map((pair) => pair.split(/\s*=\s*/)))
    .refine(
      (pairs) =>
        pairs.every(
          ([product = '', price = '', ...more]) =>
            more.length === 0 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(product) && PRICE.test(price),
        ),
      EXPECTED,
    )
    .transform((pairs) => new Map(pairs as [string, string][]))
    .default(new Map<string, string>()),
  PLUS_QUOTA_MB: z
    .string()
    .regex(/^\d{1,9}$/, 'a whole number of megabytes')
    .transform((text) => Number(text) * MB)
    .default(10 * 1024 * MB),
};
type PlanEnvironment = z.output<z.ZodObject<typeof PLAN_ENVIRONMENT>>;

/** Stripe itself. Both keys are secret. */
export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Ids of prices by product; `plus` among them where it is sold. */
  readonly prices: ReadonlyMap<string, string>;
}

/** What the operator decided about plans. */
export interface PlanSettings {
  readonly isOn: boolean;
  /** Undefined: the till of our own, with play money. */
  readonly stripe: StripeSettings | undefined;
  /** Bytes that the files of an account with plus may occupy. */
  readonly plusQuotaBytes: number;
}

/** Settings of plans out of the checked variables. Throws a `StartError` for half a pair of keys. */
export function planSettings(values: PlanEnvironment): PlanSettings {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values;
  if (Boolean(secretKey) !== Boolean(webhookSecret)) {
    const names = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'];
    const [missing, present] = secretKey ? names.reverse() : names;
    throw new StartError(
      `The setting ${missing} is missing, but it must be set because ${present} is set.`,
    );
  }
  const prices = new Map(values.STRIPE_PRICES);
  if (values.STRIPE_PRICE_PLUS) prices.set('plus', values.STRIPE_PRICE_PLUS);
  return {
    isOn: values.RONDO_PLANS,
    stripe: secretKey && webhookSecret ? { secretKey, webhookSecret, prices } : undefined,
    plusQuotaBytes: values.PLUS_QUOTA_MB,
  };
}
