import { categoryColourCode } from '../../../src/data/contract/colours.ts';
import type { StarterLoop } from '../../../src/data/contract/library.ts';
import { measureLoop, storedAnalysis } from '../../../src/dsp/loopAnalysis.ts';
import { type Recipe, renderRecipe } from '../../../src/dsp/recipes/music/recipe.ts';
import { session } from '../../../src/dsp/recipes/music/session.ts';
import { type Codec, encodeWithin } from '../../../src/dsp/recipes/output/encodeWithin.ts';
import { placed } from '../../../src/dsp/recipes/output/finish.ts';
import { RATE, type Stereo } from '../../../src/dsp/synth/buffer.ts';
import { hash32 } from '../../../src/dsp/synth/random.ts';
import type { Family } from '../families/family.ts';
import { slugOf } from '../families/family.ts';
import { decodeOgg, encodeOgg } from './ogg.ts';

/** The pack's own time, so that nothing depends on when it is built: 1 January 2026. */
export const CREATED_MS = 1_767_225_600_000;
export const CREATOR = 'rondo';

export interface BuiltLoop {
  readonly entry: StarterLoop;
  readonly ogg: Uint8Array;
}

/** 32 hex digits from a time and a name. */
export function starterId(createdMs: number, name: string): string {
  const time = createdMs.toString(16).padStart(12, '0');
  const words = ['a', 'b', 'c'].map((salt) =>
    hash32(name, hash32(salt)).toString(16).padStart(8, '0'),
  );
  return time + words.join('').slice(0, 20);
}

/** The frames of a loop before finishing. */
export function renderRaw(family: Family, recipe: Recipe): Stereo {
  const s = session(
    `${family.id}/${recipe.category}/${recipe.name}`,
    family.bpm,
    recipe.bars,
    recipe.swing ?? family.swing,
  );
  const bus = renderRecipe(recipe, s);
  if (bus.l.length !== s.frames) throw new Error(`${recipe.name} changed its length`);
  return bus;
}

/** Renders, levels, encodes, decodes again and measures the loop at `index` of the whole pack. */
export async function buildLoop(family: Family, recipe: Recipe, index: number): Promise<BuiltLoop> {
  const key = `${family.id}/${recipe.category}/${recipe.name}`;
  const raw = renderRaw(family, recipe);
  const codec: Codec = {
    encode: ({ l, r }, quality) => encodeOgg([l, r], hash32(key), quality),
    async decode(bytes) {
      const [l, r] = (await decodeOgg(bytes)).channels as [Float32Array, Float32Array];
      return { l, r };
    },
  };
  const { bytes: ogg, heard } = await encodeWithin(
    placed(raw, recipe.category),
    recipe.category,
    codec,
  ).catch((error: unknown) => {
    throw new Error(`${recipe.name}: ${String(error)}`);
  });
  const length16ths = recipe.bars * 16;
  const measured = measureLoop([heard.l, heard.r], RATE, length16ths);
  const created = CREATED_MS + index * 60_000;
  const entry: StarterLoop = {
    _id: starterId(created, key),
    name: recipe.name,
    creatorUserName: CREATOR,
    created,
    startOffsetSamples: 0,
    barLength: 16,
    length16ths,
    bps: family.bpm / 60,
    sampleRate: RATE,
    frames: heard.l.length,
    category: recipe.category,
    isLibraryLoop: true,
    primaryColour: categoryColourCode(recipe.category),
    family: family.id,
    root: family.root,
    scale: family.scale,
    ...storedAnalysis(measured),
    loudnessLufs: Math.round(measured.loudnessLufs * 100) / 100,
    file: `${family.id}/${slugOf(recipe.name)}.ogg`,
  };
  return { entry, ogg };
}
