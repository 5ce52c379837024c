import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LOOK_SOURCES, STAGE_LOOK_IDS } from '../../contract/stageLooks.ts';
import {
  BLENDS,
  PLAIN_STAGE,
  readStageAddress,
  type StageSettings,
  writeStageAddress,
} from './stageAddress.ts';

// No negative zero: an address says the same of both.
const share = (min: number) => fc.double({ min, max: 1, noNaN: true }).map((value) => value + 0);
const route = fc.record({
  base: share(0),
  source: fc.constantFrom(...LOOK_SOURCES),
  amount: share(-1),
});
const settings: fc.Arbitrary<StageSettings> = fc.record({
  look: fc.oneof(fc.constantFrom(...STAGE_LOOK_IDS), fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/)),
  blendBars: fc.constantFrom(...BLENDS),
  credits: fc.constantFrom('on' as const, 'fade' as const, 'off' as const),
  isClear: fc.boolean(),
  isSafe: fc.boolean(),
  hasRoom: fc.boolean(),
  routes: fc.record(
    { turn: route, cut: route, spread: route, density: route, lift: route },
    { requiredKeys: [] },
  ),
  knobs: fc.array(fc.integer({ min: 0, max: 127 }), { minLength: 8, maxLength: 8 }),
});

test('a saved look comes back as it was', () => {
  fc.assert(
    fc.property(settings, (one) => {
      expect(readStageAddress(writeStageAddress(one))).toEqual(one);
    }),
  );
});

test('a plain stage has a plain address', () => {
  expect(writeStageAddress(PLAIN_STAGE)).toBe('');
  expect(readStageAddress('')).toEqual(PLAIN_STAGE);
});

test('nonsense is never more than a plain stage', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('look', 'blend', 'cut', 'knobs', 'turn'), fc.string()),
      (query) => {
        const read = readStageAddress(`?${new URLSearchParams(query)}`);
        expect(read.look).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
        expect(BLENDS).toContain(read.blendBars);
        for (const { base, amount } of Object.values(read.routes)) {
          expect(base).toBeGreaterThanOrEqual(0);
          expect(base).toBeLessThanOrEqual(1);
          expect(Math.abs(amount)).toBeLessThanOrEqual(1);
        }
        expect(read.knobs).toHaveLength(8);
      },
    ),
  );
});

test('an address with four knobs, as they once were, keeps them', () => {
  expect(readStageAddress('?knobs=1,2,3,4').knobs).toEqual([1, 2, 3, 4, 80, 81, 82, 83]);
  expect(readStageAddress('?knobs=1,2,3').knobs).toEqual(PLAIN_STAGE.knobs);
});
