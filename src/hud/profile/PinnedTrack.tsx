import { useEffect, useMemo, useRef, useState } from 'react';
import { decodeBytes } from '../../data/contract/bytes.ts';
import { MASTER_GAIN_DB } from '../../data/contract/constants.ts';
import type { Track } from '../../data/contract/uploads.ts';
import { IconButton } from '../system/IconButton.tsx';
import styles from './PinnedTrack.module.css';

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

/** The track that somebody has pinned to their profile, and its player. */
export function PinnedTrack({ track }: { track: Track }) {
  const { name, url, durationSec, peaks } = track;
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [atSec, setAt] = useState(0);
  const path = useMemo(() => wavePath(peaks), [peaks]);
  useEffect(() => {
    if (audio.current) audio.current.volume = 10 ** (MASTER_GAIN_DB / 20);
  }, []);
  const toggle = () => {
    const player = audio.current;
    if (!player) return;
    if (player.paused) player.play().catch(() => setPlaying(false));
    else player.pause();
  };
  const seek = (seconds: number) => {
    const held = Math.max(0, Math.min(durationSec, seconds));
    if (audio.current) audio.current.currentTime = held;
    setAt(held);
  };
  const title = name || 'Pinned track';
  const share = durationSec > 0 ? Math.min(1, atSec / durationSec) : 0;
  return (
    <section className={styles.track} aria-label="Pinned track">
      {/* biome-ignore lint/a11y/useMediaCaption: music without words that could be written down */}
      <audio
        ref={audio}
        src={url}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => seek(0)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
      />
      <IconButton
        label={isPlaying ? `Pause ${title}` : `Play ${title}`}
        icon={isPlaying ? 'pause' : 'play'}
        size="md"
        variant="filled"
        onClick={toggle}
      />
      <div className={styles.body}>
        <p className={styles.line}>
          <span className={`${styles.title} truncate`}>{title}</span>
          <span className="muted">
            {clockText(atSec)} / {clockText(durationSec)}
          </span>
        </p>
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
    </section>
  );
}
