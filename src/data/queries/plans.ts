/** Plans, payments, codes and partner collections; only pages that offer something paid fetch this. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type DataOf } from '../client.ts';
import type { Code, Redeemed } from '../contract/plans.ts';
import { PLAN_CALLS } from '../contract/tradeCalls.ts';
import type { RegionCode } from '../rules/site/locale.ts';

const PLANS = 'plans';
const STALE_MS = 60_000;

/** What plus and the collections cost in a region. */
export function pricesQuery(region: RegionCode) {
  return queryOptions({
    queryKey: [PLANS, 'prices', region],
    queryFn: ({ signal }) => call(PLAN_CALLS.prices, { query: { region } }, signal),
    staleTime: STALE_MS,
  });
}

/** Collections of partners, with what they cost in a region, and which the reader has already. */
export function collectionsQuery(region: RegionCode) {
  return queryOptions({
    queryKey: [PLANS, 'collections', region],
    queryFn: async ({ signal }) =>
      (await call(PLAN_CALLS.partnerCollections, { query: { region } }, signal)).collections,
    staleTime: STALE_MS,
  });
}

/** The plan of the signed-in account. */
export const subscriptionQuery = queryOptions({
  queryKey: ['account', PLANS, 'subscription'],
  queryFn: ({ signal }) => call(PLAN_CALLS.mySubscription, {}, signal),
});

/** What the account paid for once, newest first. */
export const purchasesQuery = queryOptions({
  queryKey: ['account', PLANS, 'purchases'],
  queryFn: async ({ signal }) => (await call(PLAN_CALLS.myPurchases, {}, signal)).purchases,
});

/** Licences of partners that the account holds. */
export const heldLicencesQuery = queryOptions({
  queryKey: ['account', PLANS, 'licences'],
  queryFn: async ({ signal }) => (await call(PLAN_CALLS.myLicenses, {}, signal)).licenses,
});

/**
 * Begins a payment.
 * @param returnTo path of ours that the till leads back to
 * @returns the page of the till
 */
export function beginCheckout(
  product: string,
  region: RegionCode,
  returnTo: string,
): Promise<DataOf<'checkout'>> {
  return call(PLAN_CALLS.checkout, { body: { product, region, returnTo } });
}

/** @returns the page of the till on which a subscription is changed, paid and ended */
export function openPortal(returnTo: string): Promise<DataOf<'billingPortal'>> {
  return call(PLAN_CALLS.billingPortal, { body: { returnTo } });
}

/** Asks again for everything that a payment or a code changes: the plan, what it allows, and the library. */
export function useRenewPlans(): () => void {
  const queries = useQueryClient();
  return () => {
    for (const shown of [['account'], [PLANS], ['library']]) {
      void queries.invalidateQueries({ queryKey: shown });
    }
  };
}

/** Takes what a code gives. Fails with the ApiError of the call; without a network at once. */
export function useRedeem() {
  const renew = useRenewPlans();
  return useMutation({
    networkMode: 'always',
    mutationFn: (code: string): Promise<Redeemed> => call(PLAN_CALLS.redeem, { params: { code } }),
    onSuccess: renew,
  });
}

/** Redemption codes, newest first; for administrators. */
export const codesQuery = queryOptions({
  queryKey: ['moderation', 'codes'],
  queryFn: async ({ signal }) => (await call(PLAN_CALLS.redemptionCodes, {}, signal)).codes,
});

/** What new codes are to be: see `NewCodesBodySchema`. */
export interface NewCodes {
  product: string;
  months: number | null;
  note: string;
  maxUses: number;
  days: number | null;
  count: number;
}

/** Makes codes, and ends one. Both fail with the ApiError of the call; without a network at once. */
export function useCodeChanges() {
  const queries = useQueryClient();
  const renew = () => queries.invalidateQueries({ queryKey: codesQuery.queryKey });
  const make = useMutation({
    networkMode: 'always',
    mutationFn: async (body: NewCodes): Promise<Code[]> =>
      (await call(PLAN_CALLS.makeCodes, { body })).codes,
    onSuccess: renew,
  });
  const end = useMutation({
    networkMode: 'always',
    mutationFn: (code: string) => call(PLAN_CALLS.endCode, { params: { code } }),
    onSuccess: renew,
  });
  return { make, end };
}
