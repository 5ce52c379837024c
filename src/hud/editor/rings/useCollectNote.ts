import { useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import type { JamTarget } from '../../../data/device.ts';
import { goesTo } from '../../../data/outbox/rules.ts';
import { myJamsQuery } from '../../../data/queries/jams.ts';
import { draft } from '../../../data/stores/draft.ts';
import { session } from '../../../data/stores/session.ts';
import { useIsCollectible } from '../../parts/market/collectibleJam.tsx';
import { useReader } from '../../parts/shares/useReader.ts';

/** Says before a commit that others may collect it, where its jam allows that; else ''. */
export function useCollectNote(): string {
  const { user } = useSnapshot(session);
  const target = goesTo(useSnapshot(draft).target as JamTarget | null, user?.guestOf);
  const { data } = useQuery({ ...myJamsQuery, enabled: useReader() !== '' });
  const jam = data?.find(({ id, kind }) => (target ? id === target.jamId : kind === 'personal'));
  return useIsCollectible(jam) ? 'rifffs there can be collected' : '';
}
