/**
 * Measures the mixes of the demo content and how the first of the feed look beside each other, and names every bar
 * that one of them misses. `npm run demo:report -- [--all] [--looks] [--sheet FILE]`: the shared rifffs, or every one;
 * only the looks; a PNG of the discs. Exits with 1 on a miss.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { StarterManifestSchema } from '../../../src/data/contract/library.ts';
import { differingParts } from '../../../src/data/rules/arranging/arrange.ts';
import { bandGapsDb } from '../../../src/data/rules/arranging/arrangement.ts';
import type { PlannedRifff } from '../../../src/data/rules/demo/history.ts';
import { type DemoJam, planDemo } from '../../../src/data/rules/demo/plan.ts';
import { targetLufs } from '../../../src/dsp/levels.ts';
import { everyonesLoops } from '../manifest.ts';
import { discSheet, drawDisc, nearestDiscs, turnSec } from './discs.ts';
import { loopReader, type MixMeasures, measureMix, renderMix } from './mix.ts';

const STARTER = fileURLToPath(new URL('../../../assets/starter', import.meta.url));

/** What every mix must meet. */
const BARS = {
  /** Loudness of a rifff whose drums are on, in LUFS at a master gain of 0 dB. */
  lufs: [-15.75, -13.75],
  breakdownLufs: [-20, -13.75],
  /** Share of the time in which the limiter may act at the player's master gain, and at 0 dB. */
  limited: 0.001,
  limitedAtUnity: 0.12,
  /** Least share of the tonal energy in the declared key. */
  keyShare: 0.75,
  /** Largest share of the discs of the feed's first pages with the same category outside. */
  sameOutside: 0.3,
  /**
   * Least difference of a disc from the one that is most like it, per channel of a pixel (0 to 255). Chosen by
   * looking at pairs: below it they have the same rings in the same order, and one is taken for the other.
   */
  discDistance: 16,
  /** Tempos and keys of the first screen, at least. */
  firstTempos: 4,
} as const;
/** Rifffs that count as the feed's first pages, and as its first screen. */
const FIRST = { pages: 60, screen: 12 };

interface Measured {
  readonly name: string;
  readonly rifff: PlannedRifff;
  readonly measures: MixMeasures;
}

const isHeard = (rifff: PlannedRifff, part: string) =>
  rifff.voices.some((voice) => voice.part === part && voice.isOn);
const percent = (share: number) => `${(100 * share).toFixed(2)} %`;

function missedBy({ name, rifff, measures }: Measured): string[] {
  const [low, high] = isHeard(rifff, 'drums') ? BARS.lufs : BARS.breakdownLufs;
  const { lufs, limited, limitedAtUnity, keyShare } = measures;
  return [
    lufs < low || lufs > high ? `${name}: ${lufs.toFixed(1)} LUFS` : '',
    limited > BARS.limited ? `${name}: limited ${percent(limited)} of the time` : '',
    limitedAtUnity > BARS.limitedAtUnity
      ? `${name}: limited ${percent(limitedAtUnity)} of the time at a master gain of 0 dB`
      : '',
    keyShare !== null && keyShare < BARS.keyShare ? `${name}: ${percent(keyShare)} in key` : '',
  ].filter(Boolean);
}

async function measure(name: string, rifff: PlannedRifff, read: ReturnType<typeof loopReader>) {
  const mix = await renderMix(rifff.voices, rifff.key, read);
  const tones = rifff.voices.filter(({ part }) => part !== 'drums' && part !== 'perc');
  const pitched = await renderMix(tones, rifff.key, read);
  return { name, rifff, measures: measureMix(mix, pitched, rifff.key) };
}

function spread(values: readonly number[], digits = 1): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(digits);
  return `${at(0)} … ${at(0.5)} … ${at(1)}`;
}

function summary(all: readonly Measured[]): string[] {
  const whole = all.filter(({ rifff }) => isHeard(rifff, 'drums'));
  const broken = all.filter(({ rifff }) => !isHeard(rifff, 'drums'));
  const of = (pick: (one: MixMeasures) => number) => all.map(({ measures }) => pick(measures));
  const gaps = all.flatMap(({ rifff }) => bandGapsDb(rifff.voices).filter(Number.isFinite));
  const keys = all.flatMap(({ measures }) => measures.keyShare ?? []);
  const margins = all.flatMap(({ measures }) => measures.keyMargin ?? []);
  const bands = ['below 200 Hz', '200 to 1000', '1000 to 5000', 'above 5000'];
  return [
    `${all.length} mixes; lowest … median … highest`,
    `LUFS with drums          ${spread(whole.map(({ measures }) => measures.lufs))}`,
    broken.length > 0
      ? `LUFS of breakdowns       ${spread(broken.map(({ measures }) => measures.lufs))}`
      : '',
    `dBTP at 0 dB             ${spread(of((one) => one.truePeakDb))}`,
    `% limited at 0 dB        ${spread(
      of((one) => 100 * one.limitedAtUnity),
      3,
    )}`,
    `% limited at −6 dB       ${spread(
      of((one) => 100 * one.limited),
      3,
    )}`,
    ...bands.map(
      (band, at) => `dB of all, ${band.padEnd(13)} ${spread(of((one) => one.bandsDb[at]!))}`,
    ),
    `dB between the loudest two of a band  ${spread(gaps)}`,
    `% of tones in key        ${spread(keys.map((share) => 100 * share))}`,
    `over the next root, %    ${spread(margins.map((margin) => 100 * margin))}`,
  ].filter(Boolean);
}

function historyOf({ room, rifffs, shares }: DemoJam): string {
  const parents = rifffs.flatMap(({ parent }) => (parent?.jam === room.key ? [parent.at] : []));
  const branches = parents.length - new Set(parents).size;
  const ownMax = Math.max(
    0,
    ...rifffs.map(({ parent, voices }) =>
      parent?.jam === room.key ? differingParts(rifffs[parent.at]!.voices, voices) : 0,
    ),
  );
  const loops = new Set(rifffs.flatMap(({ voices }) => voices.map(({ loop }) => loop._id)));
  const likes = shares.map((share) => share.likes.length).join(' ');
  return [
    room.key.padEnd(14),
    `${rifffs.length} rifffs`,
    `${branches} branches`,
    `${loops.size} loops`,
    `at most ${ownMax} parts changed`,
    `${shares.length} shared, likes ${likes}`,
  ].join('  ');
}

interface Shown {
  readonly name: string;
  readonly rifff: PlannedRifff;
}

/** The shared rifffs in the order of the feed, the newest first. */
function feedOf(jams: readonly DemoJam[]): Shown[] {
  return jams
    .flatMap(({ shares, rifffs }) =>
      shares.map(({ at, title, agoMs }) => ({ name: title, rifff: rifffs[at]!, agoMs })),
    )
    .sort((a, b) => a.agoMs - b.agoMs);
}

/** How the first of the feed look and differ: sentences for the report, and the bars that they miss. */
async function looksOf(feed: readonly Shown[]): Promise<{ lines: string[]; missed: string[] }> {
  const discs = await Promise.all(feed.map(({ name, rifff }) => drawDisc(name, rifff)));
  const outsides = [...Map.groupBy(discs, ({ outside }) => outside)]
    .map(([outside, own]) => ({ outside, share: own.length / discs.length }))
    .sort((a, b) => b.share - a.share);
  const nearest = nearestDiscs(discs);
  const screen = feed.slice(0, FIRST.screen).map(({ rifff }) => rifff);
  const tempos = new Set(screen.map(({ key }) => Math.round(60 * key.bps)));
  const keys = new Set(screen.map(({ key }) => `${key.root} ${key.scale}`));
  const counts = feed.map(({ rifff }) => rifff.voices.length);
  const close = nearest.filter(({ distance }) => distance < BARS.discDistance);
  const pairs = new Set(
    close.map(({ disc, other, distance }) => {
      const names = [disc.name, other.name].sort();
      return `${names.join(' and ')} differ by ${distance.toFixed(1)}`;
    }),
  );
  return {
    lines: [
      `the first ${feed.length} of the feed`,
      `outermost ring           ${outsides
        .map(({ outside, share }) => `${outside} ${Math.round(100 * share)} %`)
        .join(', ')}`,
      `rings                    ${spread(counts, 0)}`,
      `without drums            ${feed.filter(({ rifff }) => !isHeard(rifff, 'drums')).length}`,
      `tempos and keys of the first ${FIRST.screen}: ${tempos.size} and ${keys.size}`,
      `seconds of a turn        ${spread(feed.map(({ rifff }) => turnSec(rifff)))}`,
      `to the nearest disc      ${spread(nearest.map(({ distance }) => distance))}`,
    ],
    missed: [
      outsides[0]!.share > BARS.sameOutside
        ? `too many discs have ${outsides[0]!.outside} outside`
        : '',
      tempos.size < BARS.firstTempos ? `the first screen has ${tempos.size} tempos` : '',
      keys.size < BARS.firstTempos ? `the first screen has ${keys.size} keys` : '',
      ...pairs,
    ].filter(Boolean),
  };
}

const text = await readFile(join(STARTER, 'manifest.json'), 'utf8');
const loops = everyonesLoops(StarterManifestSchema.parse(JSON.parse(text)));
const jams = planDemo({ loops, targetLufs });
const { values: asked } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    looks: { type: 'boolean', default: false },
    sheet: { type: 'string' },
  },
});
for (const jam of jams) console.log(historyOf(jam));
const feed = feedOf(jams).slice(0, FIRST.pages);
const { lines, missed } = await looksOf(feed);
for (const line of lines) console.log(line);
if (asked.sheet) {
  const discs = feed.map(({ rifff }) => rifff);
  await writeFile(asked.sheet, await discSheet(discs, FIRST.screen));
}
if (!asked.looks) {
  const read = loopReader(STARTER);
  const measured: Measured[] = [];
  for (const { room, rifffs, shares } of jams) {
    for (const [at, rifff] of rifffs.entries()) {
      const share = shares.find((one) => one.at === at);
      if (!share && !asked.all) continue;
      measured.push(await measure(share?.title ?? `${room.key} ${at}`, rifff, read));
    }
  }
  for (const line of summary(measured)) console.log(line);
  missed.push(...measured.flatMap(missedBy));
}
for (const sentence of missed) console.log(`MISSED ${sentence}`);
console.log(missed.length === 0 ? 'every bar is met' : `${missed.length} bars missed`);
process.exitCode = missed.length === 0 ? 0 : 1;
