/** The loops of a rifff as its peaks are put together from them (`dsp/rifffPeaks.ts`). Pure. */
import type { Loop } from '../../contract/loop.ts';
import { decodeBytes } from '../../contract/loopData.ts';
import type { PlayingSlot, Rifff } from '../../contract/rifff.ts';
import { clampPlaybackRate, rifffBars } from './timing.ts';

/** A used slot, and its loop as it sounds there. */
export interface HeardLoop {
  readonly slot: PlayingSlot;
  readonly loop: Loop;
  /** Magnitudes of one pass; empty when unknown, 32 to 128 of them in lists. */
  readonly peaks: Uint8Array;
  /** 4 × 256 RMS values; empty when unknown. */
  readonly bands: Uint8Array;
  readonly loudnessLufs: number | undefined;
  /** Linear; 0 for a slot that is off. */
  readonly gain: number;
  /** Passes over the length of the rifff, more than 0. */
  readonly passes: number;
}

/** The used slots of a rifff in their order, those that are off too. A slot whose loop is missing is not used. */
export function rifffLayers(rifff: Pick<Rifff, 'state' | 'loops'>): HeardLoop[] {
  const { barLength, playback } = rifff.state;
  const total16ths = rifffBars(rifff) * barLength;
  return playback.flatMap(({ slot: { current: slot } }): HeardLoop[] => {
    const loop = slot && rifff.loops.find(({ _id }) => _id === slot.currentLoop);
    if (!slot || !loop) return [];
    return [
      {
        slot,
        loop,
        peaks: decodeBytes(loop.peaks),
        bands: decodeBytes(loop.bands),
        loudnessLufs: loop.loudnessLufs,
        gain: slot.on ? slot.gain : 0,
        passes: (total16ths * clampPlaybackRate(slot.playbackRate)) / loop.length16ths,
      },
    ];
  });
}
