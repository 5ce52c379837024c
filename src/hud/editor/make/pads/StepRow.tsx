import { memo } from 'react';
import { PADS } from '../../../../data/rules/instruments/padKit.ts';
import type { StepLevel } from '../../../../data/rules/instruments/steps.ts';
import styles from './StepGrid.module.css';

export const LEVEL_NAMES = ['empty', 'soft', 'medium', 'hard'] as const;

export interface StepRowProps {
  pad: number;
  row: readonly StepLevel[];
  /** First step shown and how many. */
  from: number;
  count: number;
  /** Step of this row that the Tab key stops at, or −1. */
  tabStep: number;
}

/** The steps of one pad: bars whose height is how hard it is hit. Pointer and keys are the grid's. */
export const StepRow = memo(function StepRow({ pad, row, from, count, tabStep }: StepRowProps) {
  const title = PADS[pad]?.title ?? '';
  return Array.from({ length: count }, (_, index) => {
    const step = from + index;
    const level = row[step] ?? 0;
    return (
      // biome-ignore lint/a11y/useSemanticElements: a cell that is pressed, in a grid of arrow keys
      <button
        key={step}
        type="button"
        role="gridcell"
        className={styles.cell}
        data-pad={pad}
        data-step={step}
        data-level={level}
        data-beat={index % 4 === 0 || undefined}
        tabIndex={step === tabStep ? 0 : -1}
        aria-label={`${title}, step ${step + 1}, ${LEVEL_NAMES[level]}`}
      />
    );
  });
});
