import { describe, expect, test } from 'vitest';
import { FramePacer } from './framePacer.ts';

/** Pictures in a second of a display with so many frames. */
function drawn(displayHz: number): number {
  const pacer = new FramePacer();
  let count = 0;
  for (let frame = 0; frame < displayHz * 4; frame++) {
    if (pacer.isDue(1000 + (frame * 1000) / displayHz)) count += 1;
  }
  return count / 4;
}

describe('frames of the processor', () => {
  test.each([60, 75, 120, 144])('come some 33 times a second at %i Hz', (displayHz) => {
    expect(drawn(displayHz)).toBeGreaterThanOrEqual(32);
    expect(drawn(displayHz)).toBeLessThanOrEqual(37);
  });

  test('all come where they are rare, and none in a row after a rest', () => {
    expect(drawn(30)).toBe(30);
    const pacer = new FramePacer();
    expect(pacer.isDue(0)).toBe(true);
    expect(pacer.isDue(5000)).toBe(true);
    expect(pacer.isDue(5008)).toBe(false);
  });
});
