/**
 * `npm run bench:alike`: how often loops that sound alike are of one category, over the loops of the starter pack, each
 * compared with all others by what the manifest stores. By chance it would be one in nine. Beside it the same for the four
 * bands, and how long the spectral shape of a loop takes to measure.
 */
import { join } from 'node:path';
import { readStarterManifest } from '../../packages/starter-content/manifest.ts';
import { LOOP_BAND_BINS, LOOP_BANDS } from '../../src/data/contract/constants.ts';
import type { Loop } from '../../src/data/contract/loop.ts';
import { decodeBytes } from '../../src/data/contract/loopData.ts';
import { timbreDistance } from '../../src/data/rules/search/timbre.ts';
import { spectralShape } from '../../src/dsp/spectralShape.ts';
import { figure, line } from '../figure.ts';

const NEAREST = 5;
const { loops } = readStarterManifest(join(import.meta.dirname, '../../assets/starter'));

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const spread = (values: readonly number[]) => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
};

/** Share of the nearest loops of each that are of its category. */
function sameKind(count: number, distance: (a: number, b: number) => number): number {
  const shares = loops.map(({ category }, at) => {
    const near = loops
      .map((other, to) => ({
        category: other.category,
        far: to === at ? Infinity : distance(at, to),
      }))
      .sort((a, b) => a.far - b.far)
      .slice(0, count);
    return near.filter((one) => one.category === category).length / count;
  });
  return mean(shares);
}

/** Mean and standard deviation of each band over the loop, each in units of its spread over all loops. */
function bandPrints(): number[][] {
  const rows = loops.map(({ bands }: Loop) => {
    const bytes = decodeBytes(bands);
    return Array.from({ length: LOOP_BANDS }, (_, band) => {
      const bins = [...bytes.subarray(band * LOOP_BAND_BINS, (band + 1) * LOOP_BAND_BINS)];
      return [mean(bins), spread(bins)];
    }).flat();
  });
  const spreads = rows[0]!.map((_, at) => spread(rows.map((row) => row[at]!)));
  return rows.map((row) => row.map((value, at) => value / spreads[at]!));
}

const timbres = loops.map(({ timbre }) => decodeBytes(timbre));
const bands = bandPrints();
const byTimbre = (a: number, b: number) => timbreDistance(timbres[a]!, timbres[b]!);
const byBands = (a: number, b: number) =>
  Math.hypot(...bands[a]!.map((value, at) => value - bands[b]![at]!));

line('spreads of the timbre', '');
console.log(
  timbres[0]!.reduce(
    (text, _, at) => `${text} ${spread(timbres.map((one) => one[at]!)).toFixed(1)}`,
    '',
  ),
);
const isMet = figure('alikeKind', sameKind(NEAREST, byTimbre));
line('  the nearest one alone', sameKind(1, byTimbre).toFixed(3));
line('the same by the four bands', sameKind(NEAREST, byBands).toFixed(3));
line('  the nearest one alone', sameKind(1, byBands).toFixed(3));

const noise = Float32Array.from({ length: 8 * 48_000 }, () => Math.random() - 0.5);
const times = Array.from({ length: 9 }, () => {
  const from = performance.now();
  spectralShape([noise], 48_000, 64);
  return performance.now() - from;
}).sort((a, b) => a - b);
line('spectral shape of a loop of 64 sixteenths', `${times[4]!.toFixed(0)} ms`, 'median of 9');
process.exitCode = isMet ? 0 : 1;
