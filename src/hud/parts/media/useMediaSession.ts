import { useEffect, useRef } from 'react';

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
    // Loops go round: there is nothing to seek in, and the silent element below is not the music.
    for (const name of ['seekbackward', 'seekforward', 'seekto'] as const) {
      mediaSession.setActionHandler(name, null);
    }
    try {
      mediaSession.setPositionState?.({ duration: Number.POSITIVE_INFINITY });
    } catch {
      // Some browsers take no endless sound; then they show what they like.
    }
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

/**
 * Browsers give the device's media keys only to pages in which a media element plays for longer than a few
 * seconds; Web Audio alone is not counted. So a silent one goes round while something sounds.
 */

/** Chromium takes what is shorter than five seconds for a passing sound. */
const SILENCE_SEC = 10;
const RATE_HZ = 8000;
const HEADER_BYTES = 44;
/** The middle of unsigned samples of eight bits. */
const SILENT_SAMPLE = 128;

/** Ten seconds of silence as a WAV file: PCM, one channel, eight bits (RIFF, "WAVEfmt " and "data" chunks). */
function silence(): Blob {
  const frames = SILENCE_SEC * RATE_HZ;
  const bytes = new Uint8Array(HEADER_BYTES + frames).fill(SILENT_SAMPLE, HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  const write = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  write(0, 'RIFF');
  view.setUint32(4, HEADER_BYTES - 8 + frames, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE_HZ, true);
  view.setUint32(28, RATE_HZ, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  write(36, 'data');
  view.setUint32(40, frames, true);
  return new Blob([bytes], { type: 'audio/wav' });
}

let element: HTMLAudioElement | undefined;

/** Takes the media keys for this page. @returns what lets them rest; the page keeps its place in the list */
function holdMediaKeys(): () => void {
  if (!element) {
    element = new Audio(URL.createObjectURL(silence()));
    element.loop = true;
  }
  const playing = element;
  // Before a gesture on the page the browser refuses, and there are no keys to be had.
  playing.play().catch(() => {});
  return () => playing.pause();
}
