/** What of a look changes at once, and when it may: choices by whole bars, other looks, rings that fall silent. */
import type { RifffModel } from '../model.ts';
import { turnSec } from './lookSources.ts';

/** Shortest time between two choices: at most two changes a second, which is one flash. */
const CHOICE_SEC = 0.5;

/**
 * What a choice of a look is at a moment. All choices of a rifff change on the same grid of whole bars, of which none
 * passes faster than is safe to see; where a turn is too short for that, and where nothing plays, they stay at their first.
 *
 * @param everyBars bars after which the next one comes, at least 1
 * @param of what is chosen from, in order
 * @param phase 0–1 of the turn, or −1
 */
export function chosenAt<T>(
  model: RifffModel,
  everyBars: number,
  of: readonly T[],
  phase: number,
): T {
  const { bars = 0 } = model;
  const sec = turnSec(model);
  const first = of[0]!;
  if (phase < 0 || bars === 0 || sec < 2 * CHOICE_SEC) return first;
  const safeBars = Math.ceil((CHOICE_SEC * bars) / sec);
  const every = safeBars * Math.ceil(everyBars / safeBars);
  // The last piece of a turn may be shorter than the others: it belongs to the one before it.
  const pieces = Math.max(1, Math.floor(bars / every));
  const piece = Math.min(pieces - 1, Math.floor((phase * bars) / every));
  return of[piece % of.length] ?? first;
}

/** When something may change at once, as a look or rings that fall silent: at most twice a second, which is one flash. */
export class ChangeClock {
  private changedMs = Number.NEGATIVE_INFINITY;

  isDue(nowMs: number): boolean {
    return nowMs - this.changedMs >= 1000 * CHOICE_SEC;
  }

  changed(nowMs: number): void {
    this.changedMs = nowMs;
  }
}
