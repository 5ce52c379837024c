import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeBytes, encodeBytes } from '../../../src/data/contract/loopData.ts';
import { type Rifff, RifffSchema } from '../../../src/data/contract/rifff.ts';
import { createDraft } from '../../../src/data/rules/draft/draft.ts';
import { briefJson } from '../feed/embeds.ts';
import { briefRifff } from './brief.ts';

const rifff: Rifff = RifffSchema.parse({
  ...createDraft('ada'),
  unknown: [1],
  loops: ['a', 'b'].map((_id) => ({
    _id,
    creatorUserName: 'ada',
    created: 1,
    barLength: 16,
    length16ths: 64,
    bps: 2,
    sampleRate: 48_000,
    category: 'drums',
    peaks: encodeBytes(Uint8Array.from({ length: 1024 }, (_, at) => at % 256)),
    bands: encodeBytes(new Uint8Array(1024)),
    flatness: encodeBytes(new Uint8Array(64)),
    crest: encodeBytes(new Uint8Array(64)),
    unknown: { kept: true },
  })),
});
rifff.state.playback[3] = {
  slot: { current: { ...rifff.state.playback[3]?.slot.current, currentLoop: 'a' } },
} as Rifff['state']['playback'][number];

it('leaves out what only adds detail and keeps every other key', () => {
  const without = { bands: undefined, flatness: undefined, crest: undefined };
  const brief = briefRifff(rifff);
  const [used, unused] = brief.loops;
  expect(brief).toEqual({ ...rifff, loops: brief.loops });
  expect(decodeBytes(used?.peaks).length).toBe(64);
  expect({ ...used, peaks: '' }).toEqual({ ...rifff.loops[0], ...without, peaks: '' });
  // No slot plays it, so no ring is cut from it.
  expect(unused).toEqual({ ...rifff.loops[1], ...without });
  expect(rifff.loops[0]?.bands).toBeDefined();
});

it('gives peakData as many bins as it had, none below what it was, and the same in both lists', () => {
  const bin = fc.double({ min: 0, max: 8, noNaN: true }).map((value) => Number(value.toFixed(3)));
  fc.assert(
    fc.property(fc.array(bin, { maxLength: 100 }), (peakData) => {
      const brief = briefRifff({ ...rifff, peakData }).peakData ?? [];
      expect(brief).toHaveLength(peakData.length);
      expect(new Set(brief).size).toBeLessThanOrEqual(Math.ceil(peakData.length / 48));
      expect(brief.every((value, at) => value >= peakData[at]!)).toBe(true);
      expect(Math.max(0, ...brief) - Math.max(0, ...peakData)).toBeLessThan(0.011);
      expect(JSON.parse(briefJson({ ...rifff, peakData })).peakData).toEqual(brief);
    }),
  );
});
