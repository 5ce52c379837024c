import type { ReactNode } from 'react';
import type { Track } from '../../../data/contract/uploads.ts';
import { askForPlaylist } from '../../../data/stores/addToPlaylist.ts';
import { IconButton } from '../../system/Button.tsx';
import page from '../Page.module.css';
import { useNames } from '../people/useNames.ts';
import { useRegionText } from '../useRegionText.ts';
import { TrackPlayer } from './TrackPlayer.tsx';

interface TrackListProps<T extends Track> {
  tracks: readonly T[];
  jamOf(track: T): string;
  isForMember(track: T): boolean;
  /** What stands before and behind the button that adds it to a playlist. */
  before?(track: T): ReactNode;
  after?(track: T): ReactNode;
}

/** Tracks of jams: each plays here, and can be put into a playlist. */
export function TrackList<T extends Track>(props: TrackListProps<T>) {
  const { tracks, jamOf, isForMember, before, after } = props;
  const text = useRegionText();
  const nameOf = useNames();
  return (
    <ul className={page.trackList}>
      {tracks.map((track) => (
        <li key={track.id}>
          <TrackPlayer
            track={track}
            label="Track"
            isForMember={isForMember(track)}
            about={[nameOf(track.user_id), text.time(track.created)].filter(Boolean).join(', ')}
            actions={
              <>
                {before?.(track)}
                <IconButton
                  label={`Add ${track.name || 'the track'} to a playlist`}
                  icon="list"
                  aria-haspopup="dialog"
                  onClick={() =>
                    askForPlaylist({
                      itemId: track.id,
                      jamId: jamOf(track),
                      title: track.name || 'Track',
                    })
                  }
                />
                {after?.(track)}
              </>
            }
          />
        </li>
      ))}
    </ul>
  );
}
