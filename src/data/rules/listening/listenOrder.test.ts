import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDraft } from '../draft/draft.ts';
import { barFrames, nextBoundaryFrame, rifffBars, rifffFrames } from '../time/timing.ts';
import { askNextAfterMs, BLENDS, blendOf, nextIndex, ON_THE_BAR } from './listenOrder.ts';

const at120 = createDraft('mira', 2, 0);
const at60 = createDraft('mira', 1, 0);

test('at 120 eight bars last 16 s; the wish comes in the last bar of the last round', () => {
  expect(askNextAfterMs(at120, 1, blendOf('now'), at120)).toBe(16_000);
  expect(askNextAfterMs(at120, 2, ON_THE_BAR, at120)).toBe(32_000 - 1500);
});

test('a blend ends with the round, counted in the bars of what comes in', () => {
  expect(askNextAfterMs(at120, 2, blendOf('4'), at120)).toBe(32_000 - 4 * 2000 - 1500);
  expect(askNextAfterMs(at120, 2, blendOf('4'), at60)).toBe(32_000 - 4 * 4000 - 1500);
});

test('a blend waits for the one before it: never three at once', () => {
  expect(askNextAfterMs(at120, 1, blendOf('8'), at120)).toBe(16_000 - 1500);
  expect(askNextAfterMs(at120, 1, blendOf('4'), at60)).toBe(4 * 2000 - 1500);
});

test('a choice that is not there reads as on the bar', () => {
  expect(blendOf('sideways')).toBe(ON_THE_BAR);
  expect(BLENDS.map(({ id }) => blendOf(id))).toEqual(BLENDS);
});

test('whatever the tempo and metre, a blend begins on a bar and ends within half a bar of the round', () => {
  const tempo = fc.double({ min: 0.5, max: 5, noNaN: true });
  const metre = fc.integer({ min: 4, max: 32 });
  fc.assert(
    fc.property(
      tempo,
      metre,
      tempo,
      fc.constantFrom(1, 2, 4, 8),
      fc.constantFrom(...BLENDS.filter(({ boundary }) => boundary === 'bar')),
      (bps, barLength, nextBps, rounds, blend) => {
        const rifff = { ...at120, state: { ...at120.state, bps, barLength } };
        const next = { ...at120, state: { ...at120.state, bps: nextBps } };
        const bar = barFrames(barLength, bps);
        const asked = Math.round((askNextAfterMs(rifff, rounds, blend, next) * 48_000) / 1000);
        const change = nextBoundaryFrame(asked, 'bar', barLength, bps, rifffBars(rifff));
        expect(change - asked).toBeLessThan(bar);
        const end = rounds * rifffFrames(rifff);
        const blendFrames = blend.bars * barFrames(16, nextBps);
        const isHeldBack = change <= blend.bars * bar;
        if (!isHeldBack)
          expect(Math.abs(change + blendFrames - end)).toBeLessThanOrEqual(bar / 2 + 1);
        expect(change).toBeLessThanOrEqual(end);
      },
    ),
  );
});

test('the list goes round in both directions', () => {
  expect([nextIndex(0, 1, 3), nextIndex(2, 1, 3), nextIndex(0, -1, 3)]).toEqual([1, 0, 2]);
  expect(nextIndex(0, 1, 0)).toBe(-1);
});
