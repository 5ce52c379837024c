/** What keys do inside the step grid; pure. */
import type { StepLevel } from '../../../../data/rules/instruments/steps.ts';

export interface StepPlace {
  readonly row: number;
  readonly step: number;
}

/** The place that a key moves to, or null when it is none of the grid's. Rows and steps end, they don't wrap. */
export function moveByKey(
  { row, step }: StepPlace,
  key: string,
  rows: number,
  steps: number,
): StepPlace | null {
  const at = (nextRow: number, nextStep: number): StepPlace => ({
    row: Math.min(rows - 1, Math.max(0, nextRow)),
    step: Math.min(steps - 1, Math.max(0, nextStep)),
  });
  switch (key) {
    case 'ArrowRight':
      return at(row, step + 1);
    case 'ArrowLeft':
      return at(row, step - 1);
    case 'ArrowDown':
      return at(row + 1, step);
    case 'ArrowUp':
      return at(row - 1, step);
    case 'Home':
      return at(row, 0);
    case 'End':
      return at(row, steps - 1);
    case 'PageUp':
      return at(0, step);
    case 'PageDown':
      return at(rows - 1, step);
    default:
      return null;
  }
}

/** The strength that a key writes, or null when it writes none. */
export function levelOfKey(key: string): StepLevel | null {
  if (key === '0' || key === 'Delete' || key === 'Backspace') return 0;
  if (key === '1' || key === '2' || key === '3') return Number(key) as StepLevel;
  return null;
}
