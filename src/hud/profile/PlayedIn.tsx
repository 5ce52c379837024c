import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Performance } from '../../data/contract/people.ts';
import { performancesQuery } from '../../data/queries/people.ts';
import { QueryList } from '../kit/QueryList.tsx';
import { type CardSound, RifffGrid } from '../kit/RifffGrid.tsx';
import { RifffCard } from '../parts/shares/RifffCard.tsx';
import { GridSkeleton } from '../parts/shares/ShareGrid.tsx';
import { type RegionText, useRegionText } from '../parts/useRegionText.ts';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';
import styles from './Profile.module.css';

interface PlayedInProps {
  userId: string;
  isOwn: boolean;
}

/** The jams that a person played in and the reader may see, each with the newest rifff of this person. */
export function PlayedIn({ userId, isOwn }: PlayedInProps) {
  const query = useInfiniteQuery(performancesQuery(userId));
  const { data } = query;
  const all = useMemo(() => data?.pages.flatMap((page) => page.performances) ?? [], [data]);
  const heard = useMemo(() => all.filter(isHeard), [all]);
  const silent = all.filter((one) => !isHeard(one));
  return (
    <QueryList
      query={query}
      what="The jams"
      isPlural
      size="cards"
      skeleton={<GridSkeleton />}
      isEmpty={all.length === 0}
      empty={
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
      }
    >
      <h2 className="below24 t24">Played in</h2>
      {heard.length > 0 && <HeardJams jams={heard} />}
      {silent.length > 0 && (
        <ul className="top32">
          {silent.map((one) => (
            <SilentJam key={one.jamId} jam={one} />
          ))}
        </ul>
      )}
    </QueryList>
  );
}

type HeardJam = Performance & { rifff: NonNullable<Performance['rifff']> };
const isHeard = (one: Performance): one is HeardJam =>
  one.rifff !== null && one.rifff.loops.length > 0;

function countsText({ rifffs, answers }: Performance, text: RegionText): string {
  const made = text.count(rifffs, 'rifff');
  if (answers === 0) return made;
  return `${made}, ${text.count(answers, 'answer')}`;
}

/** Jams whose rifff plays, one at a time. */
function HeardJams({ jams }: { jams: readonly HeardJam[] }) {
  const items = useMemo(
    () =>
      jams.map((jam) => ({
        id: jam.rifff._id,
        title: jam.jamName,
        rifff: { ...jam.rifff, jamId: jam.jamId },
        jam,
      })),
    [jams],
  );
  return (
    <RifffGrid
      items={items}
      hasKeys
      card={({ jam, rifff }, sound) => <JamCard jam={jam} rifff={rifff} sound={sound} />}
    />
  );
}

interface JamCardProps {
  jam: Performance;
  rifff: HeardJam['rifff'];
  sound: CardSound;
}

function JamCard({ jam, rifff, sound }: JamCardProps) {
  const text = useRegionText();
  const { isPlaying, isWaiting, toggle } = sound;
  return (
    <RifffCard
      placeId={`played.${jam.jamId}`}
      rifff={rifff}
      title={jam.jamName}
      to={`/jams/${jam.jamId}`}
      isPlaying={isPlaying}
      isWaiting={isWaiting}
      onToggle={() => toggle(rifff._id, isPlaying)}
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
