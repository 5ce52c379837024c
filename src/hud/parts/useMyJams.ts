import { useQuery } from '@tanstack/react-query';
import type { MyJam } from '../../data/contract/jams.ts';
import { myJamsQuery } from '../../data/queries/jams.ts';
import { useReader } from './shares/useReader.ts';

/** How a jam of the account is called in a list of them: the personal one has no name but that of its owner. */
export const jamTitle = ({ kind, name }: Pick<MyJam, 'kind' | 'name'>): string =>
  kind === 'personal' ? 'Your own jam' : name;

/**
 * Jams of the account, the personal one first; undefined for visitors, and until they are known.
 * @param isAsked are they shown anywhere? Else nothing is asked
 */
export function useMyJams(isAsked = true): readonly MyJam[] | undefined {
  const isMember = useReader() !== '';
  return useQuery({ ...myJamsQuery, enabled: isAsked && isMember }).data;
}
