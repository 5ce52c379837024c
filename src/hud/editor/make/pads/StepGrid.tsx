import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { PADS } from '../../../../data/rules/instruments/padKit.ts';
import type { StepLevel, StepPattern } from '../../../../data/rules/instruments/steps.ts';
import cells from '../cells.module.css';
import styles from './StepGrid.module.css';
import { StepRow } from './StepRow.tsx';
import { levelOfKey, moveByKey } from './stepKeys.ts';

export interface StepGridProps {
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
            <div role="rowheader" className={styles.head}>
              <button type="button" className={styles.label} onClick={() => onSelect(pad)}>
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
