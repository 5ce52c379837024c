/**
 * `npm run bench:make [seeds]`: makes loops of every family and category one after the other on one core and prints what
 * that costs and whether they are what was ordered. First `seeds` (10) neighbours of each kind in the tempo and key of
 * their family: processor time against the length of the sound, loudness, peak, seam, key, and how far apart they are.
 * Then as many orders of any tempo, root, scale, length, density and octave. Exits with 1 when a bar is missed.
 */

import { measureLoop } from '../../packages/starter-content/output/measure.ts';
import {
  type LoopPrint,
  loopDistance,
  loopPrint,
  NEARLY_SAME,
} from '../../packages/starter-content/report/distance.ts';
import { align } from '../../packages/starter-content/report/table.ts';
import { LIBRARY_CATEGORIES } from '../../src/data/contract/categories.ts';
import { type LoopOrder, LoopOrderSchema, MADE_FAMILIES } from '../../src/data/contract/making.ts';
import { keyName, SCALES } from '../../src/data/contract/scales.ts';
import { homeOrder } from '../../src/data/rules/draft/loopOrder.ts';
import { makeLoop } from '../../src/dsp/recipes/makeLoop.ts';
import { RATE } from '../../src/dsp/synth/buffer.ts';
import { random } from '../../src/dsp/synth/random.ts';
import { figure } from '../figure.ts';

/** What every made loop must be. */
const BARS = { offLu: 0.5, peakDbtp: -1, seamDb: 3, keyShare: 0.85 } as const;
const SEEDS = Number(process.argv[2] ?? 10);
/** One order in so many is made twice. */
const TWICE_EVERY = 10;

interface Tried {
  readonly order: LoopOrder;
  readonly name: string;
  /** Processor time of making it, ms, and seconds of sound. */
  readonly ms: number;
  readonly sec: number;
  readonly offLu: number;
  readonly peakDb: number;
  readonly seamDb: number;
  /** Share of its tones in the key; undefined where pitch means nothing. */
  readonly share: number | undefined;
  readonly missed: readonly string[];
  readonly print: LoopPrint;
}

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const tell = ({ family, category, seed, bps, root, scale, bars, density, octave }: LoopOrder) =>
  `${family} ${category} ${seed} at ${bps.toFixed(2)}, ${keyName(root, scale)}, ${bars} bars, ${density.toFixed(2)}, ${octave}`;

function isSame(one: readonly Float32Array[], other: readonly Float32Array[]): boolean {
  return one.every((channel, c) => channel.every((x, at) => x === other[c]![at]));
}

function tryOrder(order: LoopOrder, isTwice: boolean): Tried {
  const began = cpuMs();
  const made = makeLoop(order);
  const ms = cpuMs() - began;
  const { channels, length16ths, name } = made;
  const found = measureLoop({ ...order, length16ths, sampleRate: RATE }, channels);
  const missed: string[] = [];
  const demand = (isMet: boolean, text: string) => {
    if (!isMet) missed.push(`${tell(order)}: ${text}`);
  };
  const { overTargetLu: offLu, truePeakDb: peakDb, seamDb, frames, expectedFrames, key } = found;
  demand(frames === expectedFrames, `${frames} frames instead of ${expectedFrames}`);
  demand(Math.abs(offLu) <= BARS.offLu, `${offLu.toFixed(2)} LU off`);
  demand(peakDb <= BARS.peakDbtp, `peaks at ${peakDb.toFixed(2)} dBTP`);
  demand(seamDb <= BARS.seamDb, `a seam of ${seamDb.toFixed(1)} dB`);
  demand(
    channels.every((channel) => channel.every(Number.isFinite)),
    'holds what is no number',
  );
  if (key) demand(key.share >= BARS.keyShare, `${(100 * key.share).toFixed(0)} % in key`);
  if (isTwice) demand(isSame(channels, makeLoop(order).channels), 'differs the second time');
  const print = loopPrint(channels, RATE, length16ths);
  const sec = frames / RATE;
  return { order, name, ms, sec, offLu, peakDb, seamDb, share: key?.share, missed, print };
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const most = (values: readonly number[]) => Math.max(...values);

/** Distances of neighbouring seeds and of all pairs. */
function distances(tried: readonly Tried[]) {
  const pairs: number[] = [];
  const neighbours: number[] = [];
  for (let a = 0; a < tried.length; a++) {
    for (let b = a + 1; b < tried.length; b++) {
      const { total } = loopDistance(tried[a]!.print, tried[b]!.print);
      pairs.push(total);
      if (b === a + 1) neighbours.push(total);
    }
  }
  return { least: Math.min(...pairs), next: Math.min(...neighbours), pairs };
}

function anyOrder(at: number): LoopOrder {
  const rng = random(`bench ${at}`);
  const whole = (low: number, high: number) => low + Math.floor(rng.next() * (high - low + 1));
  return LoopOrderSchema.parse({
    version: 1,
    family: MADE_FAMILIES[at % MADE_FAMILIES.length],
    category: LIBRARY_CATEGORIES[Math.floor(at / MADE_FAMILIES.length) % LIBRARY_CATEGORIES.length],
    seed: whole(0, 0xffff_ffff),
    bps: 0.75 + 3.75 * rng.next(),
    root: whole(0, 11),
    scale: at % SCALES.length,
    bars: [1, 2, 4, 4, 8][whole(0, 4)],
    density: rng.next(),
    octave: whole(-1, 1),
  });
}

const HEAD = [
  'family',
  'category',
  'ms',
  'times real',
  'off LU',
  'dBTP',
  'seam',
  'in key',
  'next',
  'least',
  'copies',
];
const RIGHT = new Set([2, 3, 4, 5, 6, 7, 8, 9, 10]);
const missed: string[] = [];
const rows: string[][] = [];
const all: Tried[] = [];
let pairs = 0;
for (const family of MADE_FAMILIES) {
  for (const category of LIBRARY_CATEGORIES) {
    const tried = Array.from({ length: SEEDS }, (_, seed) =>
      tryOrder(homeOrder(family, category, seed), seed % TWICE_EVERY === 0),
    );
    all.push(...tried);
    missed.push(...tried.flatMap((one) => one.missed));
    const apart = distances(tried);
    pairs += apart.pairs.length;
    const copies = apart.pairs.filter((one) => one < NEARLY_SAME).length;
    if (copies > 0) missed.push(`${family} ${category}: ${copies} pairs are near copies`);
    const shares = tried.flatMap(({ share }) => share ?? []);
    rows.push([
      ...[family, category, median(tried.map(({ ms }) => ms)).toFixed(0)],
      median(tried.map(({ ms, sec }) => (sec * 1000) / ms)).toFixed(1),
      most(tried.map(({ offLu }) => Math.abs(offLu))).toFixed(2),
      most(tried.map(({ peakDb }) => peakDb)).toFixed(2),
      most(tried.map(({ seamDb }) => seamDb)).toFixed(1),
      shares.length > 0 ? `${(100 * Math.min(...shares)).toFixed(0)} %` : '–',
      ...[apart.next.toFixed(2), apart.least.toFixed(2), String(copies)],
    ]);
  }
}
for (const line of align([HEAD, ...rows], RIGHT)) console.log(line);
const medianMs = median(all.map(({ ms }) => ms));
const slowest = most(all.map(({ ms }) => ms));
console.log(
  `${all.length} loops of 4 bars, ${pairs} pairs: median ${medianMs.toFixed(0)} ms of one processor, slowest ${slowest.toFixed(0)} ms`,
);

const anywhere = Array.from({ length: all.length }, (_, at) =>
  tryOrder(anyOrder(at), at % TWICE_EVERY === 0),
);
missed.push(...anywhere.flatMap((one) => one.missed));
const shares = anywhere.flatMap(({ share }) => share ?? []);
console.log(
  `${anywhere.length} orders of any tempo and key: ` +
    `at most ${most(anywhere.map(({ offLu }) => Math.abs(offLu))).toFixed(2)} LU off, ` +
    `${most(anywhere.map(({ peakDb }) => peakDb)).toFixed(2)} dBTP, ` +
    `seam ${most(anywhere.map(({ seamDb }) => seamDb)).toFixed(1)} dB, ` +
    `least in key ${(100 * Math.min(...shares)).toFixed(0)} % of ${shares.length}, ` +
    `${median(anywhere.map(({ ms, sec }) => (sec * 1000) / ms)).toFixed(1)} times real time`,
);
for (const sentence of missed) console.log(`MISSED ${sentence}`);
const met = [figure('madeMs', medianMs), figure('madeMissed', missed.length)];
process.exitCode = met.every(Boolean) ? 0 : 1;
