import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useSnapshot } from 'valtio';
import { playlist } from '../../audio/state/playlist.ts';
import type { PlaylistItem } from '../../data/contract/playlists.ts';
import { itemTitle } from '../../data/rules/playlist/view.ts';
import { personText } from '../../data/rules/sharing/credits.ts';
import { movePlaces } from '../../data/stores/places.ts';
import { openList } from '../../data/stores/playlist.ts';
import { useMediaSession } from '../parts/media/useMediaSession.ts';
import { playlistPath } from '../parts/playlist/PlaylistRows.tsx';
import { useMedia } from '../parts/useMedia.ts';
import { Button, IconButton } from '../system/Button.tsx';
import { Skeleton } from '../system/Loading.tsx';
import { VisuallyHidden } from '../system/VisuallyHidden.tsx';
import styles from './foot/Foot.module.css';
import { FootPicture } from './foot/FootPicture.tsx';
import { FootQueue } from './foot/FootQueue.tsx';
import { FootSeek } from './foot/FootSeek.tsx';
import { FootVolume } from './foot/FootVolume.tsx';
import { useFootCommands } from './foot/useFootCommands.ts';
import { type FootList, useFootList } from './foot/useFootList.ts';

/** Keeps room at the foot of every page, so that the player covers nothing: `--foot` is how high it is. */
function useFootRoom(foot: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    const element = foot.current;
    if (!element || !isShown) return;
    const { style } = document.documentElement;
    const settle = () => {
      style.setProperty('--foot', `${element.offsetHeight}px`);
      // What is drawn on the page follows.
      movePlaces();
    };
    settle();
    const observer = new ResizeObserver(settle);
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--foot');
      movePlaces();
    };
  }, [foot, isShown]);
}

export interface FootPlayerProps {
  /** Has the page on show room for it? Where it has none the playlist pauses. */
  isShown: boolean;
}

/** The player of playlists at the foot of every page. It stays while pages come and go. */
export function FootPlayer({ isShown }: FootPlayerProps) {
  const list = useFootList();
  const foot = useRef<HTMLElement>(null);
  const [isQueueOpen, setQueueOpen] = useState(false);
  const isNarrow = useMedia('(max-width: 991px)');
  useFootRoom(foot, isShown);
  useFootCommands(list, () => setQueueOpen((isOpen) => !isOpen), isShown);
  useListSession(list);
  const latest = useRef(list);
  latest.current = list;
  useEffect(() => {
    if (!isShown) latest.current.pause();
  }, [isShown]);
  const said = useSaid(list);
  if (!isShown) return null;
  const { item, durationSec } = list;
  const title = item ? itemTitle(item) : '';
  const seek = item && (
    <FootSeek
      item={item}
      title={title}
      durationSec={durationSec}
      positionSec={list.positionSec}
      onSeek={list.seek}
    />
  );
  return (
    <section ref={foot} className={styles.foot} aria-label="Player" data-foot>
      <VisuallyHidden role="status">{said.words}</VisuallyHidden>
      {isQueueOpen && (
        <FootQueue list={list} onClose={() => setQueueOpen(false)}>
          {isNarrow && (
            <div className={styles.narrowTools}>
              {seek}
              <FootVolume />
            </div>
          )}
        </FootQueue>
      )}
      <div className={styles.inner}>
        <What list={list} note={said.note} sizePx={isNarrow ? 44 : 56} />
        <Controls list={list} isNarrow={isNarrow} />
        {!isNarrow && seek}
        <div className={styles.tools}>
          {!isNarrow && <FootVolume />}
          <IconButton
            icon="list"
            label="Queue"
            size={isNarrow ? 'sm' : 'md'}
            aria-expanded={isQueueOpen}
            aria-keyshortcuts="Shift+O"
            onClick={() => setQueueOpen(!isQueueOpen)}
          />
          <IconButton
            icon="close"
            label="Close the player"
            size={isNarrow ? 'sm' : 'md'}
            onClick={list.close}
          />
        </div>
      </div>
    </section>
  );
}

/** What plays, who made it, and the way back to where it came from. */
function What({ list, note, sizePx }: { list: FootList; note: string; sizePx: number }) {
  const { from, playlistId } = useSnapshot(openList);
  const { view, item, isFailed } = list;
  const back = from || playlistPath(playlistId ?? '');
  if (!view || !item) {
    return (
      <div className="row gap16 narrowGap12 min0">
        <Skeleton shape="disc" width={sizePx} />
        <span className="grid fill">
          <span className={`medium ${styles.name} truncate`}>
            {isFailed ? 'The playlist could not be loaded' : view ? 'Nothing to play' : 'Loading'}
          </span>
          {isFailed ? (
            <span>
              <Button size="xxs" onClick={list.retry}>
                Try again
              </Button>
            </span>
          ) : (
            <Link to={back} className={`hoverPaper ${styles.back} t13 muted truncate`}>
              {view?.playlist.name}
            </Link>
          )}
        </span>
      </div>
    );
  }
  const title = itemTitle(item);
  return (
    <div className="row gap16 narrowGap12 min0">
      <FootPicture item={item} sizePx={sizePx} />
      <span className="grid fill">
        <span className={`medium ${styles.name} truncate`} title={title}>
          {title}
        </span>
        {note ? (
          <span className="t13 muted truncate" title={note}>
            {note}
          </span>
        ) : (
          <span className={`flex gap12 min0 t13 muted`}>
            <span className="narrowAway truncate">{personText(item.displayName || item.user)}</span>
            <Link
              to={back}
              className={`hoverPaper ${styles.back} truncate`}
              title={view.playlist.name}
            >
              {view.playlist.name}
            </Link>
          </span>
        )}
      </span>
    </div>
  );
}

function Controls({ list, isNarrow }: { list: FootList; isNarrow: boolean }) {
  const { item, status, canBack, canForward, skip, toggle } = list;
  const isOn = status === 'playing' || status === 'loading';
  return (
    <div className="row gap4 rigid">
      {!isNarrow && (
        <IconButton
          icon="skipBack"
          label="Previous"
          size="md"
          disabled={!canBack}
          aria-keyshortcuts="Shift+B"
          onClick={() => skip(-1)}
        />
      )}
      <IconButton
        icon={isOn ? 'pause' : 'play'}
        label={isOn ? 'Pause the playlist' : 'Play the playlist'}
        size={isNarrow ? 'sm' : 'md'}
        variant="filled"
        disabled={!item}
        aria-busy={status === 'loading' || undefined}
        aria-keyshortcuts="Shift+P"
        onClick={toggle}
      />
      <IconButton
        icon="skipForward"
        label="Next"
        size={isNarrow ? 'sm' : 'md'}
        disabled={!canForward}
        aria-keyshortcuts="Shift+N"
        onClick={() => skip(1)}
      />
    </div>
  );
}

/** What is said when something else comes, or was passed over; and what of it stands there for a while. */
function useSaid({ view, item, status }: FootList): { words: string; note: string } {
  const { passedOver, error } = useSnapshot(playlist);
  const [note, setNote] = useState('');
  const lastId = passedOver.at(-1);
  const last = lastId === undefined ? undefined : view?.known.get(lastId);
  const over = error || (last ? `Passed over: ${itemTitle(last)} could not be loaded` : '');
  useEffect(() => {
    setNote(over);
    const timer = setTimeout(() => setNote(''), 8000);
    return () => clearTimeout(timer);
  }, [over]);
  const now =
    item && status === 'playing'
      ? `Now: ${itemTitle(item)} by ${personText(item.displayName || item.user)}`
      : '';
  return { words: [note, now].filter(Boolean).join('. '), note };
}

/** A rifff as a picture for the device's controls; '' until it is drawn, and for a track. */
function usePicture(item: PlaylistItem | undefined): string {
  const [drawn, setDrawn] = useState('');
  const rifff = item?.type === 'audio' ? item.data : null;
  useEffect(() => {
    setDrawn('');
    if (!rifff) return;
    let isOver = false;
    void import('../parts/media/rifffPicture.ts')
      .then(({ rifffPicture }) => rifffPicture(rifff))
      .then(
        (picture) => isOver || setDrawn(picture),
        () => {},
      );
    return () => {
      isOver = true;
    };
  }, [rifff]);
  return drawn;
}

/** Puts the playlist on the device's own controls. */
function useListSession(list: FootList): void {
  const { item, status, canBack, canForward, durationSec } = list;
  const artworkUrl = usePicture(item);
  useMediaSession(
    item
      ? {
          title: itemTitle(item),
          artist: personText(item.displayName || item.user),
          artworkUrl,
          isPlaying: status === 'playing' || status === 'loading',
          onToggle: list.toggle,
          ...(canForward && { onNext: () => list.skip(1) }),
          ...(canBack && { onPrevious: () => list.skip(-1) }),
          place: { durationSec, atSec: list.positionSec, seek: list.seek },
        }
      : null,
  );
}
