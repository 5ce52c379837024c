import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BEATS, beatForTempo, patternOfBeat } from './beats.ts';
import {
  clampSwing,
  emptyPattern,
  frameOf16ths,
  hitsOf,
  isEmptyPattern,
  LEVEL_GAINS,
  levelOfVelocity,
  nearestStep,
  PAD_COUNT,
  relayPattern,
  STEP_BARS,
  type StepLevel,
  type StepPattern,
  setStep,
  setSwing,
  stepCount,
} from './steps.ts';

const bars = fc.constantFrom(...STEP_BARS);
const barLength = fc.integer({ min: 1, max: 24 });
const swing = fc.double({ min: 0.5, max: 0.75, noNaN: true });
const level = fc.constantFrom<StepLevel>(0, 1, 2, 3);

/** Any pattern: its shape and a few hits. */
const pattern: fc.Arbitrary<StepPattern> = fc
  .record({
    bars,
    barLength,
    swing,
    hits: fc.array(
      fc.record({
        pad: fc.nat(PAD_COUNT - 1),
        at: fc.double({ min: 0, max: 0.999, noNaN: true }),
        level,
      }),
      { maxLength: 24 },
    ),
  })
  .map(({ hits, ...shape }) =>
    hits.reduce(
      (made, hit) => setStep(made, hit.pad, Math.floor(hit.at * stepCount(made)), hit.level),
      setSwing(emptyPattern(shape.bars, shape.barLength), shape.swing),
    ),
  );

describe('a step pattern', () => {
  it('sounds what was set, in the order of time and inside its pass', () => {
    fc.assert(
      fc.property(pattern, (made) => {
        const hits = hitsOf(made);
        const set = made.cells.flat().filter((one) => one > 0).length;
        expect(hits).toHaveLength(set);
        hits.forEach((hit, at) => {
          expect(hit.at16ths).toBeGreaterThanOrEqual(hits[at - 1]?.at16ths ?? 0);
          expect(hit.at16ths).toBeLessThan(stepCount(made));
          expect(made.cells[hit.pad]?.[hit.step]).toBe(hit.level);
        });
      }),
    );
  });

  it('swings every second sixteenth and leaves the beats where they are', () => {
    fc.assert(
      fc.property(pattern, (made) => {
        for (const { step, at16ths } of hitsOf(made)) {
          const delay = at16ths - step;
          if ((step % made.barLength) % 2 === 0) expect(delay).toBe(0);
          else expect(delay).toBeCloseTo(2 * made.swing - 1, 9);
        }
      }),
    );
    // A swing of two thirds is a triplet: the off-beat lies two thirds into its pair.
    const triplet = setSwing(setStep(emptyPattern(1, 16), 0, 1, 3), 2 / 3);
    expect(hitsOf(triplet)[0]?.at16ths).toBeCloseTo(4 / 3, 9);
    expect(clampSwing(Number.NaN)).toBe(0.5);
    expect(clampSwing(2)).toBe(0.75);
  });

  it('takes a hit that is a little early or late for the step that it means', () => {
    fc.assert(
      fc.property(
        pattern,
        fc.nat(),
        fc.double({ min: -0.24, max: 0.24, noNaN: true }),
        (made, any, off) => {
          const step = any % stepCount(made);
          const place = hitsOf(setStep(made, 0, step, 3)).find(
            (hit) => hit.pad === 0 && hit.step === step,
          );
          expect(nearestStep((place?.at16ths ?? 0) + off, made)).toBe(step);
        },
      ),
    );
    const four = emptyPattern(1, 16);
    expect(nearestStep(15.7, four)).toBe(0);
    expect(nearestStep(-0.2, four)).toBe(0);
  });

  it('keeps what it has when its length or metre changes', () => {
    fc.assert(
      fc.property(pattern, bars, barLength, (made, toBars, toLength) => {
        const laid = relayPattern(made, toBars, toLength);
        expect(laid.cells.every((row) => row.length === toBars * toLength)).toBe(true);
        const kept = Math.min(made.barLength, toLength);
        for (let pad = 0; pad < PAD_COUNT; pad++) {
          expect(laid.cells[pad]?.slice(0, kept)).toEqual(made.cells[pad]?.slice(0, kept));
        }
      }),
    );
    const one = setStep(emptyPattern(1, 16), 3, 4, 2);
    const two = relayPattern(one, 2, 16);
    expect(two.cells[3]?.[20]).toBe(2);
    expect(relayPattern(two, 1, 16)).toEqual(one);
  });

  it('puts steps on whole frames that follow the bars of the grid', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 63 }),
        barLength,
        fc.integer({ min: 9_600, max: 400_000 }),
        (step, length, perBar) => {
          const frame = frameOf16ths(step, length, perBar);
          expect(Number.isInteger(frame)).toBe(true);
          expect(Math.abs(frame - (step * perBar) / length)).toBeLessThanOrEqual(0.5);
          if (step % length === 0) expect(frame).toBe((step / length) * perBar);
        },
      ),
    );
  });

  it('hears three strengths', () => {
    expect(LEVEL_GAINS.map((gain, at) => (at === 0 ? 0 : levelOfVelocity(gain)))).toEqual([
      0, 1, 2, 3,
    ]);
    expect(levelOfVelocity(0)).toBe(1);
  });
});

describe('beats to begin with', () => {
  it('has one for every tempo, and each of them sounds and begins on the one', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.25, max: 10, noNaN: true }), barLength, (bps, length) => {
        const made = patternOfBeat(beatForTempo(bps), length);
        expect(isEmptyPattern(made)).toBe(false);
        expect(hitsOf(made)[0]?.step).toBe(0);
      }),
    );
    expect(beatForTempo(2).id).toBe('four');
    expect(beatForTempo(170 / 60).id).toBe('break');
  });

  it('writes every row with a digit or a dot for each sixteenth', () => {
    for (const row of BEATS.flatMap(({ rows }) => Object.values(rows))) {
      expect(row).toMatch(/^[.0-3]{16}$/);
    }
  });
});
