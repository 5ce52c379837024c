import { encodeBytes } from '../../../src/data/contract/bytes.ts';
import { categoryOf } from '../../../src/data/contract/categories.ts';
import type { Loop } from '../../../src/data/contract/loop.ts';
import type { PlayingSlot, Rifff } from '../../../src/data/contract/rifff.ts';
import { rifffBars } from '../../../src/data/rules/timing.ts';
import { briefPeaks } from '../../../src/drawing/briefPeaks.ts';
import { loopModel } from '../../../src/drawing/model.ts';

/** Keys of a loop that playing and crediting need; others' unknown keys stay out of lists. */
const LOOP_KEYS = [
  '_id',
  'name',
  'creatorUserName',
  'created',
  'cdn_attachments',
  'startOffsetSamples',
  'barLength',
  'length16ths',
  'bps',
  'sampleRate',
  'frames',
  'category',
  'isLibraryLoop',
  'isRemoved',
  'primaryColour',
  'family',
  'root',
  'scale',
  'loudnessLufs',
] as const;

/** A loop without the tables that it is drawn from. */
export function slimLoop(loop: Loop): Record<string, unknown> {
  const slim: Record<string, unknown> = {};
  for (const key of LOOP_KEYS) if (loop[key] !== undefined) slim[key] = loop[key];
  return slim;
}

/** Bins of `peakData` that have one value in a list. */
const PEAK_RUN = 24;
/** Short profiles that are kept; one takes about 300 bytes. */
const MOST_KEPT = 20_000;

/** Short profiles in base64. Loops never change, so they are made once. */
const kept = new Map<string, string>();

function keep(key: string, make: () => string): string {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make();
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value!);
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

/** As many bins as ever, but in runs of the largest of them with two decimals, which compress to next to nothing. */
function briefPeakData(peakData: readonly number[]): number[] {
  const brief: number[] = new Array(peakData.length);
  for (let from = 0; from < peakData.length; from += PEAK_RUN) {
    const to = Math.min(from + PEAK_RUN, peakData.length);
    let most = peakData[from]!;
    for (let at = from + 1; at < to; at++) most = Math.max(most, peakData[at]!);
    brief.fill(Math.ceil(most * 100 - 1e-6) / 100, from, to);
  }
  return brief;
}

/**
 * A rifff as lists carry it: all that it takes to play it and to draw its rings, without what only adds detail.
 * Loops have no band envelopes and, as `peaks`, the short profile of their ring; `peakData` has steps.
 */
export function briefRifff(rifff: Rifff): Record<string, unknown> {
  const turn16ths = rifffBars(rifff) * rifff.state.barLength;
  const loops = rifff.loops.map((loop) => {
    const used = rifff.state.playback.find(({ slot }) => slot.current?.currentLoop === loop._id);
    const peaks = used?.slot.current && peaksFor(loop, used.slot.current, turn16ths);
    return { ...slimLoop(loop), ...(peaks && { peaks }) };
  });
  const { peakData } = rifff;
  return { ...rifff, loops, ...(peakData && { peakData: briefPeakData(peakData) }) };
}
