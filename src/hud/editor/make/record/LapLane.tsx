import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { recording } from '../../../../audio/state/recording.ts';
import type { LaneShape } from '../../../../data/stores/lanes.ts';
import { useLane } from '../useLane.ts';
import styles from './Record.module.css';

/** Room for the lap under way, as it comes in bar by bar. */
export function LapLane() {
  const { takeLengthInBars: bars } = useSnapshot(recording);
  const shape = useMemo<LaneShape>(() => ({ kind: 'lap', bars }), [bars]);
  const element = useLane<HTMLDivElement>(shape);
  return <div ref={element} className={styles.lap} aria-hidden="true" />;
}
