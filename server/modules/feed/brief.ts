import type { Loop } from '../../../src/data/contract/loop.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { briefLoops, peakSteps } from '../jams/brief.ts';

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
  'chroma',
  'brightness',
] as const;

/** A loop without the tables that it is drawn from. */
export function slimLoop(loop: Loop): Record<string, unknown> {
  const slim: Record<string, unknown> = {};
  for (const key of LOOP_KEYS) if (loop[key] !== undefined) slim[key] = loop[key];
  return slim;
}

/**
 * A rifff as the feed lists it (`briefRifff`), in JSON. Its `peakData` is written here because 1536 numbers take
 * `JSON.stringify` longer than all the rest.
 */
export function briefJson(rifff: Rifff): string {
  const { peakData, ...rest } = rifff;
  const loops = briefLoops(rifff).map((loop) => ({
    ...slimLoop(loop),
    ...(loop.peaks && { peaks: loop.peaks }),
  }));
  const json = JSON.stringify({ ...rest, loops });
  if (!peakData) return json;
  const steps = peakSteps(peakData).map(({ value, bins }) => `,${value}`.repeat(bins));
  return `${json.slice(0, -1)},"peakData":[${steps.join('').slice(1)}]}`;
}
