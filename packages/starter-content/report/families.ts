import type { StarterManifest } from '../../../src/data/contract/library.ts';
import { keyName } from '../../../src/data/contract/scales.ts';
import { matchKey } from '../../../src/dsp/chroma.ts';
import { align, nameOf, type Row, signed } from './table.ts';

const HEAD = [
  'family',
  'loops',
  'bpm',
  'Mbyte',
  'mean |Δ| LU',
  'dBTP',
  'seam',
  'key',
  'share',
  'found',
  'nearest pair',
  'distance',
];
const RIGHT = new Set([1, 2, 3, 4, 5, 6, 8, 11]);

/** Chroma of all pitched loops of a family but the effects, each loop counting alike. */
function familyChroma(rows: readonly Row[]): Float32Array {
  const sum = new Float32Array(12);
  for (const { loop, measures } of rows) {
    if (!measures.key || loop.category === 'fx') continue;
    const tonal = measures.chroma.reduce((total, share) => total + share, 0);
    for (let at = 0; at < 12; at++) sum[at]! += measures.chroma[at]! / tonal;
  }
  return sum;
}

const highest = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), -Infinity);

/**
 * One line for each family, and sentences about families whose loops together fit another root better than the
 * declared one.
 * @param bytes size of each loop's file, by its id
 */
export function familySummary(
  { packs }: StarterManifest,
  rows: readonly Row[],
  bytes: ReadonlyMap<string, number>,
): { lines: string[]; missed: string[] } {
  const missed: string[] = [];
  const lines = packs.map((pack) => {
    const own = rows.filter(({ loop }) => loop.family === pack.id);
    const shares = familyChroma(own);
    const key = matchKey(shares, pack.root, pack.scale);
    const hasTones = shares.some((share) => share > 0);
    if (hasTones && key.margin < 0) {
      missed.push(
        `${pack.id} declares ${keyName(pack.root, pack.scale)}, but its loops together hold more of the same scale on another root`,
      );
    }
    const nearest = own
      .filter((row) => row.nearest)
      .sort((a, b) => a.nearest!.distance - b.nearest!.distance)[0];
    const size = own.reduce((sum, { loop }) => sum + (bytes.get(loop._id) ?? 0), 0);
    const off = own.reduce((sum, { measures }) => sum + Math.abs(measures.overTargetLu), 0);
    return [
      pack.id,
      String(own.length),
      (pack.bps * 60).toFixed(1),
      (size / 1e6).toFixed(2),
      (off / Math.max(1, own.length)).toFixed(2),
      signed(highest(own.map(({ measures }) => measures.truePeakDb))),
      signed(highest(own.map(({ measures }) => measures.seamDb))),
      keyName(pack.root, pack.scale),
      hasTones ? `${(100 * key.share).toFixed(0)} %` : '–',
      hasTones ? keyName(key.best.root, key.best.scale) : '–',
      nearest ? `${nameOf(nearest.loop)} – ${nearest.nearest!.name}` : '–',
      nearest ? nearest.nearest!.distance.toFixed(2) : '–',
    ];
  });
  return { lines: align([HEAD, ...lines], RIGHT), missed };
}
