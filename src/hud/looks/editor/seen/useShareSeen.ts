import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { ApiError } from '../../../../data/contract/errors.ts';
import { shareQuery } from '../../../../data/queries/feed.ts';
import { lineageQuery, rifffsQuery } from '../../../../data/queries/jams.ts';
import { useShareList } from '../../../parts/listening/useShareList.ts';
import type { SeenList } from './SeenList.ts';

const GONE = 'The rifff of this address is not there (any more), or it is not for you.';

function troubleOf(error: unknown, isPaused: boolean): string {
  if (isPaused) return 'No network. The rifff of this address needs one.';
  if (!error) return '';
  const isGone = error instanceof ApiError && [400, 401, 403, 404].includes(error.status);
  return isGone ? GONE : 'The rifff of this address could not be loaded.';
}

/** A shared rifff, and before it those that it came from, as far as the reader may hear them. @param id null for none */
export function useShareSeen(id: string | null): SeenList {
  const query = useQuery({ ...shareQuery(id ?? ''), enabled: id !== null, retry: false });
  const share = id === null ? undefined : query.data;
  const list = useShareList(useMemo(() => (share ? [share] : []), [share]));
  const line = useQuery({
    ...lineageQuery(share?.jamId ?? '', share?.rifff._id ?? ''),
    enabled: share !== undefined,
    retry: false,
  });
  // Those that the reader may not hear have no ids.
  const ancestors = (line.data?.ancestors ?? []).flatMap(({ jamId, rifffId }) =>
    jamId !== null && rifffId !== null ? [{ jamId, rifffId }] : [],
  );
  const rifffs = useQuery(rifffsQuery(ancestors)).data;
  const before = useMemo(() => [...(rifffs?.values() ?? [])], [rifffs]);
  const isPaused = query.fetchStatus === 'paused' && !share;
  const trouble = id === null || share ? '' : troubleOf(query.error, isPaused);
  return {
    list,
    shownId: share?._id ?? null,
    beforeOf: useCallback(() => before, [before]),
    trouble,
    isLoading: id !== null && !share && trouble === '',
    ...(trouble !== '' && trouble !== GONE && { retry: () => void query.refetch() }),
  };
}
