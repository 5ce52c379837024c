import { type ReactNode, useMemo } from 'react';
import type { LookCopy } from '../../data/contract/savedLooks.ts';
import type { StageView } from '../../data/stores/places.ts';
import { PictureGround, stageOf } from '../parts/looks/LookPicture.tsx';
import { copiedLook } from '../parts/looks/shownLooks.ts';
import styles from './Chart.module.css';

interface LookedWinnerProps {
  /** The look that goes with the share. */
  copy: LookCopy;
  /** Its rings, as wide as what they stand in. */
  children(stage: StageView): ReactNode;
}

/** The rings of a winner by the look of its sharer, on the ground of that. Fetched where a winner has one. */
export function LookedWinner({ copy, children }: LookedWinnerProps) {
  const { look } = useMemo(() => copiedLook(copy), [copy]);
  const stage = useMemo(() => stageOf(look), [look]);
  return (
    <PictureGround look={look}>
      <div className={styles.winnerRings}>{children(stage)}</div>
    </PictureGround>
  );
}
