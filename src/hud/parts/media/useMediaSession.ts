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
  /** Left out for what goes round: there is no place in it to go to. */
  place?: {
    readonly durationSec: number;
    atSec(): number;
    seek(seconds: number): void;
  };
}

/** A part of the page that plays something. */
interface Player {
  wish: MediaSessionWish;
  /** Rises with every beginning, over all players; 0 before the first. */
  begun: number;
}

/** The players on the page now, in the order in which they came. */
const players: Player[] = [];
let beginnings = 0;

/** The player that the device's controls belong to: the last that began, even if paused; else the last that came. */
function owner(): Player | undefined {
  return players.reduce<Player | undefined>(
    (best, one) => (best && best.begun > one.begun ? best : one),
    undefined,
  );
}

let letKeysRest: (() => void) | null = null;

/** Puts what its owner plays on the device's controls; empties them where there is none. */
function show(): void {
  const { mediaSession } = navigator;
  if (!mediaSession) return;
  const now = owner()?.wish;
  if (now?.isPlaying) letKeysRest ??= holdMediaKeys();
  else {
    letKeysRest?.();
    letKeysRest = null;
  }
  const { title = '', artist = '', artworkUrl } = now ?? {};
  const artwork = artworkUrl ? [{ src: artworkUrl, type: 'image/png' }] : [];
  mediaSession.metadata = now ? new MediaMetadata({ title, artist, artwork }) : null;
  mediaSession.playbackState = !now ? 'none' : now.isPlaying ? 'playing' : 'paused';
  // The wish may be another one by the time that a key is pressed.
  const latest = () => owner()?.wish;
  const handlers: Record<string, MediaSessionActionHandler | undefined | null | false> = {
    play: now && (() => latest()?.isPlaying || latest()?.onToggle()),
    pause: now && (() => latest()?.isPlaying && latest()?.onToggle()),
    nexttrack: now?.onNext && (() => latest()?.onNext?.()),
    previoustrack: now?.onPrevious && (() => latest()?.onPrevious?.()),
    seekto: now?.place && (({ seekTime }) => latest()?.place?.seek(seekTime ?? 0)),
    // Loops go round, and the silent element below is not the music.
    seekbackward: null,
    seekforward: null,
  };
  for (const [name, run] of Object.entries(handlers)) {
    mediaSession.setActionHandler(name as MediaSessionAction, run || null);
  }
  try {
    const { durationSec, atSec } = now?.place ?? {};
    mediaSession.setPositionState?.(
      durationSec === undefined
        ? { duration: Number.POSITIVE_INFINITY }
        : { duration: durationSec, position: Math.min(durationSec, Math.max(0, atSec!())) },
    );
  } catch {
    // Some browsers take no endless sound; then they show what they like.
  }
}

/**
 * Tells the device what plays, for its own controls, and follows what is pressed there. Several players may be on the
 * page: the controls belong to the one that began last.
 *
 * @param wish null for a player that has nothing to play
 */
export function useMediaSession(wish: MediaSessionWish | null): void {
  const player = useRef<Player | null>(null);
  if (player.current && wish) player.current.wish = wish;
  const latest = useRef(wish);
  latest.current = wish;
  const isHere = wish !== null;

  useEffect(() => {
    if (!latest.current) return;
    const made = { wish: latest.current, begun: 0 };
    player.current = made;
    if (isHere) players.push(made);
    return () => {
      player.current = null;
      players.splice(players.indexOf(made), 1);
      show();
    };
  }, [isHere]);

  const { title, artist, artworkUrl, isPlaying = false, onNext, onPrevious, place } = wish ?? {};
  useEffect(() => {
    if (!isPlaying || !player.current) return;
    beginnings += 1;
    player.current.begun = beginnings;
  }, [isPlaying]);

  const facts = [
    ...[title, artist, artworkUrl, isPlaying, isHere, place?.durationSec],
    ...[onNext !== undefined, onPrevious !== undefined],
  ].join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown again when anything of it differs
  useEffect(show, [facts]);
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
