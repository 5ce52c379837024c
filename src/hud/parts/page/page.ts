/** What every page of the product does alike: its title, its data, its failure. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { unreachable } from '../../../data/client.ts';
import { ApiError, ERROR_STATUS } from '../../../data/contract/errors.ts';
import { MESSAGES } from '../../../data/contract/messages.ts';
import type { Site } from '../../../data/contract/site.ts';
import { siteQuery } from '../../../data/queries/site.ts';
import { fetchPageData } from '../../../data/stores/pageData.ts';
import { learnServerName, serverSays } from '../../../data/stores/serverSays.ts';

/** Titles the window with the name of the server and what the page is, for instance `Rondo – Draft`. */
export function usePageTitle(title: string): void {
  const { name } = useSnapshot(serverSays);
  useEffect(() => {
    document.title = `${name} – ${title}`;
  }, [name, title]);
}

/** What the operator decided; undefined until the server has said it. */
export function useSite(): Site | undefined {
  const { data } = useQuery(siteQuery);
  // Titles are of pages that may stand where no query does: they know the name by this.
  useEffect(() => {
    if (data) learnServerName(data.serverName);
  }, [data]);
  return data;
}

const UNAVAILABLE = ERROR_STATUS.unavailable;

/** A page that cannot be shown: an HTTP status, a sentence, and where to go instead if that can be told. */
export class RouteError extends Error {
  readonly status: number;
  readonly hint: string;

  constructor(status: number, message: string, hint = '') {
    super(message);
    this.name = 'RouteError';
    this.status = status;
    this.hint = hint;
  }
}

/** What a page knows of the query that it stands on. */
interface PageQuery<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly fetchStatus: string;
}

/** Why a page cannot be shown, as the error page says it. @param what names it: `The club` */
export function pageFailure(error: unknown, what: string): RouteError {
  const status = error instanceof ApiError ? error.status : 500;
  if (status === 0) return new RouteError(UNAVAILABLE, `No network. ${what} needs one.`);
  if (status < 500) return new RouteError(status, (error as ApiError).message);
  if (error instanceof ApiError && error.code === 'maintenance') {
    return new RouteError(status, error.message);
  }
  return new RouteError(status, `${what} could not be loaded. Nothing is lost.`);
}

/**
 * The data that a page stands on; undefined while it is on its way.
 *
 * @param what names it: `The club`
 * @param hint where to go instead, where it is not there or not for this reader
 * @throws RouteError for the error page; 404 also where it was there until now
 */
export function pageData<T>(
  { data, error, fetchStatus }: PageQuery<T>,
  what: string,
  hint?: string,
): T | undefined {
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    throw new RouteError(404, MESSAGES.pageNotFound, hint);
  }
  if (data !== undefined) return data;
  if (error) throw pageFailure(error, what);
  if (fetchStatus === 'paused') throw pageFailure(unreachable(null), what);
  return undefined;
}

/** What a query's function is called with, as far as it is looked at here. */
interface FetchContext {
  readonly queryKey: readonly unknown[];
  readonly client: { getQueryData(key: readonly unknown[]): unknown };
}

/**
 * A query that the page on show stands on: while it is fetched for the first time the loader runs, and what is
 * there is shown after `minMs` at the earliest (200 ms when left out). For `useQuery` and `useInfiniteQuery`;
 * refreshing and further pages run without the loader.
 */
export function onPage<Options extends { queryFn?: unknown }>(
  options: Options,
  minMs?: number,
): Options {
  const { queryFn } = options;
  if (typeof queryFn !== 'function') return options;
  const fetchFirst = (context: FetchContext) =>
    context.client.getQueryData(context.queryKey) === undefined
      ? fetchPageData(async () => queryFn(context), minMs)
      : queryFn(context);
  return { ...options, queryFn: fetchFirst };
}
