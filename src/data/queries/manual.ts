import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../contract/errors.ts';
import type { Manual } from '../contract/manual.ts';
import { inBase } from '../rules/site/base.ts';
import { FOR_ALL } from './accountCache.ts';

/** Address of the texts of this build; put in by `tools/build/manual.ts`. */
declare const __MANUAL__: string;

/** The manual: all of its texts, which are one file. */
export const manualQuery = queryOptions({
  queryKey: ['manual'],
  meta: FOR_ALL,
  queryFn: async ({ signal }) => {
    const answer = await fetch(inBase(__MANUAL__), { signal });
    if (!answer.ok) {
      throw new ApiError('unavailable', 'The manual could not be fetched', null, answer.status);
    }
    return (await answer.json()) as Manual;
  },
  staleTime: Number.POSITIVE_INFINITY,
});
