import { categoryColourCode } from '../../../src/data/contract/colours.ts';
import { decodeBytes } from '../../../src/data/contract/loopData.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { clampPlaybackRate, rifffBars } from '../../../src/data/rules/time/timing.ts';
import {
  type RifffLayer,
  rifffBrightness,
  rifffMagnitude,
  rifffPeaks,
} from '../../../src/dsp/rifffPeaks.ts';

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
  const { barLength, playback } = rifff.state;
  const total16ths = rifffBars(rifff) * barLength;
  const layerColours: string[] = [];
  const layers: RifffLayer[] = [];
  for (const { slot } of playback) {
    const loop = rifff.loops.find(({ _id }) => _id === slot.current?.currentLoop);
    if (!slot.current || !loop) continue;
    const { category, gain, on, playbackRate } = slot.current;
    layerColours.push(categoryColourCode(category ?? loop.category));
    layers.push({
      peaks: decodeBytes(loop.peaks),
      bands: decodeBytes(loop.bands),
      loudnessLufs: loop.loudnessLufs,
      gain: on ? gain : 0,
      passes: (total16ths * clampPlaybackRate(playbackRate)) / loop.length16ths,
    });
  }
  return {
    colour: rifffColour(rifff),
    layerColours,
    magnitude: rifffMagnitude(layers),
    brightness: rifffBrightness(layers),
    peakData: rifffPeaks(layers),
  };
}
