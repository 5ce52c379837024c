import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnPeaks, cutView, gridLines, shareAt } from './cutView.ts';

const cut = { bps: 2, length16ths: 64, startSec: 20, isWhole: false };

test('a small part of a file is shown with a little round it, a large part with all of it', () => {
  const part = cutView(cut, 200);
  expect(part.fromSec).toBeCloseTo(19.04);
  expect(part.toSec).toBeCloseTo(28.96);
  expect(cutView({ ...cut, startSec: 0 }, 8)).toEqual({ fromSec: 0, toSec: 8 });
  // What a loop lacks of its length is shown too.
  expect(cutView({ ...cut, startSec: 2 }, 8)).toEqual({ fromSec: 0, toSec: 10 });
});

test('bar lines stand on the bars of the loop, its end included', () => {
  const lines = gridLines(cut, 16);
  expect(lines.filter(({ isBar }) => isBar).map(({ sec }) => sec)).toEqual([20, 22, 24, 26, 28]);
  expect(lines).toHaveLength(17);
  expect(gridLines({ ...cut, length16ths: 1024 }, 16)).toHaveLength(17);
});

test('every column shows the loudest of what it covers, and nothing where there is no sound', () => {
  const outline = Uint8Array.from({ length: 100 }, (_, bin) => (bin === 37 ? 255 : 10));
  const peaks = columnPeaks(outline, 10, { fromSec: 0, toSec: 10 }, 10);
  expect([...peaks]).toEqual([10, 10, 10, 255, 10, 10, 10, 10, 10, 10]);
  expect([...columnPeaks(outline, 10, { fromSec: -5, toSec: 0 }, 5)]).toEqual([0, 0, 0, 0, 0]);
});

test('the loudest of a file is never lost, however few the columns', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 300 }),
      fc.integer({ min: 1, max: 200 }),
      (outline, columns) => {
        const peaks = columnPeaks(outline, 3, { fromSec: 0, toSec: 3 }, columns);
        expect(peaks).toHaveLength(columns);
        expect(Math.max(...peaks)).toBe(Math.max(...outline));
      },
    ),
  );
  expect(shareAt(1, { fromSec: 0, toSec: 4 })).toBe(0.25);
});
