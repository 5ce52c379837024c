import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDraft } from './draft.ts';
import { askNextAfterMs, nextIndex } from './listenOrder.ts';
import { barFrames, nextBoundaryFrame, rifffBars, rifffFrames } from './timing.ts';

const at120 = createDraft('mira', 2, 0);

test('at 120 eight bars last 16 s; the wish comes in the last bar of the last round', () => {
  expect(askNextAfterMs(at120, 1, 'now')).toBe(16_000);
  expect(askNextAfterMs(at120, 2, 'bar')).toBe(32_000 - 1500);
  expect(askNextAfterMs(at120, 2, 'rifff')).toBe(32_000 - 1500);
  expect(askNextAfterMs(at120, 2, 'beat')).toBe(32_000 - 375);
});

test('whatever the tempo and metre, the boundary after the wish is the end of the last round', () => {
  const tempo = fc.double({ min: 0.5, max: 5, noNaN: true });
  const metre = fc.integer({ min: 4, max: 32 });
  const boundary = fc.constantFrom('bar' as const, 'rifff' as const);
  fc.assert(
    fc.property(
      tempo,
      metre,
      fc.constantFrom(1, 2, 4, 8),
      boundary,
      (bps, barLength, rounds, to) => {
        const rifff = { ...at120, state: { ...at120.state, bps, barLength } };
        const asked = Math.round((askNextAfterMs(rifff, rounds, to) * 48_000) / 1000);
        const change = nextBoundaryFrame(asked, to, barLength, bps, rifffBars(rifff));
        expect(change).toBe(rounds * rifffFrames(rifff));
        expect(change - asked).toBeLessThan(barFrames(barLength, bps));
      },
    ),
  );
});

test('the list goes round in both directions', () => {
  expect([nextIndex(0, 1, 3), nextIndex(2, 1, 3), nextIndex(0, -1, 3)]).toEqual([1, 0, 2]);
  expect(nextIndex(0, 1, 0)).toBe(-1);
});
