import * as z from 'zod';
import type { Endpoint } from '../calls.ts';
import {
  CheckoutAnswerSchema,
  CheckoutBodySchema,
  CodesSchema,
  HeldLicencesSchema,
  NewCodesBodySchema,
  PartnerCollectionsQuerySchema,
  PartnerCollectionsSchema,
  PortalAnswerSchema,
  PortalBodySchema,
  PricesQuerySchema,
  PricesSchema,
  PurchasesSchema,
  RedeemedSchema,
  RedeemParamsSchema,
  SubscriptionSchema,
} from '../plans.ts';
import { PLAN_CALLS } from '../tradeCalls.ts';

const ADMIN = ['bad_request', 'unauthorised', 'forbidden', 'not_found'] as const;

/** All of them answer `not_found` where the operator has switched plans off. */
export const PLAN_ENDPOINTS = {
  prices: {
    ...PLAN_CALLS.prices,
    summary: 'What plus and the collections cost in a region',
    query: PricesQuerySchema,
    data: PricesSchema,
    errors: ['bad_request', 'not_found'],
  },
  checkout: {
    ...PLAN_CALLS.checkout,
    summary: 'Begins a payment on the page of the till',
    access: 'member',
    body: CheckoutBodySchema,
    data: CheckoutAnswerSchema,
    errors: ['bad_request', 'unauthorised', 'forbidden', 'not_found', 'conflict'],
  },
  billingPortal: {
    ...PLAN_CALLS.billingPortal,
    summary: 'The page of the till on which a subscription is changed and ended',
    access: 'member',
    isForSuspended: true,
    body: PortalBodySchema,
    data: PortalAnswerSchema,
    errors: ['bad_request', 'unauthorised', 'not_found', 'conflict'],
  },
  stripeWebhook: {
    ...PLAN_CALLS.stripeWebhook,
    summary: 'What the till tells, with its signature; the same twice counts once',
    // Signed as it comes, so it has no schema; an event holds one object of the till.
    bodyBytes: 512 * 1024,
    data: z.object({}),
    errors: ['bad_request', 'not_found'],
  },
  mySubscription: {
    ...PLAN_CALLS.mySubscription,
    summary: 'The plan of the caller',
    access: 'member',
    data: SubscriptionSchema,
    errors: ['unauthorised', 'not_found'],
  },
  redeem: {
    ...PLAN_CALLS.redeem,
    summary: 'Takes what a code gives; by the same account again: a conflict',
    access: 'member',
    params: RedeemParamsSchema,
    data: RedeemedSchema,
    errors: ['bad_request', 'unauthorised', 'forbidden', 'not_found', 'conflict'],
  },
  redemptionCodes: {
    ...PLAN_CALLS.redemptionCodes,
    summary: 'Redemption codes, newest first; for administrators',
    access: 'moderator',
    data: CodesSchema,
    errors: ADMIN,
  },
  makeCodes: {
    ...PLAN_CALLS.makeCodes,
    summary: 'Makes redemption codes; for administrators',
    access: 'moderator',
    body: NewCodesBodySchema,
    data: CodesSchema,
    errors: ADMIN,
  },
  endCode: {
    ...PLAN_CALLS.endCode,
    summary: 'Ends a redemption code; what it gave stays; for administrators',
    access: 'moderator',
    params: RedeemParamsSchema,
    data: z.object({}),
    errors: ADMIN,
  },
  myPurchases: {
    ...PLAN_CALLS.myPurchases,
    summary: 'What the caller paid for once, newest first',
    access: 'member',
    data: PurchasesSchema,
    errors: ['unauthorised', 'not_found'],
  },
  partnerCollections: {
    ...PLAN_CALLS.partnerCollections,
    summary: 'Collections of partners, with what they cost and allow',
    query: PartnerCollectionsQuerySchema,
    data: PartnerCollectionsSchema,
    errors: ['bad_request', 'not_found'],
  },
  myLicenses: {
    ...PLAN_CALLS.myLicenses,
    summary: 'Licences of partners that the caller holds',
    access: 'member',
    data: HeldLicencesSchema,
    errors: ['unauthorised', 'not_found'],
  },
} as const satisfies Record<string, Endpoint>;
