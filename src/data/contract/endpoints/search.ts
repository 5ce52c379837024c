import { type Endpoint, SEARCH_CALLS } from '../calls.ts';
import { SearchQuerySchema, SearchSchema } from '../search.ts';

export const SEARCH_ENDPOINTS = {
  search: {
    ...SEARCH_CALLS.search,
    summary:
      'People, public rifffs, open jams and loops by words and by sound, and what is the caller’s own; rifffs as the feed has them',
    query: SearchQuerySchema,
    data: SearchSchema,
    errors: ['bad_request', 'not_found'],
  },
} as const satisfies Record<string, Endpoint>;
