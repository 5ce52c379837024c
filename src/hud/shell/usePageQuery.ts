import {
  type DefaultError,
  type QueryFunctionContext,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { fetchPageData } from '../../data/stores/pageData.ts';

/**
 * A query that the page on show stands on: while it is fetched the loader runs, and what is there is shown
 * after `minMs` at the earliest (200 ms when left out).
 */
export function usePageQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, DefaultError, Data, Key>,
  minMs?: number,
): UseQueryResult<Data> {
  const { queryFn } = options;
  return useQuery({
    ...options,
    ...(typeof queryFn === 'function' && {
      queryFn: (context: QueryFunctionContext<Key>) =>
        fetchPageData(async () => queryFn(context), minMs),
    }),
  });
}
