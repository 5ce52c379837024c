import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import type { Performance } from '../../data/contract/people.ts';
import { performancesQuery } from '../../data/queries/people.ts';
import { ui } from '../../data/stores/ui.ts';
import { useLoadingSentence } from '../parts/listening/describeRifff.ts';
import { type Listening, useListening, useListeningKeys } from '../parts/listening/useListening.ts';
import pageStyles from '../parts/Page.module.css';
import { RifffCard } from '../parts/shares/RifffCard.tsx';
import { GridSkeleton } from '../parts/shares/ShareGrid.tsx';
import { type RegionText, useRegionText } from '../parts/useRegionText.ts';
import { Button } from '../system/Button.tsx';
import { FailedState, ListState } from '../system/ListState.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import styles from './Profile.module.css';

interface PlayedInProps {
  userId: string;
  reader: string;
  isOwn: boolean;
}

/** The jams in which somebody played, as far as the reader may see them: each with its newest rifff of theirs. */
export function PlayedIn({ userId, reader, isOwn }: PlayedInProps) {
  const { isOnline } = useSnapshot(ui);
  const query = useInfiniteQuery(performancesQuery(userId, reader));
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const all = useMemo(() => data?.pages.flatMap((page) => page.performances) ?? [], [data]);
  const heard = useMemo(() => all.filter(isHeard), [all]);
  if (!data) {
    if (!isError && query.fetchStatus !== 'paused') return <GridSkeleton />;
    return (
      <FailedState isPlural isOffline={!isOnline} what="The jams" onRetry={() => void refetch()} />
    );
  }
  const silent = all.filter((one) => !isHeard(one));
  if (all.length === 0) {
    return (
      <ListState
        title="Played nowhere yet"
        action={
          <Button to="/jams" variant="filled">
            To the open rooms
          </Button>
        }
      >
        {isOwn
          ? 'Every jam in which you put a rifff stands here.'
          : 'The jams in which they play stand here, as far as you may hear them.'}
      </ListState>
    );
  }
  return (
    <>
      <h2 className="below24 t24">Played in</h2>
      {heard.length > 0 && <HeardJams jams={heard} />}
      {silent.length > 0 && (
        <ul className="top32">
          {silent.map((one) => (
            <SilentJam key={one.jamId} jam={one} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className={styles.more}>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading' : 'Show more'}
          </Button>
        </div>
      )}
    </>
  );
}

type HeardJam = Performance & { rifff: NonNullable<Performance['rifff']> };
const isHeard = (one: Performance): one is HeardJam =>
  one.rifff !== null && one.rifff.loops.length > 0;

function countsText({ rifffs, answers }: Performance, text: RegionText): string {
  const made = rifffs === 1 ? '1 rifff' : `${text.number(rifffs)} rifffs`;
  if (answers === 0) return made;
  return `${made}, ${answers === 1 ? '1 answer' : `${text.number(answers)} answers`}`;
}

/** Jams whose rifff plays, one at a time. */
function HeardJams({ jams }: { jams: readonly HeardJam[] }) {
  const rifffs = useMemo(
    () =>
      jams.map(({ jamId, jamName, rifff }) => ({
        id: rifff._id,
        title: jamName,
        rifff: { ...rifff, jamId },
      })),
    [jams],
  );
  const own = useListening(rifffs);
  const trouble = useLoadingSentence(own.mix);
  useListeningKeys(own);
  return (
    <>
      <VisuallyHidden role="status">{trouble}</VisuallyHidden>
      <ul className={`${pageStyles.cards} ${styles.grid}`}>
        {jams.map((jam, at) => (
          <li key={jam.jamId}>
            <JamCard jam={jam} rifff={rifffs[at]!.rifff} own={own} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface JamCardProps {
  jam: Performance;
  rifff: HeardJam['rifff'];
  own: Listening;
}

function JamCard({ jam, rifff, own }: JamCardProps) {
  const text = useRegionText();
  const isShown = own.shown.rifff._id === rifff._id;
  const isPlaying = own.isPlaying && isShown;
  const isWaiting = own.pendingId === rifff._id || (own.isWaiting && isShown);
  return (
    <RifffCard
      placeId={`played.${jam.jamId}`}
      rifff={rifff}
      title={jam.jamName}
      to={`/jams/${jam.jamId}`}
      isPlaying={isPlaying}
      isWaiting={isWaiting && !isPlaying}
      onToggle={() => (isPlaying ? own.togglePlay() : own.choose(rifff._id))}
      caption={
        <>
          <span className="truncate">{countsText(jam, text)}</span>
          <span>, {text.age(jam.last)}</span>
        </>
      }
    />
  );
}

/** A jam of which nothing can be heard here any more. */
function SilentJam({ jam }: { jam: Performance }) {
  const text = useRegionText();
  return (
    <li className={styles.row}>
      <Link to={`/jams/${jam.jamId}`} className="fill medium truncate" title={jam.jamName}>
        {jam.jamName}
      </Link>
      <span className="t13 muted">
        {countsText(jam, text)}, {text.age(jam.last)}
      </span>
    </li>
  );
}
