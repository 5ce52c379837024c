import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { looksOfQuery } from '../../data/queries/looks.ts';
import { LookGrid, savedEntry } from '../parts/looks/LookGrid.tsx';
import { useStillSample } from '../parts/looks/WithSample.tsx';
import { CardQuery } from '../parts/shares/ShareGrid.tsx';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';

interface LooksProps {
  userId: string;
  /** True if these are the reader's own, and the reader is no guest of a room. */
  isOwn: boolean;
}

/** Looks that a person made. Others see the public ones, the person themselves all. */
export function Looks({ userId, isOwn }: LooksProps) {
  const query = useQuery(looksOfQuery(userId));
  const sample = useStillSample();
  const looks = useMemo(() => query.data?.map(savedEntry) ?? [], [query.data]);
  return (
    <CardQuery
      query={query}
      what="The looks"
      isPlural
      isEmpty={looks.length === 0}
      empty={
        <ListState
          title={isOwn ? 'No looks yet' : 'No looks to see'}
          action={
            isOwn ? (
              <Button to="/looks/new" variant="filled" icon="plus">
                Make a look
              </Button>
            ) : (
              <Button to="/looks">See all looks</Button>
            )
          }
        >
          {isOwn
            ? 'A look says how a stage draws the music. Those that you make stand here.'
            : 'What they keep for themselves is not shown.'}
        </ListState>
      }
    >
      {isOwn && (
        <p className="below24">
          <Button to="/looks/new" icon="plus">
            Make a look
          </Button>
        </p>
      )}
      <LookGrid looks={looks} sample={sample} isOfOne />
    </CardQuery>
  );
}
