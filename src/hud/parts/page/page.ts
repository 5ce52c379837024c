/** What every page of the product does alike: its title, its data, its failure. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { PRODUCT_NAME } from '../../../data/contract/constants.ts';
import type { Site } from '../../../data/contract/site.ts';
import { siteQuery } from '../../../data/queries/site.ts';
import { fetchPageData } from '../../../data/stores/pageData.ts';

/** Titles the window with the product's name and what the page is, for instance `Rondo – Draft`. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${PRODUCT_NAME} – ${title}`;
  }, [title]);
}

/** What the operator decided; undefined until the server has said it. */
export function useSite(): Site | undefined {
  return useQuery(siteQuery).data;
}

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
