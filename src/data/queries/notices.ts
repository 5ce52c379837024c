import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../contract/errors.ts';
import { parseNotices } from '../rules/site/notices.ts';

/** Everything that the product is made with; a long text, so only asked for by the page that shows it. */
export const noticesQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: async ({ signal }) => {
    const answer = await fetch('/THIRD_PARTY_NOTICES.txt', { signal });
    if (!answer.ok) {
      throw new ApiError('unavailable', 'The notices could not be fetched', null, answer.status);
    }
    return parseNotices(await answer.text());
  },
  staleTime: Number.POSITIVE_INFINITY,
});
