/** Where each ring of a rifff lies (the look, sections 3.3 to 3.5, and "Small"). Lengths in CSS pixels. */
import { categoryOf } from '../data/contract/categories.ts';
import { depthOf, holeOf, PLAIN_CHARACTER, type RifffCharacter } from './character.ts';
import { cellCount, mostCells } from './knives.ts';
import type { RingModel } from './model.ts';

export interface RingPlace {
  slot: number;
  /** Radius of the highest edge. */
  outer: number;
  /** Room between this ring's highest edge and the one inside it. */
  pitch: number;
  /** Depth of the cut: the edge lies between `outer − amplitude` and `outer`. */
  amplitude: number;
  /** Cells round the ring. */
  cells: number;
  /** Cells that would fit. */
  mostCells: number;
  /** Index into the rings that were laid out. */
  index: number;
}

export interface RingLayout {
  /** Radius of the rifff's silhouette. */
  radius: number;
  hole: number;
  gap: number;
  /** Sum of weights that the pitches were taken from. */
  weight: number;
  /** Innermost first. */
  rings: RingPlace[];
}

export interface LayoutOptions {
  /** Smaller hole, and a radius that grows with the number of rings. */
  isEditor?: boolean;
  /** Sum of weights to keep while a ring is dragged, so that the others stay where they are. */
  frozenWeight?: number;
  /** Size that decides how much is shown, in CSS pixels; left out it is twice the radius. */
  sizePx?: number;
  /** Radius of the hole as a share of the radius, instead of the rule. */
  hole?: number;
  /** Depth of the cuts, times this. */
  depth?: number;
  /** What the rifff sounds like (`RifffModel.character`); left out, nothing is known of it. */
  character?: RifffCharacter | undefined;
}

/** Share of the radius that the editor's rings take, by their number. */
const EDITOR_GROWTH = [0.6, 0.6, 0.68, 0.75, 0.81, 0.87, 0.92, 0.96, 1] as const;
/** How far outside the silhouette a touch still counts. */
export const PICK_REACH = 1.08;

/** `x` held between `low` and `high`. */
export const clamp = (x: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, x));

/** Weight of a ring by its linear gain. */
export function gainWeight(gain: number): number {
  return 0.2 + 0.8 * Math.max(0, gain) ** 1.15;
}

/** Linear gain that has a weight; the inverse of `gainWeight`, 0 or more. */
export function weightGain(weight: number): number {
  return (Math.max(0, weight - 0.2) / 0.8) ** (1 / 1.15);
}

/** Gap of ground between rings, in CSS pixels, for a rifff of `diameterPx`. */
export function gapPx(diameterPx: number): number {
  return clamp(0.0062 * diameterPx, 1, 5);
}

/** Rings that a rifff shows at most at a diameter. */
export function ringLimit(diameterPx: number): number {
  if (diameterPx >= 96) return 8;
  if (diameterPx >= 56) return 5;
  return diameterPx >= 40 ? 4 : 3;
}

/**
 * The rings that a size shows: below 96 px muted ones go first, then the quietest; the newest and the
 * outermost stay.
 */
export function visibleRings(rings: readonly RingModel[], diameterPx: number): RingModel[] {
  const limit = ringLimit(diameterPx);
  if (diameterPx >= 96) return [...rings];
  const sounding = rings.filter((ring) => ring.isOn);
  const kept = sounding.length > 0 ? sounding : [...rings];
  while (kept.length > limit) {
    let weakest = 0;
    let least = Number.POSITIVE_INFINITY;
    kept.forEach((ring, at) => {
      const worth =
        ring.gain +
        (ring.isFresh ? 9 : 0) +
        (at === kept.length - 1 ? 1 : 0) +
        (at === 0 ? 0.3 : 0);
      if (worth < least) {
        least = worth;
        weakest = at;
      }
    });
    kept.splice(weakest, 1);
  }
  return kept;
}

/** From this diameter a rifff may have its play disc in the hole, which therefore is at least so wide. */
const DISC_FROM_PX = 300;
const DISC_HOLE = 0.15;

function holeShare(diameterPx: number, options: LayoutOptions): number {
  if (options.hole !== undefined) return options.hole;
  if (diameterPx < 64) return 0;
  if (options.isEditor) return 0.14;
  const hole = holeOf(options.character ?? PLAIN_CHARACTER);
  return diameterPx >= DISC_FROM_PX ? Math.max(DISC_HOLE, hole) : hole;
}

/** Most of a ring's pitch that is cut away because a rifff is bright: it stays a ring. */
const DEEPEST = 0.95;

function depthShare(
  at: number,
  count: number,
  diameterPx: number,
  { depth = 1, character = PLAIN_CHARACTER }: LayoutOptions,
): number {
  const place = count === 1 ? 0.42 : at === count - 1 ? 0.74 : 0.6;
  const plain = place * (diameterPx < 56 ? 1.25 : diameterPx < 96 ? 1.1 : 1) * depth;
  return Math.min(Math.max(plain, DEEPEST), plain * depthOf(character));
}

/**
 * Lays rings out as tree rings: the first is innermost, a new one is the new outside.
 *
 * @param rings innermost first
 * @param radiusPx radius that the whole rifff may take
 */
export function layoutRings(
  rings: readonly RingModel[],
  radiusPx: number,
  options: LayoutOptions = {},
): RingLayout {
  const sizePx = options.sizePx ?? radiusPx * 2;
  const shown = visibleRings(rings, sizePx);
  const growth = options.isEditor ? (EDITOR_GROWTH[shown.length] ?? 1) : 1;
  const radius = radiusPx * growth;
  const diameter = options.sizePx ?? radius * 2;
  const hole = holeShare(sizePx, options) * radius;
  const weights = shown.map(
    (ring, at) => gainWeight(ring.gain) * (hole === 0 && at === 0 ? 1.15 : 1),
  );
  const weight = options.frozenWeight ?? weights.reduce((sum, one) => sum + one, 0);
  const layout: RingLayout = { radius, hole, gap: gapPx(radius * 2), weight, rings: [] };
  let outer = hole;
  shown.forEach((ring, at) => {
    const pitch = ((radius - hole) * weights[at]!) / weight;
    outer += pitch;
    const cut = pitch * depthShare(at, shown.length, diameter, options);
    layout.rings.push({
      slot: ring.slot,
      outer,
      pitch,
      amplitude: hole === 0 && at === 0 ? Math.min(cut, outer * 0.34) : cut,
      cells: cellCount(categoryOf(ring.category), diameter, outer, ring.density),
      mostCells: mostCells(categoryOf(ring.category), diameter, outer),
      index: rings.indexOf(ring),
    });
  });
  return layout;
}

/**
 * Slot of the ring nearest to a point, or −1 outside 1.08 of the radius, in the hole, or without rings.
 *
 * @param x pixels right of the centre
 * @param y pixels below the centre
 */
export function pickRing(layout: RingLayout, x: number, y: number): number {
  const distance = Math.hypot(x, y);
  const last = layout.rings.at(-1);
  if (!last || !(distance <= Math.max(layout.radius, last.outer) * PICK_REACH)) return -1;
  if (distance < layout.hole) return -1;
  const ring = layout.rings.find((one) => distance <= one.outer - 0.4 * one.amplitude);
  return (ring ?? last).slot;
}
