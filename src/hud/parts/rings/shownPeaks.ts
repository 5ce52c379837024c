import { LOOP_PEAK_BINS } from '../../../data/contract/constants.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { usedSlots } from '../../../data/rules/draft/draft.ts';
import { rifffLayers } from '../../../data/rules/time/rifffLayers.ts';
import { rifffPeaks } from '../../../dsp/rifffPeaks.ts';

const isKnown = ({ peaks }: { peaks: Uint8Array }) => peaks.length > 0;

/** The short peaks that loops have in lists, each as often as it takes to be as many as whole ones. */
function wholePeaks(peaks: Uint8Array): Uint8Array {
  if (peaks.length === 0 || peaks.length === LOOP_PEAK_BINS) return peaks;
  const width = peaks.length / LOOP_PEAK_BINS;
  return Uint8Array.from({ length: LOOP_PEAK_BINS }, (_, bin) => peaks[Math.floor(bin * width)]!);
}

/**
 * Peaks of a rifff as it is now: 1536 bins, from its loops as the server puts them together, so that what is muted or
 * turned down here is seen. In lists `peakData` has but 32 steps, and short peaks of loops are finer. `peakData` where
 * nothing is known of the loops; empty where that is missing too, or no slot is used.
 */
export function shownPeaks(rifff: Rifff): readonly number[] {
  if (usedSlots(rifff) === 0) return [];
  const layers = rifffLayers(rifff);
  if (!layers.some(isKnown)) return rifff.peakData ?? [];
  return rifffPeaks(layers.map((layer) => ({ ...layer, peaks: wholePeaks(layer.peaks) })));
}
