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

/**
 * Collections of partners, with what they cost in a region.
 * @param userId who looks, for what is theirs already; '' for a visitor
 */
export function collectionsQuery(region: RegionCode, userId: string) {
  return queryOptions({
    queryKey: [PLANS, 'collections', region, userId],
    queryFn: async ({ signal }) =>
      (await call(PLAN_CALLS.partnerCollections, { query: { region } }, signal)).collections,
    staleTime: STALE_MS,
  });
}

/** Keys of what a member has begin with `account`, who it is, and this. */
const keyOf = (userId: string, ...rest: string[]) => ['account', userId, PLANS, ...rest];

/**
 * The plan of the signed-in account.
 * @param userId nothing is asked for a visitor
 */
export function subscriptionQuery(userId: string) {
  return queryOptions({
    queryKey: keyOf(userId, 'subscription'),
    queryFn: ({ signal }) => call(PLAN_CALLS.mySubscription, {}, signal),
    enabled: userId !== '',
  });
}

/** What the account paid for once, newest first. */
export function purchasesQuery(userId: string) {
  return queryOptions({
    queryKey: keyOf(userId, 'purchases'),
    queryFn: async ({ signal }) => (await call(PLAN_CALLS.myPurchases, {}, signal)).purchases,
    enabled: userId !== '',
  });
}

/** Licences of partners that the account holds. */
export function heldLicencesQuery(userId: string) {
  return queryOptions({
    queryKey: keyOf(userId, 'licences'),
    queryFn: async ({ signal }) => (await call(PLAN_CALLS.myLicenses, {}, signal)).licenses,
    enabled: userId !== '',
  });
}

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
export function useRenewPlans(userId: string): () => void {
  const queries = useQueryClient();
  return () => {
    for (const shown of [['account', userId], [PLANS], ['library']]) {
      void queries.invalidateQueries({ queryKey: shown });
    }
  };
}

/** Takes what a code gives. Fails with the ApiError of the call; without a network at once. */
export function useRedeem(userId: string) {
  const renew = useRenewPlans(userId);
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
