/** One typical bar of each knife, for the pictograms of categories, which stand for no particular loop. */
import type { Knife } from '../data/contract/categories.ts';

/** Cells of a pictogram, 0–1: few and strong, so that they still read at 24 px. */
export const SPECIMENS: Readonly<Record<Knife, readonly number[]>> = {
  saw: [1, 0.55, 0.9, 0.5, 1, 0.6, 0.85, 0.5, 1, 0.55, 0.9, 0.65],
  swell: [1, 0.35, 0, 0.4, 1, 0.4, 0.05, 0.45, 0.95, 0.3, 0, 0.35],
  key: [1, 0, 0.9, 0.1, 0.6, 0, 1, 0, 0.7, 0.1, 1, 0, 0.8, 0, 0.6, 0.1],
  petal: [1, 0.9, 1, 0.85, 1, 0.9, 1, 0.85, 1, 0.9],
  pin: [1, 0.7, 0.9, 0.7, 1, 0.7, 0.9, 0.7, 1, 0.7, 0.9, 0.7, 1, 0.7, 0.9, 0.7],
  arc: [0.9, 1, 0.75, 0.2, 0.05, 0.35, 0.85, 1, 0.8, 0.25, 0, 0.3],
  facet: [1, 0.1, 0.85, 0, 1, 0.15, 0.8, 0, 0.95, 0.1],
  sweep: [0.55, 1, 0.55, 1, 0.55, 1],
  raw: [1, 0.7, 0.85, 1, 0.65, 0.9, 1, 0.75, 0.9, 0.65, 1, 0.8],
};
