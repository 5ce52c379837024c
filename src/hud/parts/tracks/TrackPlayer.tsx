import { type ReactNode, useMemo, useRef, useState } from 'react';
import { decodeBytes } from '../../../data/contract/bytes.ts';
import type { Track } from '../../../data/contract/uploads.ts';
import { IconButton } from '../../system/IconButton.tsx';
import styles from './TrackPlayer.module.css';
import { useTrackSound } from './useTrackSound.ts';

const BARS = 120;
const HEIGHT = 40;
const SEEK_SEC = 5;

/** Bars of the waveform, as one path in a box of `BARS` × `HEIGHT`. */
function wavePath(peaks: string): string {
  const bytes = decodeBytes(peaks);
  const per = Math.max(1, Math.floor(bytes.length / BARS));
  return Array.from({ length: BARS }, (_, bar) => {
    const most = Math.max(0, ...bytes.subarray(bar * per, (bar + 1) * per));
    const tall = Math.max(2, (most / 255) * HEIGHT);
    return `M${bar + 0.15} ${(HEIGHT - tall) / 2}h.7v${tall}h-.7z`;
  }).join('');
}

/** Seconds as a clock shows them, for instance `3:07`. */
function clockText(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

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
  const { name, url, durationSec, peaks } = track;
  const audio = useRef<HTMLAudioElement>(null);
  const sound = useTrackSound(audio, url, isForMember);
  const [atSec, setAt] = useState(0);
  const path = useMemo(() => wavePath(peaks), [peaks]);
  const seek = (seconds: number) => {
    const held = Math.max(0, Math.min(durationSec, seconds));
    if (audio.current) audio.current.currentTime = held;
    setAt(held);
  };
  const title = name || label;
  const share = durationSec > 0 ? Math.min(1, atSec / durationSec) : 0;
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
      <div className={styles.body}>
        <p className={styles.line}>
          <span className={`${styles.title} truncate`}>{title}</span>
          <span className="muted">
            {clockText(atSec)} / {clockText(durationSec)}
          </span>
        </p>
        {(about || sound.isFailed) && (
          <p
            className={`${styles.about} muted truncate`}
            role={sound.isFailed ? 'alert' : undefined}
          >
            {sound.isFailed ? 'It cannot be played now.' : about}
          </p>
        )}
        <div
          className={styles.wave}
          role="slider"
          tabIndex={0}
          aria-label={`Place in ${title}`}
          aria-valuemin={0}
          aria-valuemax={Math.round(durationSec)}
          aria-valuenow={Math.round(atSec)}
          aria-valuetext={clockText(atSec)}
          onPointerDown={({ currentTarget, clientX }) => {
            const { left, width } = currentTarget.getBoundingClientRect();
            seek(((clientX - left) / width) * durationSec);
          }}
          onKeyDown={(event) => {
            const step = { ArrowLeft: -SEEK_SEC, ArrowRight: SEEK_SEC }[event.key];
            if (step === undefined) return;
            event.preventDefault();
            seek(atSec + step);
          }}
        >
          <svg viewBox={`0 0 ${BARS} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            <path d={path} className={styles.rest} />
            <path
              d={path}
              className={styles.past}
              style={{ clipPath: `inset(0 ${100 - 100 * share}% 0 0)` }}
            />
          </svg>
        </div>
      </div>
      {actions}
    </section>
  );
}
