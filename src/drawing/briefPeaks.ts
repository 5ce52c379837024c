/** A loop's peaks made short for lists, so that a ring cut from them is the ring cut from all of them. */
import { type CategorySlug, categoryOf, type Knife } from '../data/contract/categories.ts';

/** What of a ring its short profile depends on. */
export interface BriefRing {
  readonly category: CategorySlug;
  /** Magnitudes of one pass, 0–255. */
  readonly peaks: Uint8Array;
  /** Passes in one turn. */
  readonly repeats: number;
}

/** Bins that a whole turn gets where a pass gets more than the least: the cells of a ring are a part of them. */
const BINS = { turn: 128, least: 64, most: 128 };
/** Knives with few cells, which never get more of them. */
const COARSE: ReadonlySet<Knife> = new Set(['petal', 'sweep']);
/** Where facet looks in a cell (`poolCells`). */
const FACET_PLACE = 0.12;
/** Cells of a facet ring as shares of its full number, the likeliest first: small ones have fewer, flat ones more. */
const FACET_SHARES = [1, 0.5, 2, 0.25, 4];

function binCount(repeats: number, knife: Knife): number {
  const share = COARSE.has(knife) ? 2 : 1;
  let bins = BINS.turn / repeats;
  while (bins < BINS.least) bins *= 2;
  while (bins > BINS.most / share) bins /= 2;
  return Math.round(bins / share);
}

/** Facet takes the value at one place of each cell: those very places, as far as there is a bin for each. */
function facetPeaks({ peaks, repeats }: BriefRing, cells: number): Uint8Array {
  const width = peaks.length / BINS.most;
  const places = new Int32Array(BINS.most).fill(-1);
  for (const share of FACET_SHARES) {
    const cell = (peaks.length * repeats) / (cells * share);
    for (let at = 0; at * cell < peaks.length; at++) {
      const place = Math.floor((at + FACET_PLACE) * cell) % peaks.length;
      const bin = Math.floor(place / width);
      if (places[bin] === -1) places[bin] = place;
    }
  }
  return Uint8Array.from(
    places,
    (place, bin) => peaks[place === -1 ? Math.floor((bin + 0.5) * width) : place]!,
  );
}

/**
 * Peaks of one pass in 32 to 128 bins, by what the knife of the ring takes of a cell: the mean for the soft ones,
 * the value at one place for key and facet, the maximum for the others. Already short ones come back as they are.
 */
export function briefPeaks(ring: BriefRing): Uint8Array {
  const { peaks, repeats } = ring;
  const { knife, cells } = categoryOf(ring.category);
  if (peaks.length <= BINS.most || !(repeats > 0)) return peaks;
  if (knife === 'facet') return facetPeaks(ring, cells);
  const count = binCount(repeats, knife);
  const width = peaks.length / count;
  const isSoft = knife === 'swell' || knife === 'arc';
  return Uint8Array.from({ length: count }, (_, bin) => {
    // The middle of a cell, which key takes, is where a bin begins.
    if (knife === 'key') return peaks[Math.floor(bin * width)]!;
    const some = peaks.subarray(Math.floor(bin * width), Math.ceil((bin + 1) * width));
    if (isSoft) return Math.round(some.reduce((sum, value) => sum + value, 0) / some.length);
    return some.reduce((most, value) => Math.max(most, value), 0);
  });
}
