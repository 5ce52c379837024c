import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rifffOf } from '../../../tests/support/rifffOf.ts';
import { UNLOCKS } from '../../data/rules/arcade/unlocks.ts';
import { crowdView, groundOf, placeOf, roomAt } from './crowd.ts';
import { Flight } from './flight.ts';
import { Focusing } from './focusing.ts';
import { CrowdTable } from './placing.ts';
import { colourOf, UNLOCK_VISUALS, UnlockedVisuals } from './unlocks.ts';

const IDS = UNLOCKS.map(({ id }) => id);
const COUNT = 100;
const ground = groundOf(COUNT);
const view = crowdView(1440, 900);
const colours = Uint8Array.from({ length: 128 }, (_, at) => at % 9);
const fields = ['x', 'y', 'radius', 'fog'] as const;

/** A crowd that stands before one of its rifffs, the clearing open or empty. */
function crowdAt(rifff: number, isOpen = true) {
  const flight = new Flight();
  flight.jumpTo(placeOf(ground, rifff, flight));
  const focus = new Focusing();
  if (isOpen) for (let at = 0; at < 4; at++) focus.advance(ground, flight, 1, true, true);
  const table = new CrowdTable();
  table.place(ground, view, flight, focus);
  return { flight, focus, table };
}

interface Moved {
  ids: readonly string[];
  beat: number;
  rifff?: number;
  ageSec?: number;
  isStill?: boolean;
  isOpen?: boolean;
}

function moved({ ids, beat, rifff = 7, ageSec = 9, isStill = false, isOpen = true }: Moved) {
  const { flight, focus, table } = crowdAt(rifff, isOpen);
  const unlocks = new UnlockedVisuals();
  for (const id of ids) unlocks.add(id);
  unlocks.age(ageSec);
  unlocks.move(table, view, flight, focus, colours, beat, isStill);
  return { table, focus, unlocks };
}

const picture = (table: CrowdTable) =>
  fields.flatMap((field) => [...table[field].subarray(0, table.count)]);

/** Largest move of anybody, in radii of who moved, and the largest change of fog. */
function farthest(one: CrowdTable, other: CrowdTable) {
  let [move, growth, fog] = [0, 0, 0];
  for (let at = 0; at < one.count; at++) {
    const radius = one.radius[at]!;
    const far = Math.hypot(other.x[at]! - one.x[at]!, other.y[at]! - one.y[at]!);
    move = Math.max(move, far / radius);
    growth = Math.max(growth, Math.abs(other.radius[at]! / radius - 1));
    fog = Math.max(fog, Math.abs(other.fog[at]! - one.fog[at]!));
  }
  return { move, growth, fog };
}

const anyIds = fc.shuffledSubarray(IDS, { minLength: 1 });
const anyBeat = fc.double({ min: 0, max: 400, noNaN: true });

describe('what is unlocked', () => {
  test('has a visual for each unlock of the rules, and none besides', () => {
    expect(Object.keys(UNLOCK_VISUALS).sort()).toEqual([...IDS].sort());
  });

  test('is seen alone, each like no other, also in a picture that stands still', () => {
    const before = crowdAt(7).table;
    const seen = new Map<string, string>();
    for (const isStill of [false, true]) {
      for (const id of IDS) {
        const { table } = moved({ ids: [id], beat: 8.31, isStill });
        const { move, growth, fog } = farthest(before, table);
        expect([id, Math.max(move, growth, fog) > 0.02]).toEqual([id, true]);
        const key = picture(table).join();
        expect(seen.get(key) ?? id).toBe(id);
        seen.set(key, id);
      }
    }
  });

  test('is the same at the same beat, and stands still where less motion is asked for', () => {
    fc.assert(
      fc.property(anyIds, anyBeat, anyBeat, (ids, beat, other) => {
        const still = picture(moved({ ids, beat, isStill: true, ageSec: 0 }).table);
        expect(picture(moved({ ids, beat: other, isStill: true }).table)).toEqual(still);
        expect(picture(moved({ ids, beat }).table)).toEqual(picture(moved({ ids, beat }).table));
      }),
      { numRuns: 30 },
    );
  });

  test('keeps everybody in reach of their place, and nobody out of the crowd', () => {
    fc.assert(
      fc.property(anyIds, anyBeat, fc.nat(COUNT - 1), (ids, beat, rifff) => {
        const before = crowdAt(rifff, false).table;
        const { table } = moved({ ids, beat, rifff, isOpen: false });
        const { move, growth } = farthest(before, table);
        expect(move).toBeLessThan(0.6);
        expect(growth).toBeLessThan(0.2201);
        for (let at = 0; at < table.count; at++) {
          expect(table.radius[at]).toBeGreaterThan(0.87 * before.radius[at]!);
          expect(table.fog[at]).toBeGreaterThanOrEqual(0);
          expect(table.fog[at]).toBeLessThanOrEqual(before.fog[at]!);
          // Who is about to come out of the ground at the horizon is as little to be seen as before.
          if (before.fog[at]! > 0.95) expect(table.fog[at]).toBeGreaterThan(0.89);
        }
      }),
      { numRuns: 40, examples: [[IDS, 1, 7]] },
    );
  });

  test('leaves the clearing, its words and the one in it as they are', () => {
    fc.assert(
      fc.property(anyIds, anyBeat, fc.nat(COUNT - 1), (ids, beat, rifff) => {
        const before = crowdAt(rifff).table;
        const { table, focus } = moved({ ids, beat, rifff });
        expect(focus.open).toBe(1);
        const last = table.count - 1;
        for (const field of fields) expect(table[field][last]).toBe(before[field][last]);
        for (let at = 0; at < last; at++) {
          const room = roomAt(view, table.x[at]!, table.y[at]!);
          expect(table.radius[at]! - Math.max(0, room)).toBeLessThan(0.01);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('goes on from frame to frame without a leap but on the beat', () => {
    for (const id of IDS) {
      for (let beat = 0.05; beat < 17; beat += 1 / 24) {
        if (Math.floor(beat) !== Math.floor(beat + 1 / 24)) continue;
        const one = moved({ ids: [id], beat }).table;
        const { move, growth } = farthest(one, moved({ ids: [id], beat: beat + 1 / 24 }).table);
        expect([id, move < 0.06, growth < 0.06]).toEqual([id, true, true]);
      }
    }
  });

  test('appears in more than half a second, and is gone at once', () => {
    const before = crowdAt(7).table;
    const fresh = farthest(before, moved({ ids: ['brief'], beat: 3.2, ageSec: 0 }).table);
    expect(Math.max(fresh.move, fresh.growth, fresh.fog)).toBeLessThan(1e-4);
    const half = farthest(before, moved({ ids: ['brief'], beat: 3.2, ageSec: 0.3 }).table);
    const whole = farthest(before, moved({ ids: ['brief'], beat: 3.2 }).table);
    expect(half.move).toBeLessThan(0.6 * whole.move);
    expect(half.move).toBeGreaterThan(0.4 * whole.move);
    const { unlocks } = moved({ ids: [...IDS, 'nothing', 'toString'], beat: 1 });
    expect(unlocks.isShown).toBe(true);
    unlocks.clear();
    expect(unlocks.isShown).toBe(false);
    unlocks.add('toString');
    expect(unlocks.isShown).toBe(false);
  });

  test('knows the colour of a rifff by its newest loop', () => {
    const rifff = rifffOf(3);
    const newest = rifff.state.playback[2]!.slot.current!;
    const withCategory = (category: string) => {
      const playback = rifff.state.playback.map((entry, at) =>
        at === 2 ? { slot: { ...entry.slot, current: { ...newest, category } } } : entry,
      );
      return colourOf({ ...rifff, state: { ...rifff.state, playback } });
    };
    expect(['drums', 'bass', 'fx', 'audio', '?'].map(withCategory)).toEqual([0, 1, 7, 8, 8]);
    expect(colourOf({ ...rifff, loops: [] })).toBeLessThan(9);
  });
});
