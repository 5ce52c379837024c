import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { subscribe } from 'valtio/vanilla';
import type WaveSurfer from 'wavesurfer.js';
import { playlist } from '../../../audio/state/playlist.ts';
import { transport } from '../../../audio/state/transport.ts';
import { MASTER_GAIN_DB } from '../../../data/contract/constants.ts';
import { decodeBytes } from '../../../data/contract/loopData.ts';
import type { Track } from '../../../data/contract/uploads.ts';
import { memberFile } from '../../../data/queries/tracks.ts';
import { useEngine } from '../../EngineContext.tsx';
import { IconButton } from '../../system/Button.tsx';
import styles from '../playlist/Playlist.module.css';

const SEEK_SEC = 5;

export interface TrackPlayerProps {
  track: Track;
  /** What it is to the page; stands for a track without a name too. */
  label: string;
  /** Only a member may hear it. */
  isForMember?: boolean;
  /** Stands under its name. */
  about?: string;
  /** What can be done with it besides. */
  actions?: ReactNode;
}

/** A whole piece of sound, and its player. */
export function TrackPlayer({
  track,
  label,
  isForMember = false,
  about,
  actions,
}: TrackPlayerProps) {
  const { name, url, durationSec } = track;
  const audio = useRef<HTMLAudioElement>(null);
  const sound = useTrackSound(audio, url, isForMember);
  const [atSec, setAt] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const wave = useWave(box, audio, track, setAt);
  const seek = (seconds: number) => {
    const held = Math.max(0, Math.min(durationSec, seconds));
    if (wave.current) wave.current.setTime(held);
    else if (audio.current) audio.current.currentTime = held;
    setAt(held);
  };
  const title = name || label;
  return (
    <section className={styles.track} aria-label={label}>
      {/* biome-ignore lint/a11y/useMediaCaption: music without words that could be written down */}
      <audio
        ref={audio}
        src={isForMember ? undefined : url}
        preload="none"
        onPlay={sound.began}
        onPause={sound.stood}
        onError={sound.failed}
        onEnded={() => seek(0)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
      />
      <IconButton
        label={sound.isPlaying ? `Pause ${title}` : `Play ${title}`}
        icon={sound.isPlaying ? 'pause' : 'play'}
        size="md"
        variant="filled"
        onClick={sound.toggle}
      />
      <div className="fill">
        <p className={`t15 flex apart gap16 ${styles.line}`}>
          <span className="medium truncate">{title}</span>
          <span className="muted">
            {clockText(atSec)} / {clockText(durationSec)}
          </span>
        </p>
        {(about || sound.isFailed) && (
          <p className="t13 muted truncate" role={sound.isFailed ? 'alert' : undefined}>
            {sound.isFailed ? 'It cannot be played now.' : about}
          </p>
        )}
        <div
          ref={box}
          className={styles.wave}
          role="slider"
          tabIndex={0}
          aria-label={`Place in ${title}`}
          aria-valuemin={0}
          aria-valuemax={Math.round(durationSec)}
          aria-valuenow={Math.round(atSec)}
          aria-valuetext={clockText(atSec)}
          onKeyDown={(event) => {
            const step = { ArrowLeft: -SEEK_SEC, ArrowRight: SEEK_SEC }[event.key];
            if (step === undefined) return;
            event.preventDefault();
            seek(atSec + step);
          }}
        />
      </div>
      {actions}
    </section>
  );
}

/** Seconds as a clock shows them, for instance `3:07`. */
function clockText(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Bars of the waveform, however wide it is; each takes seven tenths of its room. */
const BARS = 120;
const BAR_SHARE = 0.7;
/** The least height of a bar, as a share of the wave's. */
const LEAST_BAR = 0.05;

/** Fills bars from the middle outwards, in the colour that is set. @param peaks one channel, 0 to 1 */
function drawBars(peaks: ArrayLike<number>, context: CanvasRenderingContext2D): void {
  const { width, height } = context.canvas;
  const per = Math.max(1, Math.floor(peaks.length / BARS));
  for (let bar = 0; bar < BARS; bar++) {
    let most = LEAST_BAR;
    for (let at = bar * per; at < (bar + 1) * per; at++) most = Math.max(most, peaks[at] ?? 0);
    const left = (bar + (1 - BAR_SHARE) / 2) * (width / BARS);
    context.fillRect(left, (height * (1 - most)) / 2, (width / BARS) * BAR_SHARE, height * most);
  }
}

/**
 * Shows the wave of a track in `box`, from its stored peaks, and follows and moves the player of `audio`. The code for
 * it is fetched where a track is shown; until then, and where it cannot be had, the track plays without its wave.
 *
 * @param onSeek hears the place in seconds that a hand has chosen
 */
function useWave(
  box: RefObject<HTMLElement | null>,
  audio: RefObject<HTMLAudioElement | null>,
  { peaks, durationSec }: Track,
  onSeek: (seconds: number) => void,
): RefObject<WaveSurfer | null> {
  const wave = useRef<WaveSurfer>(null);
  const sought = useRef(onSeek);
  sought.current = onSeek;
  useEffect(() => {
    let isHere = true;
    import('wavesurfer.js').then(
      ({ default: Wave }) => {
        if (!isHere || !box.current || !audio.current) return;
        const style = getComputedStyle(box.current);
        wave.current = Wave.create({
          container: box.current,
          media: audio.current,
          peaks: [Float32Array.from(decodeBytes(peaks), (byte) => byte / 255)],
          duration: durationSec,
          height: 'auto',
          cursorWidth: 0,
          autoScroll: false,
          hideScrollbar: true,
          waveColor: style.getPropertyValue('--edge').trim(),
          progressColor: style.getPropertyValue('--paper').trim(),
          renderFunction: ([channel = []], context) => drawBars(channel, context),
        });
        wave.current.on('interaction', (seconds) => sought.current(seconds));
      },
      (cause) => console.warn('The wave of the track could not be shown', cause),
    );
    return () => {
      isHere = false;
      wave.current?.destroy();
      wave.current = null;
    };
  }, [box, audio, peaks, durationSec]);
  return wave;
}

/** Does a playlist sound, or will it in a moment? */
const listSounds = () => playlist.status === 'playing' || playlist.status === 'loading';

/** The track that is heard on this page: one at a time. */
let heard: HTMLAudioElement | null = null;

interface TrackSound {
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
 * Plays a track through `audio`. Rifffs, playlists and other tracks fall silent for it, and it for them.
 *
 * @param url address of the sound
 * @param isForMember only a member gets it: an element sends no credential, so it is fetched whole
 */
function useTrackSound(
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
    const ends = [
      subscribe(transport, () => {
        if (transport.status === 'playing') player?.pause();
      }),
      subscribe(playlist, () => {
        if (listSounds()) player?.pause();
      }),
    ];
    return () => {
      for (const end of ends) end();
      if (heard === player) heard = null;
      if (player?.src.startsWith('blob:')) URL.revokeObjectURL(player.src);
    };
  }, [audio]);
  const play = async (player: HTMLAudioElement) => {
    setFailed(false);
    try {
      if (isForMember && !player.src) {
        const sound = await memberFile(url);
        // The page has gone meanwhile: the reader could not stop the sound.
        if (audio.current !== player) return;
        player.src = URL.createObjectURL(sound);
      }
      await player.play();
    } catch (error) {
      // A pause before the sound has loaded is no failure.
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
      if (listSounds()) void engine.playlist().then((list) => list.pause());
      setPlaying(true);
    },
    stood: () => setPlaying(false),
    failed: () => setFailed(true),
  };
}
