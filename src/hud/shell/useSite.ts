import { useQuery } from '@tanstack/react-query';
import type { Site } from '../../data/contract/site.ts';
import { siteQuery } from '../../data/queries/site.ts';

/** What the operator decided; undefined until the server has said it. */
export function useSite(): Site | undefined {
  return useQuery(siteQuery).data;
}
