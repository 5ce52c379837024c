/** What the band is measured on: rifffs of the starter content, cut down by chance, and what is made for it. */
import { readFileSync } from 'node:fs';
import type { Loop } from '../../src/data/contract/loop.ts';
import { encodeBytes } from '../../src/data/contract/loopData.ts';
import type { LoopOrder } from '../../src/data/contract/making.ts';
import { type Rifff, RifffSchema } from '../../src/data/contract/rifff.ts';
import { deleteLoop, usedSlots } from '../../src/data/rules/draft/draft.ts';
import type { Chance } from '../../src/data/rules/draft/loopChoice.ts';
import { loopBands } from '../../src/dsp/bands.ts';
import { loopLoudness } from '../../src/dsp/loudness.ts';
import { loopPeaks } from '../../src/dsp/peaks.ts';
import { makeLoop } from '../../src/dsp/recipes/makeLoop.ts';
import { storedChroma } from '../../src/dsp/storedChroma.ts';

interface Manifest {
  readonly packs: readonly { readonly id: string; readonly collection?: unknown }[];
  readonly loops: readonly Loop[];
  readonly rifffs: readonly { readonly rifff: unknown }[];
}
const path = new URL('../../assets/starter/manifest.json', import.meta.url);
const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
const locked = new Set(manifest.packs.flatMap(({ id, collection }) => (collection ? [id] : [])));
const byId = new Map(manifest.loops.map((loop) => [loop._id, loop]));

/** Loops of the library that anybody may use. */
export const LIBRARY = manifest.loops.filter(({ family }) => !locked.has(family ?? ''));

/** Rifffs of the house with their loops, but for those that hold a loop of a partner's. */
const RIFFFS = manifest.rifffs.flatMap(({ rifff: stored }): Rifff[] => {
  const doc = RifffSchema.parse(stored);
  const ids = doc.state.playback.flatMap(({ slot }) => slot.current?.currentLoop ?? []);
  const loops = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  const [first] = loops;
  const isOpen = loops.every(({ family }) => !locked.has(family ?? ''));
  return first && isOpen ? [{ ...doc, root: first.root ?? 0, scale: first.scale ?? 0, loops }] : [];
});

/** One to four rings of one of them: a usual beginning. */
export function beginning(at: number, chance: Chance): Rifff {
  let rifff = RIFFFS[at % RIFFFS.length]!;
  const keep = 1 + Math.floor(chance() * 4);
  while (usedSlots(rifff) > keep)
    rifff = deleteLoop(rifff, Math.floor(chance() * usedSlots(rifff)));
  return rifff;
}

/** The loop of an order, measured from its samples as the server measures its file. */
export function made(order: LoopOrder): Loop {
  const { name, channels, length16ths } = makeLoop(order);
  const { family, category, bps, root, scale } = order;
  return {
    _id: `made-${category}-${order.seed}`,
    name,
    creatorUserName: 'bench',
    created: 0,
    startOffsetSamples: 0,
    barLength: 16,
    length16ths,
    bps,
    sampleRate: 48_000,
    frames: channels[0].length,
    category,
    family,
    root,
    scale,
    made: order,
    loudnessLufs: loopLoudness(channels, 48_000),
    chroma: storedChroma(channels, 48_000),
    peaks: encodeBytes(loopPeaks(channels)),
    bands: encodeBytes(loopBands(channels, 48_000)),
  };
}
