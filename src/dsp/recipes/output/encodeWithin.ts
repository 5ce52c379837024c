import type { LibraryCategory } from '../../../data/contract/categories.ts';
import { seamDb } from '../../seam.ts';
import type { Stereo } from '../../synth/buffer.ts';
import { truePeakDb } from '../../truePeak.ts';
import { levelled } from './finish.ts';
import { mendSeam } from './mend.ts';

/** Bars that every file must clear. */
export const MAX_TRUE_PEAK_DBTP = -1;
export const MAX_SEAM_DB = 3;

/** A coder and its way back. */
export interface Codec {
  encode(sound: Stereo, quality: number): Promise<Uint8Array>;
  decode(bytes: Uint8Array): Promise<Stereo>;
}

export interface Encoded {
  readonly bytes: Uint8Array;
  /** What the bytes decode to. */
  readonly heard: Stereo;
}

/** Qualities that are tried, the smallest file first, and how often each may mend its seam. */
const QUALITIES = [5, 6, 7, 8.5];
const MENDS = 5;

/**
 * Levels and encodes at the lowest quality whose decoded file clears the bars: with a lower ceiling where the codec
 * made peaks, and with the ends bent together where it tore the seam.
 * @param placed a loop behind `placed`
 * @throws Error when no quality does
 */
export async function encodeWithin(
  placed: Stereo,
  category: LibraryCategory,
  { encode, decode }: Codec,
): Promise<Encoded> {
  let headroomDb = 0;
  let reason = '';
  for (const quality of QUALITIES) {
    let source = levelled(placed, category, headroomDb);
    for (let round = 0; round <= MENDS; round++) {
      const bytes = await encode(source, quality);
      const heard = await decode(bytes);
      if (heard.l.length !== source.l.length) throw new Error('the coder changed the length');
      const peak = truePeakDb([heard.l, heard.r]);
      const seam = Math.max(seamDb(heard.l), seamDb(heard.r));
      if (peak <= MAX_TRUE_PEAK_DBTP - 0.02 && seam <= MAX_SEAM_DB - 0.2) return { bytes, heard };
      reason = `true peak ${peak.toFixed(2)} dBTP, seam ${seam.toFixed(2)} dB`;
      if (peak > MAX_TRUE_PEAK_DBTP - 0.02) {
        headroomDb += Math.ceil((peak - MAX_TRUE_PEAK_DBTP + 0.2) * 64) / 64;
        source = levelled(placed, category, headroomDb);
      } else source = mendSeam(source, heard);
    }
  }
  throw new Error(reason);
}
