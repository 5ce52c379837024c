import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { subscribe } from 'valtio/vanilla';
import { playlist } from '../../../audio/state/playlist.ts';
import type { PlaylistItem } from '../../../data/contract/playlists.ts';
import { clockText } from '../../../data/rules/playlist/view.ts';
import { onFrame } from '../../../data/stores/frameLoop.ts';
import { LaterPeaks } from '../../parts/rings/LaterPeaks.tsx';
import styles from './Foot.module.css';

const STEP_SEC = 5;
const PAGE_SEC = 30;

interface FootSeekProps {
  item: PlaylistItem;
  title: string;
  durationSec: number;
  /** Seconds from the top of what is heard; asked in every frame while it plays. */
  positionSec(): number;
  onSeek(seconds: number): void;
}

/** The place in what is heard, with its clock; moved by hand and by keys. Follows the sound without a React commit. */
export function FootSeek(props: FootSeekProps) {
  const { item, title, durationSec } = props;
  const rifff = item.type === 'audio' ? item.data : null;
  const slider = useRef<HTMLDivElement>(null);
  const clock = useRef<HTMLSpanElement>(null);
  const dragged = useRef<number | null>(null);
  const latest = useRef(props);
  latest.current = props;

  const draw = useRef(() => {
    const { positionSec, durationSec: length } = latest.current;
    const at = Math.min(length, Math.max(0, dragged.current ?? positionSec()));
    const text = clockText(at);
    slider.current?.style.setProperty('--at', (length > 0 ? at / length : 0).toFixed(4));
    if (clock.current && clock.current.textContent !== text) {
      clock.current.textContent = text;
      slider.current?.setAttribute('aria-valuenow', String(Math.round(at)));
      slider.current?.setAttribute('aria-valuetext', `${text} of ${clockText(length)}`);
    }
  });
  useEffect(() => {
    const turn = onFrame('readouts', () => {
      draw.current();
      return playlist.status === 'playing';
    });
    const unsubscribe = subscribe(playlist, turn.wake);
    turn.wake();
    return () => {
      unsubscribe();
      turn.stop();
    };
  }, []);
  // What is chosen while nothing plays is shown at once.
  useEffect(() => draw.current());

  const placeAt = ({ clientX }: PointerEvent) => {
    const { left, width } = slider.current!.getBoundingClientRect();
    return (durationSec * Math.min(1, Math.max(0, (clientX - left) / width))) | 0;
  };
  const drag = (event: PointerEvent) => {
    dragged.current = placeAt(event);
    draw.current();
  };
  const keys = (event: KeyboardEvent) => {
    const { positionSec, onSeek } = latest.current;
    const at = positionSec();
    const to = {
      ArrowLeft: at - STEP_SEC,
      ArrowDown: at - STEP_SEC,
      ArrowRight: at + STEP_SEC,
      ArrowUp: at + STEP_SEC,
      PageDown: at - PAGE_SEC,
      PageUp: at + PAGE_SEC,
      Home: 0,
      End: durationSec - 1,
    }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onSeek(Math.min(durationSec, Math.max(0, to)));
  };
  return (
    <div className={styles.seek}>
      <span ref={clock} className="num t13 muted" aria-hidden="true">
        0:00
      </span>
      <div
        ref={slider}
        className={styles.bar}
        data-peaks={rifff !== null || undefined}
        role="slider"
        tabIndex={0}
        aria-label={`Place in ${title}`}
        aria-valuemin={0}
        aria-valuemax={Math.round(durationSec)}
        aria-valuenow={0}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag(event);
        }}
        onPointerMove={(event) => dragged.current !== null && drag(event)}
        onPointerUp={() => {
          if (dragged.current !== null) props.onSeek(dragged.current);
          dragged.current = null;
        }}
        onPointerCancel={() => {
          dragged.current = null;
          draw.current();
        }}
        onKeyDown={keys}
      >
        {rifff ? (
          <LaterPeaks rifff={rifff} turns={item.loopCount} className={styles.peaks} />
        ) : (
          <span className={styles.played} />
        )}
        <span className={styles.notch} />
      </div>
      <span className="t13 muted" aria-hidden="true">
        {clockText(durationSec)}
      </span>
    </div>
  );
}
