import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crowdView, FOCUS_ROWS, radiusOf } from './crowd.ts';
import { labelRoom, labelShare } from './naming.ts';

const VIEW = fc
  .tuple(fc.integer({ min: 320, max: 3840 }), fc.integer({ min: 480, max: 2160 }))
  .map(([width, height]) => crowdView(width, height));
/** Size of the type of names, and the smallest that the look has, in CSS pixels. */
const [TYPE, LEAST] = [15, 13];

describe('a label', () => {
  test('is whole in the row that one looks at, gone in the next, and never there at once', () => {
    fc.assert(
      fc.property(VIEW, fc.double({ min: -1.5, max: 1.5, noNaN: true }), (view, rows) => {
        const shareAt = (off: number) => {
          const radius = radiusOf(view, FOCUS_ROWS + off);
          return labelShare(view, radius, view.width / 2, radius, 1);
        };
        const share = shareAt(rows);
        if (Math.abs(rows) <= 0.3) expect(share).toBe(1);
        if (Math.abs(rows) >= 0.6) expect(share).toBe(0);
        // A frame at full flight, 2.6 rows a second, changes it by a sixth at most.
        expect(Math.abs(shareAt(rows + 2.6 / 60) - share)).toBeLessThan(1 / 6);
      }),
    );
  });

  test('is not wider than its disc and the window let it be, and not smaller than can be read', () => {
    fc.assert(
      fc.property(
        VIEW,
        fc.double({ min: 5, max: 300, noNaN: true }),
        fc.double({ min: 1, max: 220, noNaN: true }),
        fc.double({ min: -0.1, max: 1.1, noNaN: true }),
        (view, radius, width, across) => {
          const x = across * view.width;
          const share = labelShare(view, radiusOf(view, FOCUS_ROWS), x, radius, width);
          expect(share * width).toBeLessThanOrEqual(2.3 * radius + 1e-9);
          if (share > 0) {
            expect(x - (share * width) / 2).toBeGreaterThanOrEqual(-1e-9);
            expect(x + (share * width) / 2).toBeLessThanOrEqual(view.width + 1e-9);
          }
          if (share > 0) expect(share * TYPE).toBeGreaterThanOrEqual(LEAST - 1e-9);
        },
      ),
    );
  });

  test('has room wherever its row is, when it is no wider than the window lets it be', () => {
    fc.assert(
      fc.property(VIEW, fc.double({ min: -0.59, max: 0.59, noNaN: true }), (view, rows) => {
        const radius = radiusOf(view, FOCUS_ROWS + rows);
        const share = labelShare(view, radius, view.width / 2, radius, labelRoom(view));
        expect(share).toBeGreaterThan(0);
      }),
    );
  });

  test('is not there without a name', () => {
    const view = crowdView(1440, 900);
    expect(labelShare(view, 90, 720, 90, 0)).toBe(0);
  });
});
