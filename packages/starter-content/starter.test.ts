import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LICENSES } from '../../src/data/contract/accountOptions.ts';
import { LIBRARY_CATEGORIES } from '../../src/data/contract/categories.ts';
import { decodeBytes } from '../../src/data/contract/loopData.ts';
import { keyShift, loopTones, slotSemitones } from '../../src/data/rules/arranging/scales.ts';
import { FAMILIES } from './families/index.ts';
import { readStarterManifest } from './manifest.ts';
import { buildLoop } from './output/build.ts';
import { measureLoop } from './output/measure.ts';
import { decodeOgg } from './output/ogg.ts';
import { allJobs } from './output/pool.ts';
import { missedBars } from './report/bars.ts';

const DIR = fileURLToPath(new URL('../../assets/starter', import.meta.url));
/** What the loops are synthesised from. */
const SOURCES = ['./families', '../../src/dsp/recipes'].map((folder) =>
  fileURLToPath(new URL(folder, import.meta.url)),
);
const manifest = readStarterManifest(DIR);
/** Packs that are everyone's, and what has to be bought or unlocked. */
const free = manifest.packs.filter(({ collection }) => !collection);
const collections = manifest.packs.filter(({ collection }) => collection);

describe('the starter pack', () => {
  it('has at least four loops of every category in each of at least three families', () => {
    expect(free.length).toBeGreaterThanOrEqual(3);
    const everyones = manifest.loops.filter((loop) => free.some(({ id }) => id === loop.family));
    expect(everyones.length).toBeGreaterThanOrEqual(96);
    for (const pack of free) {
      for (const category of LIBRARY_CATEGORIES) {
        const found = manifest.loops.filter(
          (loop) => loop.family === pack.id && loop.category === category,
        );
        expect(found.length, `${pack.name}, ${category}`).toBeGreaterThanOrEqual(4);
      }
    }
  });

  it('has a collection of its own licence, in a key and tempo of its own, that nobody hears unasked', () => {
    expect(collections.map(({ id }) => id)).toEqual(['future-collection']);
    const [{ collection, bps, root, scale } = {}] = collections;
    expect(collection).toMatchObject({ product: 'partners-future-collection', partner: 'Rondo' });
    expect(LICENSES.map(({ slug }) => slug)).toContain(collection?.licence.slug);
    for (const pack of free) {
      expect(pack.bps).not.toBe(bps);
      expect([pack.root, pack.scale]).not.toEqual([root, scale]);
    }
    const locked = manifest.loops.filter(({ family }) => family === 'future-collection');
    expect(locked).toHaveLength(16);
    const held = manifest.rifffs.flatMap(({ rifff }) =>
      rifff.state.playback.map(({ slot }) => slot.current?.currentLoop),
    );
    expect(locked.filter(({ _id }) => held.includes(_id))).toEqual([]);
  });

  it('names every loop once, with tables of the right size and the key of its family', () => {
    expect(new Set(manifest.loops.map((loop) => loop._id)).size).toBe(manifest.loops.length);
    expect(new Set(manifest.loops.map((loop) => loop.name)).size).toBe(manifest.loops.length);
    for (const loop of manifest.loops) {
      const pack = manifest.packs.find(({ id }) => id === loop.family);
      expect(loop).toMatchObject({
        bps: pack?.bps,
        root: pack?.root,
        scale: pack?.scale,
        sampleRate: 48_000,
      });
      expect(loop.frames).toBe(Math.round((loop.length16ths / (4 * loop.bps)) * 48_000));
      expect(decodeBytes(loop.peaks).length).toBe(1024);
      expect(decodeBytes(loop.bands).length).toBe(1024);
      expect(decodeBytes(loop.flatness).length).toBe(loop.length16ths);
      expect(decodeBytes(loop.crest).length).toBe(loop.length16ths);
      expect(decodeBytes(loop.timbre).length).toBe(26);
      expect(128 % loop.length16ths, `${loop.name} divides eight bars`).toBe(0);
    }
  });

  it.each(['bass', 'leads', 'vocals', 'pads', 'chords'])(
    'stores what is heard of the notes of %s: it asks for no move into the key that they declare',
    (category) => {
      for (const loop of manifest.loops.filter((one) => one.category === category)) {
        const { name, chroma = [], root = 0, scale = 0 } = loop;
        expect(loopTones(loop), name).toEqual({ root, scale });
        expect(keyShift(chroma, { root, scale }, 6), name).toBe(0);
      }
    },
  );

  it('leaves drums, percussion and effects without notes as they are in every key', () => {
    const pitchShiftSettings = { shiftSemitones: 0, timeStretch: false, autoKeyMatchRange: 12 };
    const slot = { currentLoop: '', gain: 1, on: true, type: 'Looper', playbackRate: 1 } as const;
    const isNoisy = (name?: string) => ['Passing Car', 'Signal', 'Breaker'].includes(name ?? '');
    const still = manifest.loops.filter(
      ({ category, name }) => ['drums', 'perc'].includes(category) || isNoisy(name),
    );
    expect(still).toHaveLength(31);
    for (const loop of still) {
      expect(loop.chroma, loop.name).toHaveLength(12);
      for (let root = 0; root < 12; root++) {
        const current = { ...slot, pitchShiftSettings };
        expect(slotSemitones({ root, scale: 0 }, current, loop), loop.name).toBe(0);
      }
    }
  });

  it('has exactly the files that it names, in 15 MB and 6 for a collection', () => {
    const files = readdirSync(DIR, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && file.name.endsWith('.ogg'))
      .map((file) => join(file.parentPath, file.name).slice(DIR.length + 1));
    expect(files.sort()).toEqual(manifest.loops.map(({ file }) => file).sort());
    const bytesOf = (packs: readonly { id: string }[]) =>
      files
        .filter((file) => packs.some(({ id }) => file.startsWith(`${id}/`)))
        .reduce((sum, file) => sum + statSync(join(DIR, file)).size, 0);
    expect(bytesOf(free)).toBeLessThanOrEqual(15_000_000);
    for (const one of collections) expect(bytesOf([one])).toBeLessThanOrEqual(6_000_000);
  });

  it('comes with rifffs of one loop to eight whose loops are all there, every family among them', () => {
    expect(manifest.rifffs.length).toBeGreaterThanOrEqual(7);
    const used = manifest.rifffs.map(({ rifff }) =>
      rifff.state.playback.flatMap(({ slot }) => {
        const loop = manifest.loops.find(({ _id }) => _id === slot.current?.currentLoop);
        expect(loop === undefined).toBe(slot.current === null);
        return loop ?? [];
      }),
    );
    expect(used[0]).toHaveLength(7);
    const counts = used.map(({ length }) => length);
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([1, 8]);
    expect(new Set(used.flat().map(({ family }) => family)).size).toBe(free.length);
    // Some have no drums, and no two of the first screen have the same part outside.
    expect(used.filter((own) => own.every(({ category }) => category !== 'drums')).length).toBe(3);
    expect(new Set(used.slice(0, 6).map((own) => own.at(-1)?.category)).size).toBe(6);
    const keys = manifest.rifffs.map(({ rifff }) => `${rifff.state.bps} ${rifff.root}`);
    expect(new Set(keys).size).toBeGreaterThanOrEqual(7);
    for (const [at, { rifff }] of manifest.rifffs.entries()) {
      for (const { bps, root = 0, scale, category } of used[at]!) {
        if (category === 'drums' || category === 'perc') continue;
        const semitones = 12 * Math.log2(rifff.state.bps / bps);
        expect(Math.abs(semitones - Math.round(semitones))).toBeLessThan(0.1);
        expect(rifff).toMatchObject({ root: (root + Math.round(semitones) + 12) % 12, scale });
      }
    }
  });

  it.each(['Front Door', 'Rubber', 'Call Sign', 'Salt'])(
    '%s decodes and clears its bars',
    async (name) => {
      const loop = manifest.loops.find((one) => one.name === name)!;
      const { channels } = await decodeOgg(readFileSync(join(DIR, loop.file)));
      const measures = measureLoop(loop, channels);
      const unlikeAll = { name: '', distance: Number.POSITIVE_INFINITY };
      expect([...missedBars(loop, measures, unlikeAll).values()]).toEqual([]);
    },
  );

  it.each(['Salt', 'Clay', 'Drizzle', 'Ground Speed'])(
    '%s comes out byte for byte again',
    async (name) => {
      const job = allJobs().find(
        (one) => FAMILIES[one.family]!.recipes[one.recipe]!.name === name,
      )!;
      const family = FAMILIES[job.family]!;
      const { entry, ogg } = await buildLoop(family, family.recipes[job.recipe]!, job.index);
      const loop = manifest.loops.find((one) => one.name === name)!;
      expect(entry).toEqual(loop);
      expect(Buffer.compare(readFileSync(join(DIR, loop.file)), ogg)).toBe(0);
    },
  );
});

describe('the synthesiser', () => {
  it('uses no function whose result the platform may choose', () => {
    const files = SOURCES.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .map((file) => join(folder, file)),
    );
    expect(files.length).toBeGreaterThan(60);
    const chosen =
      /Math\.(sin|cos|tan|tanh|sinh|cosh|exp|expm1|pow|log|log2|log10|log1p|hypot|cbrt|atan|atan2|asin|acos|random)\b|\w \*\* /;
    expect(files.filter((file) => chosen.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
});
