import { useSnapshot } from 'valtio';
import type { JamTarget } from '../../../data/device.ts';
import { goesTo } from '../../../data/outbox/rules.ts';
import { draft } from '../../../data/stores/draft.ts';
import { session } from '../../../data/stores/session.ts';
import { useIsCollectible } from '../../parts/market/collectibleJam.tsx';
import { useMyJams } from '../../parts/useMyJams.ts';

/** Says before a commit that others may collect it, where its jam allows that; else ''. */
export function useCollectNote(): string {
  const { user } = useSnapshot(session);
  const target = goesTo(useSnapshot(draft).target as JamTarget | null, user?.guestOf);
  const jam = useMyJams()?.find(({ id, kind }) =>
    target ? id === target.jamId : kind === 'personal',
  );
  return useIsCollectible(jam) ? 'rifffs there can be collected' : '';
}
