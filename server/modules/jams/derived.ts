import { categoryColourCode } from '../../../src/data/contract/colours.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { rifffLayers } from '../../../src/data/rules/time/rifffLayers.ts';
import { rifffBrightness, rifffMagnitude, rifffPeaks } from '../../../src/dsp/rifffPeaks.ts';

import { rifffColour } from '../library/present.ts';

/** What the server alone derives of a rifff, from its slots and the stored analysis of its loops. */
export type DerivedFields = Required<
  Pick<Rifff, 'colour' | 'layerColours' | 'magnitude' | 'brightness' | 'peakData'>
>;

/**
 * Derived fields of a rifff: colours of the used slots in slot order by category (muted ones too) and its own, peaks,
 * magnitude and brightness by `src/dsp/rifffPeaks.ts`.
 *
 * @param rifff with the loops that its slots name; a slot whose loop is missing is not used
 */
export function derivedFields(rifff: Pick<Rifff, 'colour' | 'state' | 'loops'>): DerivedFields {
  const layers = rifffLayers(rifff);
  return {
    colour: rifffColour(rifff),
    layerColours: layers.map(({ slot, loop }) =>
      categoryColourCode(slot.category ?? loop.category),
    ),
    magnitude: rifffMagnitude(layers),
    brightness: rifffBrightness(layers),
    peakData: rifffPeaks(layers),
  };
}
