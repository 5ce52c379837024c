/** Plans for the order of a whole rifff's rings, from the inside out: how it looks is a choice, as what it sounds like. */
import { categoryOf } from '../contract/categories.ts';
import type { Loop } from '../contract/loop.ts';

/** One way to put loops in the order of their rings. */
export interface RingPlan {
  readonly id: string;
  /** The same loops, the innermost first. Those that the plan does not tell apart stay as they come. */
  readonly order: (loops: readonly Loop[]) => Loop[];
}

type Key = (loop: Loop) => number;

const inOrderOf =
  (key: Key) =>
  (loops: readonly Loop[]): Loop[] =>
    loops
      .map((loop) => ({ loop, key: key(loop) }))
      .sort((a, b) => a.key - b.key)
      .map(({ loop }) => loop);

/** These categories inside in this order, then everything else, then those outside. */
const between = (inside: readonly string[], outside: readonly string[]) =>
  inOrderOf(({ category }) => {
    const within = inside.indexOf(category);
    return within >= 0 ? within - inside.length : outside.indexOf(category) + 1;
  });

/** What a loop counts as that nobody measured. */
const UNMEASURED_LUFS = -18;

/** Luminance of a category's ink, 0–1 (WCAG 2.2 weights, without the curve). */
function inkLight({ category }: Loop): number {
  const ink = Number.parseInt(categoryOf(category).ink.slice(1), 16);
  return (0.2126 * (ink >> 16) + 0.7152 * ((ink >> 8) & 255) + 0.0722 * (ink & 255)) / 255;
}

/** Light and dark inks by turns, each half in the order in which it comes; a light one is outermost. */
function byTurns(loops: readonly Loop[]): Loop[] {
  const sorted = [...loops].sort((a, b) => inkLight(a) - inkLight(b));
  const dark = new Set(sorted.slice(0, Math.floor(loops.length / 2)));
  const halves = [loops.filter((loop) => dark.has(loop)), loops.filter((loop) => !dark.has(loop))];
  return loops.map((_, at) => {
    const isLight = (loops.length - 1 - at) % 2 === 0;
    return halves[isLight ? 1 : 0]!.shift()!;
  });
}

/** The plans that chance chooses from. */
export const RING_PLANS: readonly RingPlan[] = [
  { id: 'drums-outside', order: between(['pads', 'bass'], ['fx', 'perc', 'drums']) },
  { id: 'drums-inside', order: between(['drums', 'perc', 'bass'], []) },
  { id: 'bass-outside', order: between(['drums'], ['bass']) },
  { id: 'beds-outside', order: between(['leads', 'vocals'], ['chords', 'pads']) },
  { id: 'voices-outside', order: between(['bass', 'drums'], ['leads', 'vocals']) },
  { id: 'colours-outside', order: between(['vocals', 'bass'], ['chords', 'fx']) },
  { id: 'loudest-outside', order: inOrderOf((loop) => loop.loudnessLufs ?? UNMEASURED_LUFS) },
  { id: 'longest-inside', order: inOrderOf((loop) => -loop.length16ths) },
  { id: 'light-and-dark', order: byTurns },
];

/**
 * Puts loops in the order of one plan by chance; what the plan does not tell apart falls by chance as well.
 *
 * @param chance a number from 0 up to, not including, 1
 */
export function planRings(loops: readonly Loop[], chance: () => number): Loop[] {
  const plan = RING_PLANS[Math.floor(chance() * RING_PLANS.length)] ?? RING_PLANS[0]!;
  const mixed = inOrderOf(() => chance())(loops);
  return plan.order(mixed);
}
