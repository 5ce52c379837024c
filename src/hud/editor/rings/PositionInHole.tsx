import { useEffect, useMemo, useRef } from 'react';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { layoutRings } from '../../../drawing/layout.ts';
import { rifffModel } from '../../../drawing/model.ts';
import { onTelemetryFrame } from '../../controls/telemetryFrame.ts';
import styles from './PositionInHole.module.css';

/** Bar and beat of the sound, from 1, in the hole of the rings. Its size follows the hole. */
export function PositionInHole({ rifff, bars }: { rifff: Rifff; bars: number }) {
  const text = useRef<HTMLSpanElement>(null);
  useEffect(
    () =>
      onTelemetryFrame(({ bar, beat }) => {
        const next = `${bar + 1}.${beat + 1}`;
        if (text.current && text.current.textContent !== next) text.current.textContent = next;
      }),
    [],
  );
  const holeShare = useMemo(
    () => layoutRings(rifffModel(rifff, bars).rings, 100, { isEditor: true }).hole / 100,
    [rifff, bars],
  );
  return (
    <span
      ref={text}
      className={styles.position}
      style={{ fontSize: `calc(${(holeShare * 36).toFixed(2)}cqmin)` }}
      aria-hidden="true"
    >
      1.1
    </span>
  );
}
