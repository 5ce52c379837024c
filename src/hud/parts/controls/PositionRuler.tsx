import { memo, useEffect, useRef } from 'react';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { LaterPeaks } from '../rings/LaterPeaks.tsx';
import styles from './controls.module.css';
import { onTelemetryFrame } from './telemetryFrame.ts';

interface PositionRulerProps {
  /** Whole bars of the rifff. */
  bars: number;
  /** Its peaks stand over the ticks; left out, there are ticks alone. */
  rifff?: Rifff;
  className?: string;
}

const TICKS = 64;

/** Bars that carry a number: all of them up to 16, else about eight. */
function numberEvery(bars: number): number {
  let every = 1;
  while (bars / every > 16) every *= 2;
  return every;
}

function tickClass(index: number, bars: number): string {
  const perBar = TICKS / bars;
  const inBar = index % perBar;
  if (inBar === 0) return `${styles.rulerTick} ${styles.rulerBar}`;
  const isBeat = perBar >= 4 && inBar % (perBar / 4) === 0 && perBar > 4;
  return isBeat ? `${styles.rulerTick} ${styles.rulerBeat}` : `${styles.rulerTick}`;
}

const Ticks = memo(function Ticks({ bars }: { bars: number }) {
  return Array.from({ length: TICKS }, (_, index) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: ticks are their index
      key={index}
      className={tickClass(index, bars)}
      style={{ left: `${(index * 100) / TICKS}%` }}
    />
  ));
});

/**
 * The whole rifff as 64 ticks under its peaks, played ones in paper, and the position as a notch that follows the sound.
 */
export function PositionRuler({ bars, rifff, className }: PositionRulerProps) {
  const played = useRef<HTMLDivElement>(null);
  const now = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      onTelemetryFrame((telemetry) => {
        const width = played.current?.clientWidth ?? 0;
        played.current?.style.setProperty('--phase', telemetry.phase.toFixed(4));
        if (now.current) {
          now.current.style.transform = `translateX(${(telemetry.phase * width).toFixed(2)}px)`;
        }
      }),
    [],
  );
  const every = numberEvery(bars);
  const numbers = Array.from({ length: Math.ceil(bars / every) }, (_, index) => index * every);
  return (
    <div
      className={`${styles.ruler} ${className ?? ''}`}
      data-peaks={rifff !== undefined || undefined}
      role="img"
      aria-label={`Position in the rifff of ${bars} ${bars === 1 ? 'bar' : 'bars'}`}
    >
      {numbers.map((bar) => (
        <span key={bar} className={styles.rulerNumber} style={{ left: `${(bar * 100) / bars}%` }}>
          {bar + 1}
        </span>
      ))}
      {rifff && <LaterPeaks rifff={rifff} isHeard className={styles.rulerPeaks} />}
      <div className="cover">
        <Ticks bars={bars} />
      </div>
      <div className={`cover ${styles.rulerPlayed}`} ref={played}>
        <Ticks bars={bars} />
      </div>
      <div className={styles.rulerNow} ref={now} />
    </div>
  );
}
