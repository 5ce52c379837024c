import { LRUCache } from 'lru-cache';
import { categoryOf } from '../../../src/data/contract/categories.ts';
import type { Loop } from '../../../src/data/contract/loop.ts';
import { decodeBytes, encodeBytes } from '../../../src/data/contract/loopData.ts';
import type { PlayingSlot, Rifff } from '../../../src/data/contract/rifff.ts';
import { rifffBars } from '../../../src/data/rules/time/timing.ts';
import { briefPeaks } from '../../../src/drawing/briefPeaks.ts';
import { loopBrightness } from '../../../src/drawing/character.ts';
import { loopModel } from '../../../src/drawing/model.ts';

/** Bins of `peakData` that have one value in a list. */
const PEAK_RUN = 48;
/** Short profiles that are kept; one takes about 300 bytes. */
const MOST_KEPT = 20_000;

/** Short profiles in base64. Loops never change, so they are made once. */
const kept = new LRUCache<string, string>({ max: MOST_KEPT });

function keep(key: string, make: () => string): string {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make();
  kept.set(key, made);
  return made;
}

/** Peaks of a loop for the ring that a slot makes of it. */
function peaksFor(loop: Loop, slot: PlayingSlot, turn16ths: number): string | undefined {
  if (!loop.peaks) return undefined;
  const category = categoryOf(slot.category ?? loop.category).slug;
  const repeats = turn16ths / (loop.length16ths / (slot.playbackRate || 1));
  return keep(`${loop._id} ${category} ${repeats}`, () =>
    encodeBytes(briefPeaks({ ...loopModel(loop), category, repeats })),
  );
}

/** The brightness that the drawing takes from the band envelopes of a loop. */
function brightnessFor({ _id, bands, brightness }: Loop): { brightness?: number } {
  if (!bands) return brightness === undefined ? {} : { brightness };
  const made = keep(`${_id} bands`, () => String(loopBrightness(decodeBytes(bands)) ?? ''));
  return made === '' ? {} : { brightness: Number(made) };
}

/**
 * Loops without band envelopes and spectral shape but with their brightness and, as `peaks`, with the short profile of their ring in
 * this rifff.
 */
export function briefLoops(rifff: Pick<Rifff, 'state' | 'loops'>): Loop[] {
  const turn16ths = rifffBars(rifff) * rifff.state.barLength;
  return rifff.loops.map((whole) => {
    const { bands: _b, flatness: _f, crest: _c, brightness: _s, ...rest } = whole;
    const loop = { ...rest, ...brightnessFor(whole) };
    const used = rifff.state.playback.find(({ slot }) => slot.current?.currentLoop === loop._id);
    const peaks = used?.slot.current && peaksFor(loop, used.slot.current, turn16ths);
    return peaks ? { ...loop, peaks } : loop;
  });
}

/**
 * The values of a list's `peakData`, each of which stands for 48 bins: the largest of them, with two decimals
 * rounded up.
 */
export function peakSteps(peakData: readonly number[]): { value: number; bins: number }[] {
  const steps: { value: number; bins: number }[] = [];
  for (let from = 0; from < peakData.length; from += PEAK_RUN) {
    const run = peakData.slice(from, from + PEAK_RUN);
    const value = Math.ceil(Math.max(...run) * 100 - 1e-6) / 100;
    steps.push({ value: value || 0, bins: run.length });
  }
  return steps;
}

/**
 * A rifff as lists carry it: all that it takes to play it and to draw its rings, without what only adds detail.
 * `peakData` has as many bins as ever, but in steps, which compress to next to nothing.
 */
export function briefRifff(rifff: Rifff): Rifff {
  const brief = { ...rifff, loops: briefLoops(rifff) };
  if (!rifff.peakData) return brief;
  const peakData = peakSteps(rifff.peakData).flatMap(({ value, bins }) =>
    new Array<number>(bins).fill(value),
  );
  return { ...brief, peakData };
}
