/** The field of the arcade as the rules see it: rifffs and loops as numbers, without names. */
import type { ArcadeField, FieldLoop, FieldRifff } from '../../contract/arcade.ts';
import { categoryOf } from '../../contract/categories.ts';
import { LOOP_BAND_BINS, LOOP_BANDS } from '../../contract/constants.ts';
import type { Loop } from '../../contract/loop.ts';
import { decodeBytes } from '../../contract/loopData.ts';
import type { Rifff } from '../../contract/rifff.ts';
import { loopTones } from '../arranging/scales.ts';

/** A rifff that may stand in the field. */
export interface FieldEntry {
  /** Id of its share. */
  readonly id: string;
  /** Who shared it. */
  readonly maker: string;
  /** With whole loops. */
  readonly rifff: Rifff;
}

/** A loop out of a rifff of the field. */
export interface FieldPick {
  readonly rifff: FieldRifff;
  readonly loop: FieldLoop;
}

/** A field by its ids. */
export interface FieldIndex {
  readonly field: ArcadeField;
  readonly rifffs: ReadonlyMap<string, FieldRifff>;
  readonly loops: ReadonlyMap<string, FieldLoop>;
  /** Every loop of every rifff, in the order of the field. */
  readonly picks: readonly FieldPick[];
}

const EVEN = [100, 100, 100, 100];

/** Root mean square of each band over the loop, in hundredths of the strongest. */
function bandLevels(loop: Loop): number[] {
  const bytes = decodeBytes(loop.bands);
  if (bytes.length !== LOOP_BANDS * LOOP_BAND_BINS) return EVEN;
  const levels = Array.from({ length: LOOP_BANDS }, (_, band) => {
    const bins = bytes.subarray(band * LOOP_BAND_BINS, (band + 1) * LOOP_BAND_BINS);
    return Math.sqrt(bins.reduce((sum, value) => sum + value * value, 0) / LOOP_BAND_BINS);
  });
  const most = Math.max(...levels);
  return most > 0 ? levels.map((level) => Math.round((100 * level) / most)) : EVEN;
}

function tonesOf(loop: Loop, category: string): FieldLoop['tones'] {
  const tones = loopTones(loop, category);
  if (tones === null) return null;
  if ('root' in tones) return { root: tones.root, scale: tones.scale };
  return tones.map((share) => Math.round(1000 * share));
}

/** Loops that sound in a rifff, in slot order, each once, with the category that its ring shows. */
function sounding({ state, loops }: Rifff): { loop: Loop; category: string }[] {
  const found = new Map<string, { loop: Loop; category: string }>();
  for (const { slot } of state.playback) {
    const { current } = slot;
    const loop = current && loops.find(({ _id }) => _id === current.currentLoop);
    // Documents of before say nothing where a slot is on.
    if (!loop || current.on === false || loop.isRemoved === true || found.has(loop._id)) continue;
    found.set(loop._id, { loop, category: categoryOf(current.category ?? loop.category).slug });
  }
  return [...found.values()];
}

/** The field of a day out of rifffs in its order; those in which nothing sounds are left out. */
export function fieldOf(day: string, entries: readonly FieldEntry[]): ArcadeField {
  const makers = new Map<string, number>();
  const makerOf = (name: string) => {
    if (!makers.has(name)) makers.set(name, makers.size);
    return makers.get(name)!;
  };
  const loops = new Map<string, FieldLoop>();
  const rifffs: FieldRifff[] = [];
  for (const { id, maker, rifff } of entries) {
    const own = sounding(rifff);
    if (own.length === 0) continue;
    for (const { loop, category } of own) {
      if (loops.has(loop._id)) continue;
      loops.set(loop._id, {
        id: loop._id,
        category,
        bps: loop.bps,
        tones: tonesOf(loop, category),
        bands: bandLevels(loop),
        maker: makerOf(loop.creatorUserName),
        isLibrary: loop.isLibraryLoop === true,
      });
    }
    const { bps, barLength } = rifff.state;
    const { root, scale } = rifff;
    const ids = own.map(({ loop }) => loop._id);
    rifffs.push({ id, maker: makerOf(maker), bps, barLength, root, scale, loops: ids });
  }
  return { day, rifffs, loops: [...loops.values()] };
}

const indexes = new WeakMap<ArcadeField, FieldIndex>();

/** The field by its ids; made once for each document. */
export function indexField(field: ArcadeField): FieldIndex {
  const known = indexes.get(field);
  if (known) return known;
  const rifffs = new Map(field.rifffs.map((rifff) => [rifff.id, rifff]));
  const loops = new Map(field.loops.map((loop) => [loop.id, loop]));
  const picks = field.rifffs.flatMap((rifff) =>
    rifff.loops.flatMap((id): FieldPick[] => {
      const loop = loops.get(id);
      return loop ? [{ rifff, loop }] : [];
    }),
  );
  const made: FieldIndex = { field, rifffs, loops, picks };
  indexes.set(field, made);
  return made;
}

/** A loop out of a rifff by their ids; undefined where the field does not have it. */
export function findPick({ rifffs, loops }: FieldIndex, ids: { rifff: string; loop: string }) {
  const rifff = rifffs.get(ids.rifff);
  const loop = loops.get(ids.loop);
  return rifff && loop && rifff.loops.includes(loop.id) ? { rifff, loop } : undefined;
}
