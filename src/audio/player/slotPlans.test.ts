import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Rifff } from '../../data/contract/rifff.ts';
import { isRegrouped, slotMoves } from './slotPlans.ts';

/** Slots by the name of what sounds in them, and of what shall. @returns from where each slot takes its voice */
function moves(voices: readonly (string | null)[], wanted: readonly (string | null)[]): number[] {
  return slotMoves(
    wanted.map((name) => name !== null),
    voices.map((name) => name !== null),
    (at, slot) => voices[at] === wanted[slot],
  );
}

test('a loop keeps its voice, follows its ring, and a changed one goes on with the old sound', () => {
  expect(moves(['drums', 'bass', null], ['drums', 'bass', null])).toEqual([0, 1, -1]);
  expect(moves(['drums', 'bass', null], ['bass', null, 'drums'])).toEqual([1, -1, 0]);
  expect(moves(['drums', 'bass', null], ['slower drums', 'bass', 'new'])).toEqual([0, 1, -1]);
  // Its old place was needed by another: what is new waits in silence.
  expect(moves(['drums', null, null], ['new', 'drums', null])).toEqual([-1, 0, -1]);
});

test('no voice is taken twice, nothing comes from silence, and what may go on does', () => {
  const names = fc.constantFrom('a', 'b', 'c', null);
  const slots = fc.array(fc.tuple(names, names), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(slots, (pairs) => {
      const voices = pairs.map(([voice]) => voice);
      const wanted = pairs.map(([, name]) => name);
      const from = moves(voices, wanted);
      const taken = from.filter((at) => at !== -1);
      expect(new Set(taken).size).toBe(taken.length);
      from.forEach((at, slot) => {
        if (at !== -1) {
          expect(voices[at]).not.toBeNull();
          expect(wanted[slot]).not.toBeNull();
        }
        if (wanted[slot] !== null && wanted[slot] === voices[slot]) expect(at).toBe(slot);
      });
    }),
  );
});

test('rings are regrouped where more or fewer loops take the place of others, and not by a swap', () => {
  const holding = (...ids: string[]) =>
    ({
      state: { playback: ids.map((id) => ({ slot: { current: { currentLoop: id } } })) },
    }) as unknown as Rifff;
  expect(isRegrouped(holding('a', 'b', 'c'), holding('merged', 'c'))).toBe(true);
  expect(isRegrouped(holding('merged', 'c'), holding('a', 'b', 'c'))).toBe(true);
  // One loop for another, one more, one less: each ring changes by itself.
  expect(isRegrouped(holding('a', 'b'), holding('a', 'c'))).toBe(false);
  expect(isRegrouped(holding('a', 'b'), holding('a', 'b', 'c'))).toBe(false);
  expect(isRegrouped(holding('a', 'b'), holding('a'))).toBe(false);
});
