import { useMemo } from 'react';
import type { Rifff } from '../../data/contract/rifff.ts';
import type { RifffView } from '../../data/stores/places.ts';
import { RifffPlace } from '../parts/rings/RifffPlace.tsx';
import styles from './PlaylistRoom.module.css';

interface PlaylistCoverProps {
  /** Four at most. */
  discs: readonly Rifff[];
  /** Id of the rifff that is heard now, or null. */
  heardId: string | null;
}

/** The cover: the rings of its first rifffs, in up to four quarters. What is heard is alive. */
export function PlaylistCover({ discs, heardId }: PlaylistCoverProps) {
  return (
    <div
      className={`${discs.length === 2 ? 'diagonal' : ''} ${styles.cover}`}
      data-count={discs.length}
    >
      {discs.length === 0 && <span className="dashedDisc" aria-hidden="true" />}
      {discs.map((rifff, at) => (
        <Disc
          // biome-ignore lint/suspicious/noArrayIndexKey: one rifff may stand there twice
          key={at}
          id={`playlist.cover.${at}`}
          rifff={rifff}
          isLive={rifff._id === heardId}
        />
      ))}
    </div>
  );
}

function Disc({ id, rifff, isLive }: { id: string; rifff: Rifff; isLive: boolean }) {
  const view = useMemo<RifffView>(() => ({ rifff, isLive, marginPx: 3 }), [rifff, isLive]);
  return <RifffPlace id={id} view={view} />;
}
