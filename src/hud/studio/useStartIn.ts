import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useSnapshot } from 'valtio';
import { jamQuery } from '../../data/queries/jams.ts';
import { startIn } from '../../data/stores/draft.ts';
import { session } from '../../data/stores/session.ts';
import { notify } from '../../data/stores/ui.ts';
import { useReader } from '../parts/shares/useReader.ts';

const IN = 'in';

/** `/jam?in={jam}`: makes that room the target of the draft, if the reader may add to it, and clears the parameter. */
export function useStartIn(): void {
  const queries = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const { status } = useSnapshot(session);
  const reader = useReader();
  const jamId = search.get(IN);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whether one may add to it is asked anew for another account
  useEffect(() => {
    if (!jamId || status === 'unknown') return;
    let isHere = true;
    const take = async () => {
      try {
        const jam = await queries.fetchQuery(jamQuery(jamId));
        if (!isHere) return;
        if (jam.kind !== 'room') return;
        if (!jam.mayAnswer) return notify(`Join ${jam.club?.name ?? jam.name} to add to it`);
        const isFresh = await startIn({ jamId: jam.id, name: jam.name }, jam.barLength);
        if (!isFresh) notify(`Your draft goes to ${jam.name} now`);
      } catch (cause) {
        console.info('The room was not found', cause);
        if (isHere) notify('That room could not be reached. The draft goes where it went');
      } finally {
        if (isHere) {
          setSearch(
            (now) => {
              now.delete(IN);
              return now;
            },
            { replace: true },
          );
        }
      }
    };
    void take();
    return () => {
      isHere = false;
    };
  }, [queries, jamId, reader, status, setSearch]);
}
