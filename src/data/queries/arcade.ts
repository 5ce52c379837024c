/** The rifffs of the arcade. */
import { queryOptions } from '@tanstack/react-query';
import { call } from '../client.ts';
import { ARCADE_DAYS, ARCADE_SIZE } from '../contract/arcade.ts';
import { ARCADE_CALLS } from '../contract/calls.ts';

/** They are those of a day: asked for again when one comes back after an hour. */
const FRESH_MS = 3_600_000;

/**
 * The field of today, in the order of the field.
 *
 * @param reader id of the account that reads, or '' for a visitor: people it has blocked are not in its field
 */
export function arcadeQuery(reader: string) {
  return queryOptions({
    queryKey: ['shares', 'arcade', reader],
    queryFn: async ({ signal }) => {
      const query = { days: ARCADE_DAYS, size: ARCADE_SIZE };
      return { rifffs: await call(ARCADE_CALLS.arcade, { query }, signal), isLastPage: true };
    },
    staleTime: FRESH_MS,
  });
}
