import { categoryColourCode } from '../../../src/data/contract/colours.ts';
import type { StarterLoop } from '../../../src/data/contract/library.ts';
import { encodeBytes } from '../../../src/data/contract/loopData.ts';
import { loopBands } from '../../../src/dsp/bands.ts';
import { loopLoudness } from '../../../src/dsp/loudness.ts';
import { loopPeaks } from '../../../src/dsp/peaks.ts';
import type { Family } from '../../../src/dsp/recipes/music/family.ts';
import { slugOf } from '../../../src/dsp/recipes/music/family.ts';
import { type Recipe, renderRecipe } from '../../../src/dsp/recipes/music/recipe.ts';
import { session } from '../../../src/dsp/recipes/music/session.ts';
import { finish } from '../../../src/dsp/recipes/output/finish.ts';
import { mendSeam } from '../../../src/dsp/recipes/output/mend.ts';
import { seamDb } from '../../../src/dsp/seam.ts';
import { storedChroma } from '../../../src/dsp/storedChroma.ts';
import { RATE, type Stereo } from '../../../src/dsp/synth/buffer.ts';
import { hash32 } from '../../../src/dsp/synth/random.ts';
import { truePeakDb } from '../../../src/dsp/truePeak.ts';
import { decodeOgg, encodeOgg } from './ogg.ts';

/** The pack's own time, so that nothing depends on when it is built: 1 January 2026. */
export const CREATED_MS = 1_767_225_600_000;
export const CREATOR = 'rondo';

/** Bars that every file must clear. */
export const MAX_TRUE_PEAK_DBTP = -1;
export const MAX_SEAM_DB = 3;

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

interface Encoded {
  readonly ogg: Uint8Array;
  readonly heard: Stereo;
}

/** Qualities that are tried, the smallest file first, and how often each may mend its seam. */
const QUALITIES = [5, 6, 7, 8.5];
const MENDS = 5;

/**
 * Encodes at the lowest quality whose decoded file clears the bars: with a lower ceiling where the codec made
 * peaks, and with the ends bent together where it tore the seam. Throws when no quality does.
 */
async function encodeWithin(raw: Stereo, recipe: Recipe, serial: number): Promise<Encoded> {
  let headroomDb = 0;
  let reason = '';
  for (const quality of QUALITIES) {
    let source = finish(raw, recipe.category, headroomDb);
    for (let round = 0; round <= MENDS; round++) {
      const ogg = await encodeOgg([source.l, source.r], serial, quality);
      const [l, r] = (await decodeOgg(ogg)).channels as [Float32Array, Float32Array];
      const heard = { l, r };
      if (heard.l.length !== source.l.length) throw new Error(`${recipe.name} changed its length`);
      const peak = truePeakDb([l, r]);
      const seam = Math.max(seamDb(l), seamDb(r));
      if (peak <= MAX_TRUE_PEAK_DBTP - 0.02 && seam <= MAX_SEAM_DB - 0.2) return { ogg, heard };
      reason = `true peak ${peak.toFixed(2)} dBTP, seam ${seam.toFixed(2)} dB`;
      if (peak > MAX_TRUE_PEAK_DBTP - 0.02) {
        headroomDb += Math.ceil((peak - MAX_TRUE_PEAK_DBTP + 0.2) * 64) / 64;
        source = finish(raw, recipe.category, headroomDb);
      } else source = mendSeam(source, heard);
    }
  }
  throw new Error(`${recipe.name}: ${reason}`);
}

/** Renders, levels, encodes, decodes again and measures the loop at `index` of the whole pack. */
export async function buildLoop(family: Family, recipe: Recipe, index: number): Promise<BuiltLoop> {
  const key = `${family.id}/${recipe.category}/${recipe.name}`;
  const raw = renderRaw(family, recipe);
  const { ogg, heard } = await encodeWithin(raw, recipe, hash32(key));
  const channels = [heard.l, heard.r];
  const created = CREATED_MS + index * 60_000;
  const entry: StarterLoop = {
    _id: starterId(created, key),
    name: recipe.name,
    creatorUserName: CREATOR,
    created,
    startOffsetSamples: 0,
    barLength: 16,
    length16ths: recipe.bars * 16,
    bps: family.bpm / 60,
    sampleRate: RATE,
    frames: heard.l.length,
    category: recipe.category,
    isLibraryLoop: true,
    primaryColour: categoryColourCode(recipe.category),
    family: family.id,
    root: family.root,
    scale: family.scale,
    loudnessLufs: Math.round(loopLoudness(channels, RATE) * 100) / 100,
    chroma: storedChroma(channels, RATE),
    peaks: encodeBytes(loopPeaks(channels)),
    bands: encodeBytes(loopBands(channels, RATE)),
    file: `${family.id}/${slugOf(recipe.name)}.ogg`,
  };
  return { entry, ogg };
}
