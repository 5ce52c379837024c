/** Which loops sound alike, by their stored timbres (`contract/loop.ts`). Pure. */
import { decodeBytes } from '../../contract/loopData.ts';

/** Standard deviation of each byte over the 112 loops of the starter pack (`npm run bench:alike` prints them). */
const SPREADS: readonly number[] = [
  18.5, 32.5, 45.6, 36.7, 21.3, 21.4, 21.9, 19, 13.6, 12.7, 10.5, 10.6, 10.6, 45.2, 20.9, 19.1, 15,
  12, 10.5, 11.7, 11.1, 13.7, 13.8, 13.3, 12.3, 11.2,
];

/** Base64 of a timbre as bytes; null where a loop was not measured or is silent. */
export function timbreBytes(stored: string | null | undefined): Uint8Array | null {
  const bytes = decodeBytes(stored ?? '');
  return bytes.length === SPREADS.length && bytes.some((byte) => byte > 0) ? bytes : null;
}

/**
 * Distance of two timbres: 0 is the same, 1.4 is what two loops by chance have. The Euclidean distance of means and standard
 * deviations of MFCCs, each in units of its spread (Tzanetakis and Cook 2002, "Musical genre classification of audio
 * signals"), over the root of their number.
 * @param a 26 bytes, as b
 */
export function timbreDistance(a: Uint8Array, b: Uint8Array): number {
  const sum = SPREADS.reduce((all, spread, at) => all + ((a[at]! - b[at]!) / spread) ** 2, 0);
  return Math.sqrt(sum / SPREADS.length);
}

/** A loop with its timbre in base64; null or left out where it was not measured. */
export interface Voiced {
  readonly id: string;
  readonly timbre?: string | null | undefined;
}

/**
 * Ids of the loops that were measured and are not silent, the nearest to a timbre first, ties by id.
 * @param timbre 26 bytes
 */
export function nearestFirst(timbre: Uint8Array, loops: readonly Voiced[]): string[] {
  return loops
    .flatMap(({ id, timbre: stored }) => {
      const other = timbreBytes(stored);
      return other ? [{ id, distance: timbreDistance(timbre, other) }] : [];
    })
    .sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}
