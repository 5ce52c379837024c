/** The rows of the profile texture: a ring's edge at equal angles, and distances measured from it. */
import { categoryOf } from '../data/contract/categories.ts';
import { dilate, erode } from './dilate.ts';
import { edgeAt } from './knives.ts';
import type { RingPlace } from './layout.ts';
import type { RingModel } from './model.ts';
import { edgeRadius, ringCells } from './outline.ts';

/** Channels of a sample. */
export const PROFILE_CHANNELS = 4;

/** Distances from the edge in CSS pixels; 0 leaves a channel empty. */
export interface ProfileDistances {
  /** Outwards: end of the gap. */
  gap: number;
  /** Inwards: end of the muted outline. */
  line: number;
  /** Outwards: end of the muted outline of the ring outside, or the bite of the outermost ring. */
  outerLine: number;
}

/** Samples of a profile that a rifff of `radiusPx` device pixels needs, and that fit 1, 2, 4 or 8 to a row. */
export function profileSamples(radiusPx: number): number {
  if (radiusPx <= 36) return 254;
  if (radiusPx <= 76) return 510;
  return radiusPx <= 150 ? 1022 : 2046;
}

let radii = new Float32Array(0);
let grown = new Float32Array(0);

function scratch(count: number): void {
  if (radii.length === count) return;
  radii = new Float32Array(count);
  grown = new Float32Array(count);
}

/** Writes radii of a ring into the scratch row, and v into channel 0 of `out`. */
function writeEdge(ring: RingModel, place: RingPlace, out: Float32Array): void {
  const { knife } = categoryOf(ring.category);
  const cells = ringCells(ring, place);
  const count = out.length / PROFILE_CHANNELS;
  for (let at = 0; at < count; at++) {
    const v = edgeAt(knife, cells, (at + 0.5) / count);
    out[at * PROFILE_CHANNELS] = v;
    radii[at] = Math.max(0.5, edgeRadius(place, v));
  }
}

function writeDistance(
  distance: number,
  unit: number,
  out: Float32Array,
  channel: number,
  isInwards = false,
): void {
  if (distance <= 0) return;
  const count = radii.length;
  (isInwards ? erode : dilate)(radii, distance, grown);
  for (let at = 0; at < count; at++) {
    out[at * PROFILE_CHANNELS + channel] = Math.abs(grown[at]! - radii[at]!) / unit;
  }
}

/**
 * Fills a ring's profile: per sample v (0–1), then gap, line and outer line as shares of `radiusPx`.
 * Sample `k` of `n` stands at u = (k + ½) / n.
 *
 * @param radiusPx radius of the rifff in CSS pixels
 * @param out 4 · samples numbers
 */
export function writeProfile(
  ring: RingModel,
  place: RingPlace,
  radiusPx: number,
  distances: ProfileDistances,
  out: Float32Array,
): void {
  scratch(out.length / PROFILE_CHANNELS);
  out.fill(0);
  writeEdge(ring, place, out);
  writeDistance(distances.gap, radiusPx, out, 1);
  writeDistance(distances.line, radiusPx, out, 2, true);
  writeDistance(distances.outerLine, radiusPx, out, 3);
}

/**
 * Fills a keyline's profile: three outward distances from the ring's edge as shares of `radiusPx`.
 *
 * @param stepsPx where ground, paper and ground end, in CSS pixels, rising
 */
export function writeKeyline(
  ring: RingModel,
  place: RingPlace,
  radiusPx: number,
  stepsPx: readonly [number, number, number],
  out: Float32Array,
): void {
  scratch(out.length / PROFILE_CHANNELS);
  writeEdge(ring, place, out);
  for (let channel = 0; channel < 3; channel++) {
    writeDistance(stepsPx[channel]!, radiusPx, out, channel);
  }
}

/** Where the steps of a keyline end, in CSS pixels: k ground, 2 paper (3 when focused), k ground. */
export function keylineSteps(gapPx: number, isFocus: boolean): [number, number, number] {
  const ground = Math.max(1.5, 0.8 * gapPx);
  const paper = isFocus ? 3 : 2;
  return [ground, ground + paper, 2 * ground + paper];
}
