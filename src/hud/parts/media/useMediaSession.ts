import { useEffect, useRef } from 'react';
import { holdMediaKeys } from './mediaKeys.ts';

export interface MediaSessionWish {
  title: string;
  /** Who made it. */
  artist: string;
  /** Address of a PNG, or '' for none. */
  artworkUrl: string;
  isPlaying: boolean;
  onToggle(): void;
  /** Left out where nothing comes next or before: the device then shows no such button. */
  onNext?: () => void;
  onPrevious?: () => void;
}

/** Tells the device what plays, for its own controls, and follows what is pressed there. */
export function useMediaSession(wish: MediaSessionWish): void {
  const latest = useRef(wish);
  latest.current = wish;
  const { title, artist, artworkUrl, isPlaying } = wish;

  useEffect(() => {
    const { mediaSession } = navigator;
    if (!mediaSession) return;
    const artwork = artworkUrl ? [{ src: artworkUrl, type: 'image/png' }] : [];
    mediaSession.metadata = new MediaMetadata({ title, artist, artwork });
  }, [title, artist, artworkUrl]);

  useEffect(() => {
    if (!navigator.mediaSession) return;
    navigator.mediaSession.playbackState = isPlaying ? 'playing' : 'paused';
    if (isPlaying) return holdMediaKeys();
  }, [isPlaying]);

  const hasNext = wish.onNext !== undefined;
  const hasPrevious = wish.onPrevious !== undefined;
  useEffect(() => {
    const { mediaSession } = navigator;
    if (!mediaSession) return;
    const actions: [MediaSessionAction, () => void][] = [
      ['play', () => latest.current.isPlaying || latest.current.onToggle()],
      ['pause', () => latest.current.isPlaying && latest.current.onToggle()],
    ];
    if (hasNext) actions.push(['nexttrack', () => latest.current.onNext?.()]);
    if (hasPrevious) actions.push(['previoustrack', () => latest.current.onPrevious?.()]);
    for (const [name, run] of actions) mediaSession.setActionHandler(name, run);
    return () => {
      for (const [name] of actions) mediaSession.setActionHandler(name, null);
    };
  }, [hasNext, hasPrevious]);

  useEffect(
    () => () => {
      const { mediaSession } = navigator;
      if (!mediaSession) return;
      mediaSession.metadata = null;
      mediaSession.playbackState = 'none';
    },
    [],
  );
}
