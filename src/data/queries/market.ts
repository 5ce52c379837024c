/** Collecting: what can be collected, tokens, linked wallets, and what is done to them. */

import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { type CallInput, call, type DataOf } from '../client.ts';
import { COLLECTIBLE_JAMS_PAGE, TOKENS_PAGE } from '../contract/constants.ts';
import { ApiError, type ErrorCode } from '../contract/errors.ts';
import type { MintAnswer } from '../contract/market.ts';
import { MARKET_CALLS } from '../contract/tradeCalls.ts';
import { nextSkip } from '../rules/pages.ts';

/** Every key below begins with it. */
const MARKET = 'market';
const FRESH_MS = 15_000;
/** A token that is being made, or an offer that others can take, is asked about again. */
const PENDING_MS = 2_000;
const LIVE_MS = 30_000;
const AT_ONCE = { networkMode: 'always' } as const;

/** Where the market of this server is, for wallets. @throws ApiError not_found where collecting is off */
export const marketConfigQuery = queryOptions({
  queryKey: [MARKET, 'config'],
  queryFn: ({ signal }) => call(MARKET_CALLS.market, {}, signal),
  staleTime: 300_000,
});

/** Jams whose rifffs can be collected, those with the newest rifff first, page by page. */
export function collectibleJamsQuery(pageSize = COLLECTIBLE_JAMS_PAGE) {
  return infiniteQueryOptions({
    queryKey: [MARKET, 'jams', pageSize],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(MARKET_CALLS.collectibleJams, { query: { pageSize, pageNo: pageParam } }, signal),
    getNextPageParam: (last, pages) => {
      const known = pages.reduce((sum, { jams }) => sum + jams.length, 0);
      return last.jams.length === 0 || known >= last.total ? undefined : pages.length;
    },
    staleTime: FRESH_MS,
    refetchInterval: LIVE_MS,
  });
}

/** What of a jam can be collected now. @throws ApiError not_found where the reader may not see it */
export function collectibleJamQuery(jamId: string) {
  return queryOptions({
    queryKey: [MARKET, 'jam', jamId],
    queryFn: ({ signal }) => call(MARKET_CALLS.collectibleJam, { params: { id: jamId } }, signal),
    staleTime: FRESH_MS,
  });
}

/**
 * Can a rifff be collected, who made it, and its token; asked again every 2 s while the reader's own mint is on its
 * way.
 */
export function rifffMarketQuery(jamId: string, rifffId: string) {
  return queryOptions({
    queryKey: [MARKET, 'rifff', jamId, rifffId],
    queryFn: ({ signal }) => call(MARKET_CALLS.rifffMarket, { params: { jamId, rifffId } }, signal),
    staleTime: FRESH_MS,
    refetchInterval: ({ state }) => (state.data?.isPending ? PENDING_MS : false),
  });
}

/** Which tokens a list holds; prices in yocto, tempo in beats per minute. What is left out does not matter. */
export interface TokensFilter {
  readonly listed?: boolean;
  readonly collector?: string;
  readonly maker?: string;
  readonly minPrice?: string;
  readonly maxPrice?: string;
  readonly minTempo?: number;
  readonly maxTempo?: number;
  readonly root?: number;
  readonly scale?: number;
  readonly search?: string;
  readonly sort?: 'newest' | 'cheapest' | 'dearest';
}

/** Collected rifffs, page by page. */
export function tokensQuery(filter: TokensFilter, limit = TOKENS_PAGE) {
  const query = { ...filter, listed: filter.listed || undefined };
  return infiniteQueryOptions({
    queryKey: [MARKET, 'tokens', query, limit],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(MARKET_CALLS.tokens, { query: { ...query, limit, skip: pageParam } }, signal),
    getNextPageParam: (_, pages) => nextSkip(pages, ({ tokens }) => tokens),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    refetchInterval: LIVE_MS,
  });
}

/** A collected rifff with its history and files. @throws ApiError not_found */
export function tokenQuery(tokenId: string) {
  return queryOptions({
    queryKey: [MARKET, 'token', tokenId],
    queryFn: ({ signal }) => call(MARKET_CALLS.token, { params: { tokenId } }, signal),
    staleTime: FRESH_MS,
    refetchInterval: LIVE_MS,
  });
}

/** Accounts of the chain that a person linked, by their user name or by one of the accounts. */
export function linkedAccountsQuery(id: string) {
  return queryOptions({
    queryKey: [MARKET, 'linked', id],
    queryFn: async ({ signal }) =>
      (await call(MARKET_CALLS.nearAccount, { params: { id } }, signal)).accounts,
    enabled: id !== '',
    staleTime: 60_000,
  });
}

/** Fetches again what pages show of the market; its config stays. */
export async function refreshMarket(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === MARKET && queryKey[1] !== 'config',
  });
}

/** Body of an answer that says no. */
export interface ErrorBody {
  readonly ok: false;
  /** A sentence for the person. */
  readonly message: string;
  readonly error: { readonly code: ErrorCode; readonly message: string };
}
export type MintOutcome = { readonly ok: true; readonly data: MintAnswer } | ErrorBody;

const isErrorBody = (data: unknown): data is ErrorBody =>
  typeof data === 'object' && data !== null && 'ok' in data && 'message' in data && 'error' in data;

/** Collects a rifff. A refusal is returned as the server's body and not thrown (specification, section 8). */
export async function mint(body: CallInput<'mint'>['body']): Promise<MintOutcome> {
  try {
    return { ok: true, data: await call(MARKET_CALLS.mint, { body }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message, data } = error;
    return isErrorBody(data) ? data : { ok: false, message, error: { code, message } };
  }
}

/** Collects a rifff; never fails, see `mint`. */
export function useMint() {
  const queries = useQueryClient();
  return useMutation({
    ...AT_ONCE,
    mutationFn: mint,
    onSettled: () => refreshMarket(queries),
  });
}

/** Says whether rifffs of a jam can be collected. Fails with the ApiError of the call. */
export function useSetCollectible(jamId: string) {
  const queries = useQueryClient();
  return useMutation({
    ...AT_ONCE,
    mutationFn: (isCollectible: boolean) =>
      call(MARKET_CALLS.setCollectible, { params: { id: jamId }, body: { isCollectible } }),
    onSuccess: (jam) => {
      queries.setQueryData(collectibleJamQuery(jamId).queryKey, jam);
      void queries.invalidateQueries({ queryKey: [MARKET, 'jams'] });
      void queries.invalidateQueries({ queryKey: [MARKET, 'rifff'] });
    },
  });
}

/** Has the server look at a transaction of the wallet at once. @throws ApiError */
export const reportTransaction = (body: CallInput<'reportTransaction'>['body']) =>
  call(MARKET_CALLS.reportTransaction, { body });

/** What a wallet signs to be linked; good for five minutes and for one try. @throws ApiError */
export const askLinkChallenge = (accountId: string) =>
  call(MARKET_CALLS.linkChallenge, { params: { id: accountId } });

/** Links an account of the chain by what its wallet signed. @throws ApiError */
export const linkAccount = async (
  accountId: string,
  body: CallInput<'linkNear'>['body'],
): Promise<DataOf<'linkNear'>['accounts']> =>
  (await call(MARKET_CALLS.linkNear, { params: { id: accountId }, body })).accounts;

/** Makes an account on the play-money chain. @throws ApiError conflict where the name is taken */
export const askFaucet = (body: CallInput<'faucet'>['body']) => call(MARKET_CALLS.faucet, { body });

/** Forgets a linked account; tokens stay where they are. Fails with the ApiError of the call. */
export function useUnlink() {
  const queries = useQueryClient();
  return useMutation({
    ...AT_ONCE,
    mutationFn: (accountId: string) => call(MARKET_CALLS.unlinkNear, { params: { id: accountId } }),
    onSuccess: () => refreshMarket(queries),
  });
}
