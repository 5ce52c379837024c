import { useQuery } from '@tanstack/react-query';
import { MAX_SOUND_SEC } from '../../../data/contract/constants.ts';
import { storageQuery } from '../../../data/queries/allowance.ts';
import { useMember } from '../shares/useReader.ts';

/**
 * Minutes that a track of the reader may last, by their plan.
 * @param isAsked is it said anywhere? Else nothing is asked
 */
export function useLongestTrackMin(isAsked = true): number {
  const isMember = useMember() !== '';
  const { data } = useQuery({ ...storageQuery, enabled: isAsked && isMember });
  return (data?.trackSec ?? MAX_SOUND_SEC) / 60;
}
