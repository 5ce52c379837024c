import { useQuery } from '@tanstack/react-query';
import { libraryPacksQuery } from '../../../data/queries/library.ts';
import type { HeldProducts } from '../../../data/rules/sharing/credits.ts';

const NONE: HeldProducts = new Set();

/**
 * Collections of partners that the reader holds. The library says it: an export fetches nothing of plans.
 * @param isAsked does anything depend on it? Else nothing is asked
 */
export function useHeldProducts(isAsked: boolean): HeldProducts {
  const { data } = useQuery({ ...libraryPacksQuery, enabled: isAsked });
  if (!isAsked || !data) return NONE;
  return new Set(
    data.flatMap(({ collection }) => (collection?.isOwned ? [collection.product] : [])),
  );
}
