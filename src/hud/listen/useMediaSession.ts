import { useEffect, useRef } from 'react';

export interface MediaSessionWish {
  title: string;
  artist: string;
  /** Address of a picture, or '' for none. */
  artworkUrl: string;
  isPlaying: boolean;
  onToggle(): void;
  onSkip(by: number): void;
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
    mediaSession.playbackState = isPlaying ? 'playing' : 'paused';
  }, [title, artist, artworkUrl, isPlaying]);

  useEffect(() => {
    const { mediaSession } = navigator;
    if (!mediaSession) return;
    const actions: [MediaSessionAction, () => void][] = [
      ['play', () => latest.current.isPlaying || latest.current.onToggle()],
      ['pause', () => latest.current.isPlaying && latest.current.onToggle()],
      ['nexttrack', () => latest.current.onSkip(1)],
      ['previoustrack', () => latest.current.onSkip(-1)],
    ];
    for (const [name, run] of actions) mediaSession.setActionHandler(name, run);
    return () => {
      for (const [name] of actions) mediaSession.setActionHandler(name, null);
      mediaSession.metadata = null;
      mediaSession.playbackState = 'none';
    };
  }, []);
}
