import { type RefObject, useEffect, useState } from 'react';
import { subscribe } from 'valtio/vanilla';
import { transport } from '../../../audio/state/transport.ts';
import { MASTER_GAIN_DB } from '../../../data/contract/constants.ts';
import { trackSound } from '../../../data/queries/tracks.ts';
import { useEngine } from '../../EngineContext.tsx';

/** The track that is heard on this page: one at a time. */
let heard: HTMLAudioElement | null = null;

export interface TrackSound {
  isPlaying: boolean;
  /** The sound could not be had. */
  isFailed: boolean;
  toggle(): void;
  /** For the element: it has begun, it has ended or stands. */
  began(): void;
  stood(): void;
  failed(): void;
}

/**
 * Plays a track through `audio`. Rifffs and other tracks fall silent for it, and it for them.
 *
 * @param url address of the sound
 * @param isForMember only a member gets it: an element sends no credential, so it is fetched whole
 */
export function useTrackSound(
  audio: RefObject<HTMLAudioElement | null>,
  url: string,
  isForMember: boolean,
): TrackSound {
  const engine = useEngine();
  const [isPlaying, setPlaying] = useState(false);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    const player = audio.current;
    if (player) player.volume = 10 ** (MASTER_GAIN_DB / 20);
    const unsubscribe = subscribe(transport, () => {
      if (transport.status === 'playing') player?.pause();
    });
    return () => {
      unsubscribe();
      if (heard === player) heard = null;
      if (player?.src.startsWith('blob:')) URL.revokeObjectURL(player.src);
    };
  }, [audio]);
  const play = async (player: HTMLAudioElement) => {
    setFailed(false);
    try {
      if (isForMember && !player.src) player.src = URL.createObjectURL(await trackSound(url));
      await player.play();
    } catch (error) {
      // Pausing before the sound is there is no failure.
      if ((error as Error).name !== 'AbortError') setFailed(true);
      setPlaying(false);
    }
  };
  return {
    isPlaying,
    isFailed,
    toggle() {
      const player = audio.current;
      if (player?.paused) void play(player);
      else player?.pause();
    },
    began() {
      if (heard !== audio.current) heard?.pause();
      heard = audio.current;
      engine.pause();
      setPlaying(true);
    },
    stood: () => setPlaying(false),
    failed: () => setFailed(true),
  };
}
