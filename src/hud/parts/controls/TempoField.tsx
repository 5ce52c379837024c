import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react';
import { MAX_BPS, MIN_BPS } from '../../../data/contract/constants.ts';
import styles from './controls.module.css';
import { formatTempo, parseTempo } from './format.ts';

interface TempoFieldProps {
  ref?: Ref<HTMLInputElement>;
  label: string;
  /** Quarter notes per second. */
  bps: number;
  onChange(bps: number): void;
  isDisabled?: boolean;
  className?: string;
}

const MIN_BPM = MIN_BPS * 60;
const MAX_BPM = MAX_BPS * 60;

function stepOf(event: KeyboardEvent): number {
  const size = event.shiftKey ? 0.1 : 1;
  if (event.key === 'ArrowUp') return size;
  if (event.key === 'ArrowDown') return -size;
  if (event.key === 'PageUp') return 10;
  if (event.key === 'PageDown') return -10;
  return 0;
}

/**
 * Tempo in beats per minute with two decimals: typed and taken by Enter or on leaving; arrows step by 1,
 * with Shift by 0.1, page keys by 10; Escape puts back what was.
 */
export function TempoField({ ref, label, bps, onChange, isDisabled, className }: TempoFieldProps) {
  const shown = formatTempo(bps);
  const [text, setText] = useState(shown);
  const isTyping = useRef(false);
  useEffect(() => {
    if (!isTyping.current) setText(shown);
  }, [shown]);

  const typed = parseTempo(text);
  const isValid = typed !== null && typed >= MIN_BPS && typed <= MAX_BPS;

  const take = () => {
    isTyping.current = false;
    if (isValid && text !== shown) onChange(typed);
    else setText(shown);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = stepOf(event);
    if (step !== 0) {
      event.preventDefault();
      const from = isValid ? typed : bps;
      const next = Math.min(MAX_BPM, Math.max(MIN_BPM, from * 60 + step));
      isTyping.current = false;
      onChange(next / 60);
    } else if (event.key === 'Enter') {
      take();
      event.currentTarget.select();
    } else if (event.key === 'Escape') {
      isTyping.current = false;
      setText(shown);
    } else return;
    event.stopPropagation();
  };

  return (
    <input
      ref={ref}
      className={`${styles.inText} ${styles.tempoInput} ${className ?? ''}`}
      role="spinbutton"
      aria-label={label}
      aria-valuemin={MIN_BPM}
      aria-valuemax={MAX_BPM}
      aria-valuenow={Number((bps * 60).toFixed(2))}
      aria-valuetext={`${shown} beats per minute`}
      aria-invalid={isTyping.current && !isValid ? true : undefined}
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      disabled={isDisabled}
      value={text}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        isTyping.current = true;
        setText(event.currentTarget.value);
      }}
      onBlur={take}
      onKeyDown={onKeyDown}
    />
  );
}

/** A pause longer than this begins a new count. */
const MAX_GAP_MS = 2000;
/** Taps that count, the latest ones: enough to even out a hand, few enough to follow a change of mind. */
const MAX_TAPS = 9;

/** Taps so far, in milliseconds, oldest first. */
export type Taps = readonly number[];

/** Adds a tap; after a pause the count starts again. */
export function tap(taps: Taps, nowMs: number): Taps {
  const last = taps.at(-1);
  const kept = last !== undefined && nowMs - last <= MAX_GAP_MS ? taps : [];
  return [...kept, nowMs].slice(-MAX_TAPS);
}

/**
 * Quarter notes per second that the taps beat: the mean gap over all of them.
 * @returns null with fewer than two taps
 */
export function tappedBps(taps: Taps): number | null {
  const first = taps[0];
  const last = taps.at(-1);
  if (first === undefined || last === undefined || taps.length < 2 || last <= first) return null;
  return (1000 * (taps.length - 1)) / (last - first);
}
