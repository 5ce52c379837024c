/** One typical bar of each knife, for the pictograms of categories, which stand for no particular loop. */
import type { Knife } from '../data/contract/categories.ts';

/** Cells of a pictogram, 0–1: few and strong, so that they still read at 24 px. */
export const SPECIMENS: Readonly<Record<Knife, readonly number[]>> = {
  saw: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
  swell: [1, 0.5, 0, 0.5, 1, 0.5, 0, 0.5, 1, 0.5, 0, 0.5, 1, 0.5, 0, 0.5],
  key: [1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0],
  petal: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
  pin: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
  arc: [1, 1, 0.6, 0, 0, 0.6, 1, 1, 0.6, 0, 0, 0.6],
  facet: [1, 0, 1, 0, 1, 0, 1, 0, 1, 0],
  sweep: [0.4, 1, 0.4, 1, 0.4, 1],
  raw: [1, 0.6, 0.9, 1, 0.5, 0.9, 1, 0.6, 0.8, 0.5, 1, 0.7],
};
