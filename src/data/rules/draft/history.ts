/** Undo and redo over immutable states. Changes with the same key within a second are one step. */
import type { SlotEffect } from './slotSound.ts';

/** What a control changes of a slot. */
type SlotChange = 'gain' | 'on' | 'pitch' | 'rate' | 'loopBps' | SlotEffect;

/**
 * What a change is about. A slot's gain has one key, whether a finger, a slider or a key changes it, so that all of
 * them join into one undo step.
 */
export type StepKey =
  | { readonly slot: number; readonly change: SlotChange }
  | { readonly slot?: undefined; readonly change: 'tempo' | 'key' };

/** The key of a change of one slot; `slot` counts from 0. */
export function slotStep(slot: number, change: SlotChange): StepKey {
  return { slot, change };
}

const isSameStep = (a: StepKey | null, b: StepKey | null) =>
  a !== null && b !== null && a.slot === b.slot && a.change === b.change;

export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** What the last change was, so that a drag is undone in one step. */
  readonly key: StepKey | null;
  readonly changedMs: number;
}

const MAX_STEPS = 200;
const COALESCE_MS = 1000;

/** A history that begins at `present`. */
export function createHistory<T>(present: T): History<T> {
  return { past: [], present, future: [], key: null, changedMs: 0 };
}

/**
 * Records a change; the same object changes nothing. A null key never joins the step before. A step whose changes
 * come back to where it began is no step: it is dropped.
 *
 * @param isSame compares a joined change with the beginning of its step
 */
export function change<T>(
  history: History<T>,
  next: T,
  key: StepKey | null,
  nowMs: number,
  isSame: (a: T, b: T) => boolean = Object.is,
): History<T> {
  if (next === history.present) return history;
  const joins = isSameStep(key, history.key) && nowMs - history.changedMs < COALESCE_MS;
  const began = history.past.at(-1);
  if (joins && began !== undefined && isSame(began, next)) {
    return { past: history.past.slice(0, -1), present: began, future: [], key: null, changedMs: 0 };
  }
  const past = joins ? history.past : [...history.past, history.present].slice(-MAX_STEPS);
  return { past, present: next, future: [], key, changedMs: nowMs };
}

/** One step back, or the same history when there is none. */
export function undo<T>(history: History<T>): History<T> {
  const previous = history.past.at(-1);
  if (previous === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: previous,
    future: [history.present, ...history.future],
    key: null,
    changedMs: 0,
  };
}

/** One step forward again, or the same history when there is none. */
export function redo<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return {
    past: [...history.past, history.present],
    present: next,
    future,
    key: null,
    changedMs: 0,
  };
}
