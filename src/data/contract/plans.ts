/**
 * Plans, payments, redemption codes and partner collections. Prices are integer strings in the smallest unit of their
 * currency.
 */
import * as z from 'zod';
import { MAX_CODE_BATCH, MAX_CODE_MONTHS, MAX_CODE_USES } from './constants.ts';
import { IdSchema, plainText } from './fields.ts';

export { PLUS_PRODUCT } from './constants.ts';

/** Products that are sold or that a code unlocks: `plus`, and one for each partner collection. */
export const ProductSchema = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'is no product')
  .max(64);

export const CURRENCIES = ['usd', 'gbp', 'eur'] as const;
export const REGIONS = ['us', 'gb', 'eu'] as const;
/** In the smallest unit: `600` of `usd` is 6 dollars. */
export const PriceSchema = z.object({
  product: ProductSchema,
  amount: z.string().regex(/^\d{1,9}$/),
  currency: z.enum(CURRENCIES),
  /** Null for what is paid once. */
  interval: z.enum(['month', 'year']).nullable(),
});
export type Price = z.infer<typeof PriceSchema>;
export const PricesQuerySchema = z.strictObject({ region: z.enum(REGIONS).default('us') });
/** What a plan allows, in bytes, seconds and pieces; null for no limit. */
export const PlanAllowanceSchema = z.object({
  quotaBytes: z.int().nullable(),
  trackSec: z.int(),
  clubsOwned: z.int(),
});
export type PlanAllowance = z.infer<typeof PlanAllowanceSchema>;
const AllowancesSchema = z.object({ free: PlanAllowanceSchema, plus: PlanAllowanceSchema });
export const PricesSchema = z.object({
  isPlayMoney: z.boolean(),
  subscription: z.object({ plus: PriceSchema.nullable() }),
  /** By product; only those that can be bought here. */
  products: z.record(ProductSchema, PriceSchema),
  /** What the plans allow here, for visitors too. */
  allowance: AllowancesSchema.optional(),
});
export type Prices = z.infer<typeof PricesSchema>;

/** A path of ours that the till leads back to. */
const ReturnPathSchema = z
  .string()
  .max(500)
  .regex(/^\/([^/\\][^\\]*)?$/, 'must be a path of this site');
export const CheckoutBodySchema = z.strictObject({
  product: ProductSchema,
  region: z.enum(REGIONS).default('us'),
  /** The till adds `checkout=done` or `checkout=cancelled` to its query. */
  returnTo: ReturnPathSchema.default('/account?tab=plan'),
});
export const CheckoutAnswerSchema = z.object({
  /** Of the checkout session. */
  id: z.string(),
  /** The hosted page. */
  url: z.string(),
});
export const PortalBodySchema = z.strictObject({
  returnTo: ReturnPathSchema.default('/account?tab=plan'),
});
export const PortalAnswerSchema = z.object({ url: z.string() });

export const SUBSCRIPTION_STATES = ['none', 'active', 'past_due', 'ended'] as const;
export const SubscriptionSchema = z.object({
  /** `Free` means free, anything else subscribed. */
  description: z.enum(['Free', 'Plus']),
  /** Of what is paid for; `past_due` keeps what it gives while the till tries again. */
  status: z.enum(SUBSCRIPTION_STATES),
  /** When the next payment is due; null where none will be. */
  renews: z.number().nullable(),
  /** When plus ends; null while nothing ends it. */
  ends: z.number().nullable(),
  /** Where plus comes from, the longest first. */
  sources: z.array(z.enum(['subscription', 'code'])),
  /** The billing portal has something to show. */
  hasPortal: z.boolean(),
  isPlayMoney: z.boolean(),
  allowance: AllowancesSchema,
});
export type Subscription = z.infer<typeof SubscriptionSchema>;

/** As people type or copy it: hyphens, spaces and case do not matter. */
export const RedemptionCodeSchema = plainText(40);
export const RedeemParamsSchema = z.object({ code: RedemptionCodeSchema });
export const RedeemedSchema = z.object({
  product: ProductSchema,
  /** What it is called. */
  name: z.string(),
  /** Until when; null for good. */
  until: z.number().nullable(),
});
export type Redeemed = z.infer<typeof RedeemedSchema>;
/** A code that gives a product away; for administrators. */
export const CodeSchema = z.object({
  code: z.string(),
  product: ProductSchema,
  /** Months of plus; null for what is for good. */
  months: z.int().nullable(),
  note: z.string(),
  createdBy: z.string(),
  created: z.number(),
  expires: z.number().nullable(),
  maxUses: z.int(),
  used: z.int(),
  isEnded: z.boolean(),
});
export type Code = z.infer<typeof CodeSchema>;
export const CodesSchema = z.object({ codes: z.array(CodeSchema) });
export const NewCodesBodySchema = z.strictObject({
  product: ProductSchema,
  months: z.int().min(1).max(MAX_CODE_MONTHS).nullable().default(null),
  note: plainText(80).default(''),
  /** People that each is good for; each uses it once. */
  maxUses: z.int().min(1).max(MAX_CODE_USES).default(1),
  days: z.int().min(1).max(3650).nullable().default(null),
  /** How many codes. */
  count: z.int().min(1).max(MAX_CODE_BATCH).default(1),
});

export const PurchaseSchema = z.object({
  id: z.string(),
  product: ProductSchema,
  name: z.string(),
  amount: z.string(),
  currency: z.enum(CURRENCIES),
  created: z.number(),
  state: z.enum(['paid', 'refunded']),
});
export type Purchase = z.infer<typeof PurchaseSchema>;
export const PurchasesSchema = z.object({ purchases: z.array(PurchaseSchema) });

/** What a partner allows with the loops of a collection. */
export const CollectionLicenceSchema = z.object({
  /** A slug of `LICENSE_SLUGS`; holders may export the loops in what they make, whatever it says. */
  slug: z.string(),
  title: z.string(),
  /** In the partner's words. */
  terms: z.string(),
});
export const PartnerCollectionSchema = z.object({
  /** Of its pack. */
  id: IdSchema,
  product: ProductSchema,
  name: z.string(),
  partner: z.string(),
  description: z.string(),
  licence: CollectionLicenceSchema,
  loopCount: z.int(),
  /** Names of its loops with their category, as the pack orders them. */
  loops: z.array(z.object({ id: IdSchema, name: z.string(), category: z.string() })),
  price: PriceSchema.nullable(),
  isOwned: z.boolean(),
});
export type PartnerCollection = z.infer<typeof PartnerCollectionSchema>;
export const PartnerCollectionsQuerySchema = PricesQuerySchema;
export const PartnerCollectionsSchema = z.object({
  collections: z.array(PartnerCollectionSchema),
});
export const HeldLicenceSchema = z.object({
  collectionId: IdSchema,
  product: ProductSchema,
  name: z.string(),
  partner: z.string(),
  licence: CollectionLicenceSchema,
  since: z.number(),
  source: z.enum(['purchase', 'code']),
});
export type HeldLicence = z.infer<typeof HeldLicenceSchema>;
export const HeldLicencesSchema = z.object({ licenses: z.array(HeldLicenceSchema) });
