import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type RefObject,
  useRef,
  useState,
} from 'react';
import { PADS } from '../../../../data/rules/instruments/padKit.ts';
import type { StepLevel, StepPattern } from '../../../../data/rules/instruments/steps.ts';
import cells from '../instrument.module.css';
import styles from '../keysAndPads.module.css';

interface StepPlace {
  readonly row: number;
  readonly step: number;
}

/** The place that a key moves to, or null when it is none of the grid's. Rows and steps end, they don't wrap. */
function moveByKey(
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
function levelOfKey(key: string): StepLevel | null {
  if (key === '0' || key === 'Delete' || key === 'Backspace') return 0;
  if (key === '1' || key === '2' || key === '3') return Number(key) as StepLevel;
  return null;
}

const LEVEL_NAMES = ['empty', 'soft', 'medium', 'hard'] as const;

interface StepRowProps {
  pad: number;
  row: readonly StepLevel[];
  /** First step shown and how many. */
  from: number;
  count: number;
  /** Step of this row that the Tab key stops at, or −1. */
  tabStep: number;
}

/** The steps of one pad: bars whose height is how hard it is hit. Pointer and keys are the grid's. */
const StepRow = memo(function StepRow({ pad, row, from, count, tabStep }: StepRowProps) {
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

interface StepGridProps {
  pattern: StepPattern;
  /** Pads that have a row, from the top. */
  rows: readonly number[];
  /** First step shown and how many; one bar. */
  from: number;
  count: number;
  /** The line that follows the sound. */
  notch: RefObject<HTMLDivElement | null>;
  /** Two lines of steps instead of one, where fingers need room. */
  isFolded?: boolean;
  pen: StepLevel;
  onSet(pad: number, step: number, level: StepLevel): void;
  onSelect(pad: number): void;
}

/** The step that an element is. */
function placeOf(target: EventTarget | Element | null): { pad: number; step: number } | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-step]') : null;
  return cell ? { pad: Number(cell.dataset.pad), step: Number(cell.dataset.step) } : null;
}

/** One bar of steps: a tap sets or clears one, a stroke goes over several, arrow keys move between them. */
export function StepGrid(props: StepGridProps) {
  const { pattern, rows, from, count, notch, isFolded, pen, onSet, onSelect } = props;
  const stroke = useRef<StepLevel | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const [tab, setTab] = useState({ row: 0, step: 0 });
  const levelOf = (pad: number, step: number) => pattern.cells[pad]?.[step] ?? 0;

  const begin = (event: PointerEvent<HTMLElement>) => {
    const place = placeOf(event.target);
    if (!place || event.button !== 0) return;
    const target = event.target as Element;
    if (target.hasPointerCapture?.(event.pointerId)) target.releasePointerCapture(event.pointerId);
    stroke.current = levelOf(place.pad, place.step) === pen ? 0 : pen;
    onSet(place.pad, place.step, stroke.current);
    setTab({ row: rows.indexOf(place.pad), step: place.step - from });
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (stroke.current === null) return;
    const place = placeOf(document.elementFromPoint(event.clientX, event.clientY));
    if (place && levelOf(place.pad, place.step) !== stroke.current) {
      onSet(place.pad, place.step, stroke.current);
    }
  };
  const end = () => {
    stroke.current = null;
  };
  const type = (event: KeyboardEvent<HTMLElement>) => {
    const place = placeOf(event.target);
    if (!place || event.ctrlKey || event.metaKey || event.altKey) return;
    const level = levelOfKey(event.key);
    const here = { row: rows.indexOf(place.pad), step: place.step - from };
    const to = moveByKey(here, event.key, rows.length, count);
    if (level === null && !to) return;
    event.preventDefault();
    event.stopPropagation();
    if (level !== null) onSet(place.pad, place.step, level);
    if (!to) return;
    setTab(to);
    grid.current
      ?.querySelector<HTMLElement>(`[data-pad="${rows[to.row]}"][data-step="${from + to.step}"]`)
      ?.focus();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: cells are buttons, a table would hide them
    <div
      ref={grid}
      role="grid"
      aria-label="Steps"
      className={`${cells.hands} ${styles.grid}`}
      data-folded={isFolded || undefined}
      style={{ '--steps': isFolded ? Math.ceil(count / 2) : count } as React.CSSProperties}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onLostPointerCapture={end}
      onKeyDown={type}
      // The keyboard and screen readers press a cell by a click without a pointer.
      onClick={(event) => {
        const place = event.detail === 0 ? placeOf(event.target) : null;
        if (place) onSet(place.pad, place.step, levelOf(place.pad, place.step) === pen ? 0 : pen);
      }}
    >
      {rows.map((pad, row) => (
        // biome-ignore lint/a11y/useSemanticElements: see above
        // biome-ignore lint/a11y/useFocusableInteractive: its cells are
        <div key={pad} role="row" className={styles.row}>
          {!isFolded && (
            // biome-ignore lint/a11y/useSemanticElements: see above
            // biome-ignore lint/a11y/useFocusableInteractive: its button is
            <div role="rowheader" className="flex">
              <button
                type="button"
                className={`hoverPaper ${styles.label}`}
                onClick={() => onSelect(pad)}
              >
                {PADS[pad]?.title}
              </button>
            </div>
          )}
          <StepRow
            pad={pad}
            row={pattern.cells[pad] ?? []}
            from={from}
            count={count}
            tabStep={
              Math.min(tab.row, rows.length - 1) === row ? from + Math.min(tab.step, count - 1) : -1
            }
          />
        </div>
      ))}
      <div className={styles.field} aria-hidden="true">
        <div ref={notch} className={`${cells.notch} ${styles.notch}`} />
      </div>
    </div>
  );
}
