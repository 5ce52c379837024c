/** Orders to stages: what was said before, and what is said now. */
import type { StageOrder } from '../../contract/live.ts';
import { LOOK_KNOBS } from '../../contract/stageLooks.ts';
import { turned } from './knobTurns.ts';

/** Everything that stages were told, with an order that comes now: the newest word of each kind counts. */
export function mergeOrder(before: StageOrder, now: StageOrder): StageOrder {
  const knobs = now.knobs && [...turned(before.knobs ?? [], now.knobs)];
  return { ...before, ...now, ...(knobs && { knobs }) };
}

/**
 * An order that turns one knob, to a thousandth.
 *
 * @param knob 0 for the first
 * @param value 0–1, others are brought into it
 */
export function knobOrder(knob: number, value: number): StageOrder & { knobs: (number | null)[] } {
  const within = Math.min(1, Math.max(0, Number.isFinite(value) ? value : 0));
  const rounded = Math.round(1000 * within) / 1000;
  return { knobs: Array.from({ length: LOOK_KNOBS }, (_, at) => (at === knob ? rounded : null)) };
}
