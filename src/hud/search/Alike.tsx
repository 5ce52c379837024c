/** Loops that sound like one, in the place of what words find. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../data/contract/errors.ts';
import { alikeFoundQuery } from '../../data/queries/search.ts';
import { onceEach } from '../../data/rules/pages.ts';
import { isAsked, type SearchAsked } from '../../data/rules/search/address.ts';
import { QueryList } from '../kit/QueryList.tsx';
import { formatCount } from '../parts/controls/format.ts';
import { LikeLine } from '../parts/LikeLine.tsx';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import { type FROM_A_LIST, LoopRows } from './LoopRows.tsx';
import { RowsSkeleton } from './RowsSkeleton.tsx';

interface AlikeProps {
  asked: SearchAsked;
  onAsk(change: Partial<SearchAsked>): void;
}

/** Leads back to the list that the loop stood in, or to a search for nothing where an address began with it. */
function useWayBack({ onAsk }: Pick<AlikeProps, 'onAsk'>) {
  const state: unknown = useLocation().state;
  const navigate = useNavigate();
  const hasList = (state as Partial<typeof FROM_A_LIST> | null)?.isFromList === true;
  return () => (hasList ? void navigate(-1) : onAsk({ like: '' }));
}

const useAlike = (asked: SearchAsked) =>
  useInfiniteQuery({ ...alikeFoundQuery(asked), enabled: asked.like !== '' });

/** Which loop the others are compared with; nothing where there is none. */
export function AlikeLine({ asked, onAsk }: AlikeProps) {
  const { data } = useAlike(asked);
  const goBack = useWayBack({ onAsk });
  const name = data?.pages[0]?.like?.name ?? 'this loop';
  return (
    <LikeLine
      like={asked.like === '' ? null : { id: asked.like, name }}
      endLabel="Back to the search"
      onEnd={goBack}
    />
  );
}

/** The loops that sound most like one, the nearest first. */
export function AlikeLoops({ asked, onAsk }: AlikeProps) {
  const query = useAlike(asked);
  const goBack = useWayBack({ onAsk });
  const { data, error } = query;
  if (error instanceof ApiError && error.code === 'not_found') {
    return (
      <ListState
        title="Nothing to compare with"
        action={
          <Button size="sm" onClick={goBack}>
            Back to the search
          </Button>
        }
      >
        {error.message}.
      </ListState>
    );
  }
  const loops = onceEach(
    data?.pages ?? [],
    ({ results }) => results,
    ({ _id }) => _id,
  );
  return (
    <QueryList
      query={query}
      what="The search"
      size="rows"
      skeleton={<RowsSkeleton />}
      isEmpty={loops.length === 0}
      empty={<NothingAlike asked={asked} onAsk={onAsk} />}
    >
      <VisuallyHidden role="status">
        {formatCount(data?.pages[0]?.total ?? 0, 'loop')}, the most alike first
      </VisuallyHidden>
      <LoopRows loops={loops} />
    </QueryList>
  );
}

/** No loop is near, or none of what else is asked for. */
function NothingAlike({ asked, onAsk }: AlikeProps) {
  const isNarrowed = isAsked({ ...asked, like: '' });
  return (
    <ListState
      title="No loops found"
      action={
        isNarrowed && (
          <Button
            size="sm"
            onClick={() =>
              onAsk({
                q: '',
                tempoMin: '',
                tempoMax: '',
                root: '',
                scale: '',
                category: '',
                loopId: '',
              })
            }
          >
            Any loop like it
          </Button>
        )
      }
    >
      {isNarrowed
        ? 'Nothing that sounds like it is all of that too: ask for less of it.'
        : 'How other loops sound was not measured yet.'}
    </ListState>
  );
}
