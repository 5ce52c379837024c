import { type CSSProperties, useRef } from 'react';
import { beatMs, beatOffsetMs, NEAR_BEAT_MS } from '../../../data/rules/arcade/music.ts';
import styles from './Play.module.css';
import { COUNT_BEATS } from './playedRun.ts';
import type { Play } from './usePlay.ts';
import { usePlayFrame } from './usePlayFrame.ts';

const BLOCKS = [0, 1, 2, 3] as const;

const prefersLess = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * The beat as something seen: four blocks as wide as the time in which a placing counts as on the beat, and a line that
 * goes through them, or steps from one to the next where less motion is asked for. A block that is open is filled.
 */
export function BeatLane({ play }: { play: Play }) {
  const { played, state } = play;
  const { mission } = state;
  const lane = useRef<HTMLDivElement>(null);
  const length = beatMs(mission);
  const isStepping = prefersLess();
  usePlayFrame(() => {
    const element = lane.current;
    const { timeMs } = played;
    if (!element || !Number.isFinite(timeMs)) return;
    // The first block stands half a beat from the left edge.
    const beats = timeMs / length;
    const at = isStepping ? Math.floor(beats + 1e-6) : beats;
    const across = (((at + 0.5) % COUNT_BEATS) + COUNT_BEATS) % COUNT_BEATS;
    element.style.setProperty('--at', String(across / COUNT_BEATS));
    const isOpen = Math.abs(beatOffsetMs(mission, timeMs)) <= NEAR_BEAT_MS;
    const nearest = ((Math.round(beats) % COUNT_BEATS) + COUNT_BEATS) % COUNT_BEATS;
    const open = isOpen ? String(nearest) : '';
    if (element.dataset.open !== open) element.dataset.open = open;
  });
  return (
    <div
      ref={lane}
      className={styles.lane}
      style={{ '--wide': (2 * NEAR_BEAT_MS) / length } as CSSProperties}
      aria-hidden="true"
    >
      {BLOCKS.map((block) => (
        <span key={block} className={styles.beat} data-block={block}>
          <span className={styles.block} />
        </span>
      ))}
      <span className={styles.notch} />
    </div>
  );
}

/** Beats that are still to come before a run begins, as a large number. */
export function CountIn({ play }: { play: Play }) {
  const { played, state, phase } = play;
  const number = useRef<HTMLSpanElement>(null);
  const length = beatMs(state.mission);
  usePlayFrame(() => {
    const element = number.current;
    const left = Math.min(COUNT_BEATS, Math.ceil(-played.timeMs / length));
    const text = phase === 'count' && left > 0 ? String(left) : '…';
    if (element && element.textContent !== text) element.textContent = text;
  });
  return <span ref={number} className={styles.count} aria-hidden="true" />;
}
