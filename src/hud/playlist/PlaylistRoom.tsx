import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { PLAYLIST_PAGE } from '../../data/contract/constants.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { loadItems } from '../../data/queries/playlists.ts';
import { whyNot } from '../../data/rules/playlist/playable.ts';
import { itemsOf, type PlaylistView } from '../../data/rules/playlist/view.ts';
import type { RifffView } from '../../data/stores/places.ts';
import { ui } from '../../data/stores/ui.ts';
import { useEngine } from '../EngineContext.tsx';
import { playItem, toggleList, useListPlaying } from '../parts/playlist/listPlaying.ts';
import { playlistPath } from '../parts/playlist/PlaylistRows.tsx';
import { RifffPlace } from '../parts/rings/RifffPlace.tsx';
import { Button } from '../system/Button.tsx';
import { ListState } from '../system/ListState.tsx';
import { Skeleton } from '../system/Loading.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import { EditPlaylist } from './EditPlaylist.tsx';
import { ItemList } from './ItemList.tsx';
import { PlaylistHead } from './PlaylistHead.tsx';
import styles from './PlaylistRoom.module.css';
import { useOrdering } from './useOrdering.ts';

interface PlaylistCoverProps {
  /** Four at most. */
  discs: readonly Rifff[];
  /** Id of the rifff that is heard now, or null. */
  heardId: string | null;
}

/** The cover: the rings of its first rifffs, in up to four quarters. What is heard is alive. */
function PlaylistCover({ discs, heardId }: PlaylistCoverProps) {
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

/** How often others are asked about, while the page is seen. */
const REFRESH_MS = 20_000;

/** Follows what others do to the items that are seen, and to the order of all. */
function useOthers(id: string) {
  const queries = useQueryClient();
  const seen = useRef({ from: 0, to: PLAYLIST_PAGE });
  const onSeen = useCallback((from: number, to: number) => {
    seen.current = { from, to };
  }, []);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible' || !ui.isOnline) return;
      const { from, to } = seen.current;
      void loadItems(queries, id, from, Math.max(to + 1, from + PLAYLIST_PAGE));
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [queries, id]);
  return onSeen;
}

/** A playlist: its cover and words, and its items to be played, ordered and changed. */
export function PlaylistRoom({ view }: { view: PlaylistView }) {
  const engine = useEngine();
  const { isOnline } = useSnapshot(ui);
  const ordering = useOrdering(view);
  const { playlist } = view;
  const onSeen = useOthers(playlist.id);
  const playing = useListPlaying(playlist.id);
  const [isEditing, setEditing] = useState(false);
  const { order } = ordering;
  // What is heard is what this page shows, also before the server has its order.
  const shown = useMemo(() => ({ ...view, order }), [view, order]);
  const heard = playing.itemId === null ? undefined : view.known.get(playing.itemId);
  const isPlaying = playing.status === 'playing' || playing.status === 'loading';
  const isHeard = playing.itemId !== null && order.includes(playing.itemId);
  const latest = useRef({ shown, playing, engine });
  latest.current = { shown, playing, engine };
  const play = useCallback((itemId: string) => {
    const now = latest.current;
    if (now.playing.itemId === itemId) void toggleList(now.engine, now.shown);
    else void playItem(now.engine, now.shown, itemId, playlistPath(now.shown.playlist.id));
  }, []);
  const first = itemsOf(shown).find((item) => whyNot(item) === '');
  return (
    <article className={styles.room}>
      <div className={styles.aside}>
        <PlaylistCover
          discs={playlist.discs}
          heardId={isPlaying && heard?.type === 'audio' ? heard.itemId : null}
        />
        <div className="over">
          {isEditing && playlist.mayEdit ? (
            <EditPlaylist playlist={playlist} onDone={() => setEditing(false)} />
          ) : (
            <PlaylistHead
              view={view}
              isPlaying={isPlaying && isHeard}
              canPlay={first !== undefined}
              onPlay={() => {
                if (isHeard) void toggleList(engine, shown);
                else if (first) play(first.id);
              }}
              onEdit={() => setEditing(true)}
            />
          )}
        </div>
      </div>
      <div className="min0 over">
        {!isOnline && (
          <p className="below12 muted" role="status">
            No network: what is here stays, changes wait for it.
          </p>
        )}
        {order.length === 0 ? (
          <Empty mayAdd={playlist.mayAdd} />
        ) : (
          <ItemList
            view={view}
            ordering={ordering}
            playing={playing}
            onPlay={play}
            onSeen={onSeen}
          />
        )}
      </div>
    </article>
  );
}

function Empty({ mayAdd }: { mayAdd: boolean }) {
  return (
    <ListState
      title="Nothing in it yet"
      action={
        mayAdd && (
          <>
            <Button to="/feed" variant="filled">
              Go to the feed
            </Button>
            <Button to="/jams">Your jams</Button>
          </>
        )
      }
    >
      {mayAdd
        ? 'Every rifff and every track has Add to playlist in its menu.'
        : 'What is put into it plays here, one after the other.'}
    </ListState>
  );
}

/** Keeps the room of a playlist that is still coming. */
export function PlaylistSkeleton() {
  return (
    <div className={styles.room} aria-busy="true">
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <div className={styles.aside}>
        <div className={styles.cover}>
          <Skeleton shape="disc" width="100%" height="100%" />
        </div>
        <Skeleton width="80%" height={48} />
      </div>
      <div className="min0" aria-hidden="true">
        {[0, 1, 2, 3, 4].map((at) => (
          <span key={at} className={styles.waiting}>
            <Skeleton shape="disc" width={48} />
            <Skeleton width="40%" height={16} />
          </span>
        ))}
      </div>
    </div>
  );
}
