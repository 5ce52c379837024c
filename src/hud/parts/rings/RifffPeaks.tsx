import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { telemetryRef } from '../../../audio/engine/telemetry.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { drawnPeaks, peaksPath } from '../../../drawing/peakLine.ts';
import { onTelemetryFrame } from '../controls/telemetryFrame.ts';
import styles from './Rings.module.css';
import { shownPeaks } from './shownPeaks.ts';

/** The place in the rifff that is heard, for one that is shown while it plays. */
const heardShare = (): number => telemetryRef.current.phase;

export interface RifffPeaksProps {
  rifff: Rifff;
  /** How often it is played, one after the other, in the width of the box. */
  turns?: number;
  /**
   * Is it the rifff that is heard? Then what was played follows the sound in every frame while something plays. Left out,
   * `--played` of what is around it says it, 0 to 1; without that nothing was played.
   */
  isHeard?: boolean;
  className?: string | undefined;
}

/**
 * The sound of a whole rifff as hairlines on a line, brighter where it was played. It fills what is around it, which has
 * a `position`; a class may give it an `inset`. `--peak-ink` and `--peak-played` are its colours. Only a picture: what holds it says what it is.
 */
export const RifffPeaks = memo(function RifffPeaks(props: RifffPeaksProps) {
  const { rifff, turns = 1, isHeard = false, className } = props;
  const box = useRef<HTMLDivElement>(null);
  const [widthPx, setWidthPx] = useState(0);
  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => setWidthPx(Math.floor(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const style = box.current?.style;
    if (!isHeard || !style) return;
    let said = '';
    const stop = onTelemetryFrame(() => {
      const now = heardShare().toFixed(4);
      if (now !== said) style.setProperty('--played', now);
      said = now;
    });
    return () => {
      stop();
      style.removeProperty('--played');
    };
  }, [isHeard]);
  const drawn = useMemo(() => drawnPeaks(shownPeaks(rifff)), [rifff]);
  const path = useMemo(() => peaksPath(drawn, widthPx, turns), [drawn, widthPx, turns]);
  const lines = (
    <svg
      className={styles.peakLines}
      style={{ width: widthPx }}
      viewBox={`0 0 ${widthPx || 1} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  );
  return (
    <div ref={box} className={`cover through ${className ?? ''}`} aria-hidden="true">
      {lines}
      <div className={styles.peaksPlayed}>{lines}</div>
    </div>
  );
});
