/** How far apart two loops are to the ear, by what is stored of them. Pure. */
import type { Loop } from '../../contract/loop.ts';
import { knownSound } from './fit.ts';

/** Nearer than this two loops are copies of each other with another name. */
export const NEAR_COPY = 0.03;

/** Cosine of the angle between two rows of weights; 1 where both are empty, 0 where one is. */
function likeness(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [both, ofA, ofB] = [0, 0, 0];
  for (let at = 0; at < a.length; at++) {
    both += a[at]! * b[at]!;
    ofA += a[at]! ** 2;
    ofB += b[at]! ** 2;
  }
  if (ofA === 0 || ofB === 0) return ofA === ofB ? 1 : 0;
  return both / Math.sqrt(ofA * ofB);
}

const shapes = new WeakMap<Loop, Float32Array>();

/** Amplitude by band and step. */
function shapeOf(loop: Loop): Float32Array {
  const shape = shapes.get(loop) ?? knownSound(loop).steps.map(Math.sqrt);
  shapes.set(loop, shape);
  return shape;
}

const NO_CHROMA = Array.from({ length: 12 }, () => 0);

/**
 * Distance of two loops, 0 (the same) to 1: for two thirds how their energy lies over eight bars in the four bands
 * (amplitude by sixteenth), for a third which notes they have. Loops that were not measured count as different.
 */
export function loopDistance(a: Loop, b: Loop): number {
  if (a._id === b._id) return 0;
  if (!a.bands || !b.bands) return 1;
  const shape = 1 - likeness(shapeOf(a), shapeOf(b));
  const notes = 1 - likeness(a.chroma ?? NO_CHROMA, b.chroma ?? NO_CHROMA);
  return (2 * shape + notes) / 3;
}

/** Is a loop the same as one of others, or as good as? */
export const isNearCopy = (loop: Loop, others: readonly Loop[]): boolean =>
  others.some((other) => loopDistance(loop, other) < NEAR_COPY);
