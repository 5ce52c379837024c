import { useMemo } from 'react';
import type { TakeInfo } from '../../../../audio/state/recording.ts';
import { decodeBytes } from '../../../../data/contract/loopData.ts';
import type { LaneShape } from '../../../../data/stores/lanes.ts';
import { useLane } from '../useLane.ts';
import styles from './Takes.module.css';

/** Room for the waveform of a take in its category's ink and cut; what is not kept is dull. */
export function TakeLane({ take, isHeard }: { take: TakeInfo; isHeard: boolean }) {
  const { id, category, peaks: encoded, bars, firstBar, keptBars } = take;
  const peaks = useMemo(() => decodeBytes(encoded), [encoded]);
  const shape = useMemo<LaneShape>(
    () => ({ kind: 'take', takeId: id, category, peaks, bars, firstBar, keptBars, isHeard }),
    [id, category, peaks, bars, firstBar, keptBars, isHeard],
  );
  const element = useLane<HTMLSpanElement>(shape);
  return <span ref={element} className={styles.lane} aria-hidden="true" />;
}
