import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  atTempo,
  barsLeft,
  cutOf,
  cutSec,
  heldCut,
  type LoopCut,
  tempoOfWhole,
  withLength,
  withStart,
  withTempo,
} from './imports.ts';

const whole: LoopCut = { bps: 2, length16ths: 64, startSec: 0, isWhole: true };

describe('the loop in a file', () => {
  it('that fills it has a whole tempo where 5 ms allow it, else the exact one', () => {
    expect(tempoOfWhole(64, 8.003) * 60).toBeCloseTo(120, 9);
    expect(tempoOfWhole(64, 8.02) * 60).toBeCloseTo((16 / 8.02) * 60, 9);
  });

  it('keeps its seconds when its tempo is doubled or halved', () => {
    expect(atTempo(whole, 2)).toMatchObject({ bps: 4, length16ths: 128, isWhole: true });
    expect(atTempo(whole, 0.5)).toMatchObject({ bps: 1, length16ths: 32, isWhole: true });
    // Three sixteenths' halves are none: the loop then lasts longer.
    expect(atTempo({ ...whole, length16ths: 4 }, 0.5)).toMatchObject({ length16ths: 4 });
  });

  it('keeps its bars when another tempo is set, and takes its tempo from its bars while it is the whole file', () => {
    expect(withTempo(whole, 2.1)).toMatchObject({ bps: 2.1, length16ths: 64, isWhole: false });
    const shorter = heldCut(withLength(whole, 32), 8, 16);
    expect(shorter).toMatchObject({ bps: 1, length16ths: 32, isWhole: true });
  });

  it('of a song is eight bars of it, of a loop all of it', () => {
    const song = { bpm: 120, bars: 90, isLoop: true, startSec: 0.4 };
    expect(cutOf(song, 180, 16)).toMatchObject({ length16ths: 128, startSec: 0.4, isWhole: false });
    const short = { bpm: 120, bars: 5, isLoop: false, startSec: 0.1 };
    expect(cutOf(short, 10.5, 16)).toMatchObject({ length16ths: 64, startSec: 0.1 });
    expect(cutOf({ bpm: 120, bars: 4, isLoop: true, startSec: 0 }, 8, 16)).toEqual(whole);
  });

  it('counts the bars that are left', () => {
    expect(barsLeft({ ...whole, startSec: 1 }, 9.99, 16)).toBe(4);
    expect(barsLeft({ ...whole, startSec: 8.9 }, 9, 16)).toBe(1);
  });

  it('stays possible whatever is done to it', () => {
    const step = fc.oneof(
      fc.constantFrom(2 as const, 0.5 as const).map((by) => (cut: LoopCut) => atTempo(cut, by)),
      fc
        .double({ min: 0.01, max: 50, noNaN: true })
        .map((bps) => (cut: LoopCut) => withTempo(cut, bps)),
      fc
        .integer({ min: -10, max: 9000 })
        .map((length) => (cut: LoopCut) => withLength(cut, length)),
      fc
        .double({ min: -9, max: 999, noNaN: true })
        .map((sec) => (cut: LoopCut) => withStart(cut, sec)),
      fc.boolean().map((isWhole) => (cut: LoopCut) => ({ ...cut, isWhole })),
    );
    fc.assert(
      fc.property(
        fc.double({ min: 0.02, max: 300, noNaN: true }),
        fc.constantFrom(12, 14, 16),
        fc.array(step, { maxLength: 12 }),
        (durationSec, barLength, steps) => {
          let cut = heldCut(whole, durationSec, barLength);
          for (const change of steps) cut = heldCut(change(cut), durationSec, barLength);
          expect(cut.bps).toBeGreaterThanOrEqual(0.25);
          expect(cut.bps).toBeLessThanOrEqual(10);
          expect(Number.isInteger(cut.length16ths)).toBe(true);
          expect(cut.length16ths >= 1 && cut.length16ths <= 64 * barLength).toBe(true);
          expect(cut.startSec >= 0 && cut.startSec < durationSec).toBe(true);
          if (cut.isWhole) expect(Math.abs(cutSec(cut) - durationSec)).toBeLessThanOrEqual(0.0051);
        },
      ),
    );
  });
});
