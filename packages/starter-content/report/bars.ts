import { LIBRARY_CATEGORIES } from '../../../src/data/contract/categories.ts';
import type { StarterLoop, StarterManifest } from '../../../src/data/contract/library.ts';
import { decodeBytes } from '../../../src/data/contract/loopData.ts';
import { keyName } from '../../../src/data/contract/scales.ts';
import type { LoopMeasures } from '../output/measure.ts';
import { NEARLY_SAME } from './distance.ts';

/** What every loop of the house must clear. */
export const BARS = {
  loudnessLu: 2,
  truePeakDbtp: -1,
  seamDb: 3,
  /** Mean of a channel: −60 dBFS. */
  dc: 0.001,
  /** Share of the tonal energy inside the declared scale, and how much more of it another root may hold. */
  keyShare: 0.85,
  keyMargin: -0.05,
  distance: NEARLY_SAME,
  loops: 96,
  families: 3,
  variants: 4,
  bytes: 15_000_000,
  /** Of a collection that has to be bought or unlocked, which comes beside those. */
  collectionVariants: 2,
  collectionBytes: 6_000_000,
} as const;

/** Columns of the table that can be missed. */
export type Bar = 'LUFS' | 'dBTP' | 'seam' | 'frames' | 'DC' | 'key' | 'nearest' | 'tables';

/** The loop that is most like another one. */
export interface Neighbour {
  readonly name: string;
  readonly distance: number;
}

/** How far a stored byte may be off, for a decoder that rounds differently. */
const TABLE_TOLERANCE = 1;

function isTable(stored: string | undefined, measured: Uint8Array): boolean {
  const bytes = decodeBytes(stored);
  return (
    bytes.length === measured.length &&
    bytes.every((byte, at) => Math.abs(byte - measured[at]!) <= TABLE_TOLERANCE)
  );
}

/** Tables of the spectral shape, as documents and measures call them. */
const SHAPES = ['flatness', 'crest', 'timbre'] as const;

/** How far a stored share of a pitch class may be off. */
const CHROMA_TOLERANCE = 0.01;

/** What is wrong with the tables that the manifest carries, in words; empty when they are those of the file. */
function wrongTables(loop: StarterLoop, measures: LoopMeasures): string[] {
  const { loudnessLufs = Number.NaN, chroma = [] } = loop;
  const isChroma = measures.chroma.every(
    (share, at) => Math.abs(share - chroma[at]!) <= CHROMA_TOLERANCE,
  );
  return [
    ...(Math.abs(loudnessLufs - measures.loudnessLufs) <= 0.1 ? [] : ['loudness']),
    ...(isTable(loop.peaks, measures.peaks) ? [] : ['peaks']),
    ...(isTable(loop.bands, measures.bands) ? [] : ['bands']),
    ...SHAPES.filter((name) => !isTable(loop[name], measures.shape[name])),
    ...(isChroma ? [] : ['chroma']),
  ];
}

/** Every bar that a loop misses, with a sentence about it. Comparisons with NaN count as missed. */
export function missedBars(
  loop: StarterLoop,
  measures: LoopMeasures,
  nearest: Neighbour | undefined,
): Map<Bar, string> {
  const missed = new Map<Bar, string>();
  const demand = (bar: Bar, isMet: boolean, sentence: string) => {
    if (!isMet) missed.set(bar, sentence);
  };
  const { key, overTargetLu, frames, expectedFrames } = measures;
  demand(
    'LUFS',
    Math.abs(overTargetLu) <= BARS.loudnessLu,
    `is ${overTargetLu.toFixed(1)} LU off its category's target`,
  );
  demand(
    'dBTP',
    measures.truePeakDb <= BARS.truePeakDbtp,
    `peaks at ${measures.truePeakDb.toFixed(2)} dBTP`,
  );
  demand('seam', measures.seamDb <= BARS.seamDb, `clicks by ${measures.seamDb.toFixed(1)} dB`);
  demand(
    'frames',
    frames === expectedFrames && (loop.frames ?? frames) === frames,
    `has ${frames} frames; tempo and length ask for ${expectedFrames}, its document says ${loop.frames}`,
  );
  demand('DC', measures.dc <= BARS.dc, `has a mean of ${measures.dc.toFixed(4)}`);
  if (key) {
    const declared = keyName(loop.root ?? 0, loop.scale ?? 0);
    demand(
      'key',
      key.share >= BARS.keyShare && key.margin >= BARS.keyMargin,
      `has ${(100 * key.share).toFixed(0)} % of its tones in ${declared}; ` +
        `${keyName(key.best.root, key.best.scale)} fits best`,
    );
  }
  if (nearest) {
    demand(
      'nearest',
      nearest.distance >= BARS.distance,
      `is nearly the same as ${nearest.name} (${nearest.distance.toFixed(3)})`,
    );
  }
  const wrong = wrongTables(loop, measures);
  demand(
    'tables',
    wrong.length === 0,
    `the manifest's ${wrong.join(', ')} are not those of the file`,
  );
  return missed;
}

type Pack = StarterManifest['packs'][number];

/** A pack must have every category in enough variants, and a collection must be small. */
function missedByPack(pack: Pack, own: readonly StarterLoop[], bytes: number): string[] {
  const variants = pack.collection ? BARS.collectionVariants : BARS.variants;
  const missed = LIBRARY_CATEGORIES.flatMap((slug) => {
    const count = own.filter(({ category }) => category === slug).length;
    return count < variants ? [`${pack.id} has ${count} loops of ${slug}`] : [];
  });
  if (pack.collection && bytes > BARS.collectionBytes) {
    missed.push(`${pack.id} has ${bytes} bytes, more than ${BARS.collectionBytes}`);
  }
  return missed;
}

/**
 * Bars of the whole: enough loops for everyone, in enough families, with every category in enough variants, small enough.
 * @param bytes size of each loop's file, by its id
 */
export function missedByTheWhole(
  manifest: StarterManifest,
  bytes: ReadonlyMap<string, number>,
): string[] {
  const { loops, packs } = manifest;
  const sizeOf = (some: readonly StarterLoop[]) =>
    some.reduce((sum, { _id }) => sum + (bytes.get(_id) ?? 0), 0);
  const bought = new Set(packs.filter(({ collection }) => collection).map(({ id }) => id));
  const free = loops.filter(({ family }) => !bought.has(family ?? ''));
  const families = packs.length - bought.size;
  const missed: string[] = [];
  if (free.length < BARS.loops) missed.push(`${free.length} loops, fewer than ${BARS.loops}`);
  if (families < BARS.families) missed.push(`${families} families, fewer than ${BARS.families}`);
  const total = sizeOf(free);
  if (total > BARS.bytes) missed.push(`${total} bytes, more than ${BARS.bytes}`);
  for (const pack of packs) {
    const own = loops.filter(({ family }) => family === pack.id);
    missed.push(...missedByPack(pack, own, sizeOf(own)));
  }
  const strays = loops.filter(({ family }) => !packs.some(({ id }) => id === family));
  for (const { name, family } of strays) missed.push(`${name} belongs to no pack (${family})`);
  return missed;
}
