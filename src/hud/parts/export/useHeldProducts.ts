import { useQuery } from '@tanstack/react-query';
import { heldLicencesQuery } from '../../../data/queries/plans.ts';
import type { HeldProducts } from '../../../data/rules/sharing/credits.ts';
import { useMember } from '../shares/useReader.ts';

const NONE: HeldProducts = new Set();

/**
 * Collections of partners that the reader holds.
 * @param isAsked does anything depend on it? Else nothing is asked
 */
export function useHeldProducts(isAsked: boolean): HeldProducts {
  const member = useMember();
  const { data } = useQuery({ ...heldLicencesQuery(member), enabled: isAsked && member !== '' });
  return data ? new Set(data.map(({ product }) => product)) : NONE;
}
