import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CATEGORIES, categoryOf } from '../data/contract/categories.ts';
import type { Loop } from '../data/contract/loop.ts';
import { decodeBytes } from '../data/contract/loopData.ts';
import type { Rifff } from '../data/contract/rifff.ts';
import { arrangedSlots } from '../data/rules/arranging/arrange.ts';
import { briefPeaks } from './briefPeaks.ts';
import {
  depthOf,
  holeOf,
  loopBrightness,
  PLAIN_CHARACTER,
  rifffCharacter,
  ringDensity,
} from './character.ts';
import { cellCount } from './knives.ts';
import { layoutRings } from './layout.ts';
import { loopModel, rifffModel } from './model.ts';

const MANIFEST = new URL('../../assets/starter/manifest.json', import.meta.url);
const LOOPS = JSON.parse(readFileSync(MANIFEST, 'utf8')).loops as Loop[];
const named = (...names: string[]) => names.map((name) => LOOPS.find((one) => one.name === name)!);

/** A rifff of these loops, the first innermost. */
function rifffOf(loops: readonly Loop[], gains: readonly number[], bps = 2, isOn = true): Rifff {
  const voices = loops.map((loop, at) => ({
    loop,
    part: loop.category as 'drums',
    gain: gains[at] ?? 1,
    isOn: isOn || at > 0,
    playbackRate: 1,
  }));
  const state = { barLength: 16, bps, playback: arrangedSlots(voices) };
  return { _id: 'one', created: 0, userName: '', state, loops: [...loops], root: 0, scale: 0 };
}

const share = fc.double({ min: 0, max: 1, noNaN: true });
const voice = fc.record({
  gain: fc.double({ min: 0, max: 2, noNaN: true }),
  loudnessLufs: fc.option(fc.double({ min: -60, max: 0, noNaN: true }), { nil: undefined }),
  brightness: fc.option(share),
});

describe('the character of a rifff', () => {
  it('is 0 to 1 whatever the rifff, and a half where nothing is known', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 20, noNaN: true }),
        fc.array(voice, { maxLength: 8 }),
        (bps, voices) => {
          for (const value of Object.values(rifffCharacter(bps, voices))) {
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(1);
          }
        },
      ),
    );
    expect(rifffCharacter(2, []).brightness).toBeCloseTo(PLAIN_CHARACTER.brightness, 9);
    expect(holeOf(PLAIN_CHARACTER)).toBeCloseTo(0.15, 9);
    expect(depthOf(PLAIN_CHARACTER)).toBeCloseTo(1, 9);
  });

  it('opens the hole for slow rifffs and closes it for quick ones', () => {
    const hole = (bpm: number) => holeOf(rifffCharacter(bpm / 60, []));
    const holes = [40, 60, 72, 86, 109, 122, 172, 180, 300].map(hole);
    expect(holes).toEqual([...holes].sort((a, b) => b - a));
    expect(holes[0]).toBeCloseTo(0.21, 3);
    expect(holes.at(-1)).toBeCloseTo(0.107, 3);
    const [ring] = rifffModel(rifffOf(named('Kite'), [1]), 8).rings;
    const slow = { character: { tempo: 0, brightness: 0.5 } };
    expect(layoutRings([ring!], 100, slow).hole).toBeCloseTo(21, 1);
    const quick = { character: { tempo: 1, brightness: 0.5 } };
    expect(layoutRings([ring!], 100, quick).hole).toBeCloseTo(10.7, 1);
    // What lies in the hole of a large rifff and of the editor keeps its room, and small discs have none.
    expect(layoutRings([ring!], 384, quick).hole).toBeCloseTo(57.6, 6);
    expect(layoutRings([ring!], 100, { ...slow, isEditor: true }).hole).toBeCloseTo(8.4, 6);
    expect(layoutRings([ring!], 31, slow).hole).toBe(0);
  });

  it('cuts deeper the brighter it sounds, and leaves something of every ring', () => {
    const brightness = fc.tuple(share, share).map((both) => both.sort((a, b) => a - b));
    const loops = named('Under the Stairs', 'Window Seat', 'Front Door');
    const { rings } = rifffModel(rifffOf(loops, [1, 0.6, 0.8]), 8);
    fc.assert(
      fc.property(brightness, fc.double({ min: 20, max: 700, noNaN: true }), (both, radiusPx) => {
        const [dark, bright] = both.map((one) =>
          layoutRings(rings, radiusPx, { character: { tempo: 0.5, brightness: one } }),
        );
        dark!.rings.forEach((ring, at) => {
          const other = bright!.rings[at]!;
          expect(other.amplitude).toBeGreaterThanOrEqual(ring.amplitude);
          expect(other.amplitude).toBeLessThan(Math.max(other.pitch, 0.341 * other.outer));
        });
      }),
    );
    const [dark, bright] = [named('Under the Stairs'), named('Salt')].map(
      (one) => rifffModel(rifffOf(one, [1]), 8).character!.brightness,
    );
    expect(dark).toBe(0);
    expect(bright).toBe(1);
  });

  it('tells the same loops at other gains from each other, but not muted ones from ones that are on', () => {
    const loops = named('Under the Stairs', 'Dry Leaves');
    const character = (...gains: number[]) => rifffModel(rifffOf(loops, gains), 8).character!;
    expect(character(1, 1.5).brightness).toBeGreaterThan(character(1.5, 0.5).brightness + 0.1);
    const muted = rifffModel(rifffOf(loops, [1, 1.5], 2, false), 8);
    expect(muted.rings.map(({ isOn }) => isOn)).toEqual([false, true]);
    expect(muted.character).toEqual(character(1, 1.5));
  });

  it('is the same from what a list carries', () => {
    const loops = named(
      'Ebb',
      'Undertow',
      'Harbour Strings',
      'Tell No One',
      'Sea Glass',
      'Slow Clap',
    );
    const whole = rifffOf(loops, [0.4, 1, 0.7, 1.3, 0.9, 1]);
    const listed = whole.loops.map(({ bands, ...loop }) => {
      const ring = rifffModel(whole, 8).rings.find((one) => one.loopId === loop._id)!;
      const peaks = Buffer.from(briefPeaks(ring)).toString('base64');
      return { ...loop, peaks, brightness: loopBrightness(decodeBytes(bands))! };
    });
    const full = rifffModel(whole, 8);
    const brief = rifffModel({ ...whole, loops: listed }, 8);
    expect(brief.character).toEqual(full.character);
    expect(brief.rings.map(({ density }) => density)).toEqual(
      full.rings.map(({ density }) => density),
    );
  });
});

describe('how busy a ring is', () => {
  it('is known of every loop of the library, and the same from its short profile', () => {
    const seen = { sparse: 0, usual: 0, busy: 0 };
    for (const loop of LOOPS) {
      const repeats = 128 / loop.length16ths;
      const ring = { ...loopModel(loop), repeats };
      const density = ringDensity(ring)!;
      expect(ringDensity({ ...ring, peaks: briefPeaks(ring) }), loop.name).toBe(density);
      seen[density < 1 / 3 ? 'sparse' : density > 2 / 3 ? 'busy' : 'usual'] += 1;
    }
    // Most are as usual, or the usual is not.
    expect(seen.usual).toBeGreaterThan(seen.sparse + seen.busy);
    expect(Math.min(seen.sparse, seen.busy)).toBeGreaterThan(8);
  });

  it('is nothing where the peaks are not known, and the least for a loop that stands still', () => {
    const ring = { category: 'pads' as const, repeats: 2 };
    expect(ringDensity({ ...ring, peaks: new Uint8Array(0) })).toBeUndefined();
    expect(ringDensity({ ...ring, peaks: new Uint8Array(1024).fill(90) })).toBeLessThan(1 / 3);
  });

  it('gives half or twice the cells at every size, but never narrower ones than can be seen', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(CATEGORIES)),
        fc.double({ min: 16, max: 900, noNaN: true }),
        share,
        share,
        (category, diameter, place, density) => {
          const radius = (diameter / 2) * Math.max(0.2, place);
          const cells = (value?: number) => cellCount(category, diameter, radius, value);
          expect(cells(0.5)).toBe(cells());
          expect(cells(0)).toBe(Math.max(8, cells() / 2));
          const isPlaced = category.knife === 'key' || category.knife === 'facet';
          expect(isPlaced ? [cells()] : [cells(), 2 * cells()]).toContain(cells(1));
          expect(cells(density)).toBeGreaterThanOrEqual(8);
          if (cells(1) > 8) expect((2 * Math.PI * radius) / cells(1)).toBeGreaterThan(1.9);
        },
      ),
    );
    expect(categoryOf('fx').cells).toBe(8);
  });
});
