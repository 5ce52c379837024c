import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { targetLufs } from '../../../dsp/levels.ts';
import { LIBRARY_CATEGORIES } from '../../contract/categories.ts';
import type { Loop } from '../../contract/loop.ts';
import { seededChance } from '../draft/loopChoice.ts';
import {
  arrangedSlots,
  differingParts,
  openingOf,
  type Taste,
  withoutPart,
  withPart,
  withSwitched,
} from './arrange.ts';
import {
  type Arrangement,
  arrangementFaults,
  BAND_GAP_DB,
  bandGapsDb,
  mixLufs,
} from './arrangement.ts';
import { coveredShare, loopSound } from './loopSound.ts';

const manifest = new URL('../../../../assets/starter/manifest.json', import.meta.url);
const { loops } = JSON.parse(readFileSync(manifest, 'utf8')) as { loops: Loop[] };
const FAMILIES = [...new Set(loops.map(({ family }) => family))];

function tasteOf(family: number, seed: number): Taste {
  const pool = loops.filter((loop) => loop.family === FAMILIES[family % FAMILIES.length]);
  return { pool, targetLufs, rateOf: () => 1, chance: seededChance(seed) };
}

const rhythmOf = (taste: Taste) => openingOf(['drums', 'bass'], taste);

const partArb = fc.constantFrom(...LIBRARY_CATEGORIES);
const stepArb = fc.oneof(
  partArb.map((part) => ({ kind: 'with' as const, part })),
  partArb.map((part) => ({ kind: 'without' as const, part })),
  fc.tuple(fc.subarray([...LIBRARY_CATEGORIES]), fc.boolean()).map(([parts, isOn]) => ({
    kind: 'switched' as const,
    parts,
    isOn,
  })),
);
type Step = typeof stepArb extends fc.Arbitrary<infer T> ? T : never;

function take(step: Step, voices: Arrangement, taste: Taste): Arrangement | null {
  if (step.kind === 'with') return withPart(voices, step.part, taste);
  if (step.kind === 'without') return withoutPart(voices, step.part);
  return withSwitched(voices, step.parts, step.isOn);
}

describe('arranging', () => {
  it('never makes anything at fault, and changes only what it was asked to', () => {
    fc.assert(
      fc.property(
        fc.nat(2),
        fc.nat(),
        fc.array(stepArb, { maxLength: 12 }),
        (family, seed, steps) => {
          const taste = tasteOf(family, seed);
          let voices = rhythmOf(taste)!;
          expect(voices.map(({ part }) => part)).toEqual(['drums', 'bass']);
          for (const step of steps) {
            const made = take(step, voices, taste);
            if (!made) continue;
            expect(arrangementFaults(made)).toEqual([]);
            expect(made.length).toBeLessThanOrEqual(8);
            expect(new Set(made.map(({ part }) => part)).size).toBe(made.length);
            // What stays keeps its order, and what is new is outside.
            const held = voices.map(({ part }) => part);
            const stays = made.map(({ part }) => part).filter((part) => held.includes(part));
            expect(stays).toEqual(held.filter((part) => stays.includes(part)));
            expect(made.slice(0, stays.length).map(({ part }) => part)).toEqual(stays);
            expect(Math.min(...bandGapsDb(made))).toBeGreaterThanOrEqual(BAND_GAP_DB);
            const most = step.kind === 'switched' ? step.parts.length : 1;
            expect(differingParts(voices, made)).toBeGreaterThanOrEqual(1);
            expect(differingParts(voices, made)).toBeLessThanOrEqual(most);
            voices = made;
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('begins with one loop or several, alone at a level that can be heard', () => {
    const alone = { ...tasteOf(1, 4), presenceDb: (part: string) => -15 - targetLufs(part) };
    for (const part of ['vocals', 'drums', 'chords'] as const) {
      const voices = openingOf([part], alone)!;
      expect(voices.map((voice) => voice.part)).toEqual([part]);
      expect(mixLufs(voices)).toBeCloseTo(-15, 0);
    }
    const parts = ['pads', 'vocals', 'bass'] as const;
    expect(openingOf(parts, tasteOf(0, 8))!.map(({ part }) => part)).toEqual(parts);
    expect(openingOf(['drums'], { ...tasteOf(0, 8), pool: [] })).toBeNull();
  });

  it('repeats itself for the same seed', () => {
    const make = () => {
      const taste = tasteOf(1, 42);
      return withPart(rhythmOf(taste)!, 'chords', taste);
    };
    expect(make()).toEqual(make());
  });

  it('matches a loop that is louder than its kind by turning it down as much', () => {
    const taste = tasteOf(0, 3);
    const louder = taste.pool.map((loop) => ({
      ...loop,
      loudnessLufs: (loop.loudnessLufs ?? 0) + 6,
    }));
    const gains = (pool: readonly Loop[]) => {
      const same = { ...tasteOf(0, 3), pool };
      return rhythmOf(same)!.map(({ gain }) => gain);
    };
    const [plain, turned] = [gains(taste.pool), gains(louder)];
    plain.forEach((gain, at) => {
      expect(20 * Math.log10(gain / turned[at]!)).toBeCloseTo(6, 0);
    });
  });

  it('refuses a second bass, two that are as loud in one band, and what is too soft', () => {
    const taste = tasteOf(0, 1);
    const voices = rhythmOf(taste)!;
    const bass = voices.find(({ part }) => part === 'bass')!;
    const other = taste.pool.find(
      (loop) => loop.category === 'bass' && loop._id !== bass.loop._id,
    )!;
    expect(arrangementFaults([...voices, { ...bass, loop: other }])).toContain(
      'a part stands twice',
    );
    const twin = { ...bass, part: 'chords' as const };
    expect(arrangementFaults([...voices, twin])).toContain('two are loud in one band');
    const soft = voices.map((voice) => ({ ...voice, gain: 0.2 }));
    expect(arrangementFaults(soft)).toContain('too soft');
    expect(withSwitched(voices, ['bass', 'drums'], false)).toBeNull();
  });

  it('fills eight slots, free ones last, with what plays in each', () => {
    const voices = rhythmOf(tasteOf(2, 5))!;
    const slots = arrangedSlots(voices).map(({ slot }) => slot.current);
    expect(slots).toHaveLength(8);
    expect(slots.slice(2)).toEqual(Array(6).fill(null));
    expect(slots.slice(0, 2).map((slot) => slot?.category)).toEqual(['drums', 'bass']);
    expect(slots[0]?.currentLoop).toBe(voices[0]?.loop._id);
  });

  it('adds powers: two alike are 3 dB louder than one, and what is off counts nothing', () => {
    const [voice] = rhythmOf(tasteOf(0, 9))!;
    const one = mixLufs([voice!]);
    expect(one).toBeCloseTo(voice!.loop.loudnessLufs! + 20 * Math.log10(voice!.gain), 6);
    expect(mixLufs([voice!, voice!])).toBeCloseTo(one + 3.01, 2);
    expect(mixLufs([voice!, { ...voice!, isOn: false }])).toBeCloseTo(one, 6);
  });
});

describe('the sound of a loop', () => {
  it('has the power of its loudness, whatever its bands', () => {
    for (const loop of loops) {
      const { power, steps } = loopSound(loop);
      expect(10 * Math.log10(power)).toBeCloseTo(loop.loudnessLufs!, 6);
      const sum = steps.reduce((total, value) => total + value, 0) / (steps.length / 4);
      // Envelopes are bytes, and steps do not always fall on bins.
      expect(Math.abs(10 * Math.log10(sum / power))).toBeLessThan(2);
    }
  });

  it('is covered wholly by a louder copy of itself, and not at all by nothing', () => {
    const sound = loopSound(loops[0]!);
    expect(coveredShare(sound, 1, [{ sound, gain: 2 }])).toBeCloseTo(1, 6);
    expect(coveredShare(sound, 1, [])).toBe(0);
    expect(coveredShare(sound, 1, [{ sound, gain: 0.5 }])).toBeCloseTo(0.25, 6);
  });

  it('stands even where nothing was measured', () => {
    const { bands: _bands, loudnessLufs: _lufs, ...bare } = loops[0]!;
    const { steps } = loopSound(bare);
    expect(new Set(steps.slice(0, 128)).size).toBe(1);
  });
});
