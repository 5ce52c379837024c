import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  acclaim,
  addTallies,
  type Candidate,
  chooseWinner,
  NO_TALLY,
  pointsOf,
  type Reactions,
  type Tally,
  tallyChange,
  WINNER_PEOPLE,
} from './points.ts';
import {
  isFinishedWeek,
  LIFE_MS,
  openWeeks,
  WEEK_MS,
  weekBounds,
  weekOf,
  weeksOfShare,
} from './weeks.ts';

const DAY_MS = 86_400_000;
const MONDAY_MS = Date.UTC(2026, 10, 16);
const time = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2100, 0, 1) });

/** One person does something about a share, or takes it back, so long after it was shared. */
interface Event {
  readonly person: number;
  readonly deed: keyof Reactions;
  readonly isDone: boolean;
  readonly afterMs: number;
}
const event = fc.record<Event>({
  person: fc.nat({ max: 5 }),
  deed: fc.constantFrom('isLiked', 'isCommented', 'isAnswered'),
  isDone: fc.boolean(),
  afterMs: fc.nat({ max: LIFE_MS + 3 * DAY_MS }),
});
const events = fc
  .array(event, { maxLength: 30 })
  .map((some) => some.sort((a, b) => a.afterMs - b.afterMs));
const NOTHING: Reactions = { isLiked: false, isCommented: false, isAnswered: false };
const isFollower = (person: number) => person % 2 === 0;

/** The charts of a share after these events, by week, as the server keeps them. */
function play(sharedMs: number, some: readonly Event[]): Map<number, Tally> {
  const done = new Map<number, Reactions>();
  const given = new Map<number, number>();
  const charts = new Map<number, Tally>();
  for (const { person, deed, isDone, afterMs } of some) {
    const reactions = { ...(done.get(person) ?? NOTHING), [deed]: isDone };
    done.set(person, reactions);
    const weeks = openWeeks(sharedMs, sharedMs + afterMs);
    if (weeks.length === 0) continue;
    const points = pointsOf(reactions);
    const change = tallyChange(given.get(person) ?? 0, { points, isFollower: isFollower(person) });
    given.set(person, points);
    for (const week of weeks) charts.set(week, addTallies(charts.get(week) ?? NO_TALLY, change));
  }
  return charts;
}

describe('weeks', () => {
  it('begin on Mondays at midnight UTC and hold the moment that they are of', () => {
    fc.assert(
      fc.property(time, (ms) => {
        const start = weekOf(ms);
        expect(new Date(start).getUTCDay()).toBe(1);
        expect(start % DAY_MS).toBe(0);
        expect(ms - start).toBeGreaterThanOrEqual(0);
        expect(ms - start).toBeLessThan(WEEK_MS);
      }),
    );
    expect(weekOf(MONDAY_MS)).toBe(MONDAY_MS);
    expect(weekOf(MONDAY_MS - 1)).toBe(MONDAY_MS - WEEK_MS);
    expect(weekBounds(MONDAY_MS)).toEqual({
      start: MONDAY_MS,
      startISO: '2026-11-16T00:00:00.000Z',
      end: MONDAY_MS + WEEK_MS,
      endISO: '2026-11-23T00:00:00.000Z',
    });
  });

  it('are over once the next begins, and only Mondays are weeks', () => {
    expect(isFinishedWeek(MONDAY_MS, MONDAY_MS + WEEK_MS - 1)).toBe(false);
    expect(isFinishedWeek(MONDAY_MS, MONDAY_MS + WEEK_MS)).toBe(true);
    expect(isFinishedWeek(MONDAY_MS + 1, MONDAY_MS + 2 * WEEK_MS)).toBe(false);
  });

  it('give every share its whole seven days, whenever it was shared', () => {
    fc.assert(
      fc.property(time, fc.nat({ max: 2 * LIFE_MS }), (sharedMs, afterMs) => {
        const open = openWeeks(sharedMs, sharedMs + afterMs);
        const [, complete] = weeksOfShare(sharedMs);
        expect(open.includes(complete)).toBe(afterMs < LIFE_MS);
        for (const week of open) expect(sharedMs + afterMs).toBeLessThan(week + WEEK_MS);
      }),
    );
  });
});

describe('points', () => {
  it('are the same at the end of a share, whatever the day on which it was shared', () => {
    fc.assert(
      fc.property(time, time, events, (one, other, some) => {
        const [a, b] = [one, other].map((ms) => play(ms, some).get(weeksOfShare(ms)[1]));
        expect(a).toEqual(b);
      }),
    );
  });

  it('are those of the most that each person did last, at most three of one person', () => {
    fc.assert(
      fc.property(time, events, (sharedMs, some) => {
        const tally = play(sharedMs, some).get(weeksOfShare(sharedMs)[1]) ?? NO_TALLY;
        const last = new Map<number, Reactions>();
        for (const { person, deed, isDone, afterMs } of some) {
          if (afterMs >= LIFE_MS) continue;
          last.set(person, { ...(last.get(person) ?? NOTHING), [deed]: isDone });
        }
        const given = [...last].map(([person, reactions]) => ({
          person,
          points: pointsOf(reactions),
        }));
        const giving = given.filter(({ points }) => points > 0);
        const strangers = giving.filter(({ person }) => !isFollower(person));
        const sum = (all: typeof given) => all.reduce((total, { points }) => total + points, 0);
        expect(tally).toEqual({
          points: sum(giving),
          people: giving.length,
          strangerPoints: sum(strangers),
          strangers: strangers.length,
        });
        expect(tally.points).toBeLessThanOrEqual(3 * tally.people);
      }),
    );
  });

  it('weigh an answer more than a comment, and that more than a like', () => {
    const of = (deeds: Partial<Reactions>) => pointsOf({ ...NOTHING, ...deeds });
    expect([
      of({}),
      of({ isLiked: true }),
      of({ isCommented: true }),
      of({ isAnswered: true }),
    ]).toEqual([0, 1, 2, 3]);
    expect(of({ isLiked: true, isCommented: true, isAnswered: true })).toBe(3);
  });
});

describe('the winner of a week', () => {
  const candidate = fc
    .record({
      followers: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 6 }),
      strangers: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 6 }),
      userId: fc.constantFrom('ada', 'ben', 'cleo', 'dan'),
      created: fc.nat({ max: 5 }),
    })
    .map((one) => ({ ...one, ...tallyOf(one.followers, one.strangers) }));
  const candidates = fc
    .array(candidate, { maxLength: 8 })
    .map((some) => some.map((one, at) => ({ ...one, shareId: `share${at}` })));

  function tallyOf(followers: readonly number[], strangers: readonly number[]): Tally {
    const give = (points: number, follows: boolean) =>
      tallyChange(0, { points, isFollower: follows });
    return [
      ...followers.map((points) => give(points, true)),
      ...strangers.map((points) => give(points, false)),
    ].reduce(addTallies, NO_TALLY);
  }
  const make = (name: string, tally: Tally, created = 1): Candidate => ({
    ...tally,
    shareId: name,
    userId: name,
    created,
  });
  const NOBODY: ReadonlySet<string> = new Set();

  it('is the same in whatever order they stand, has enough people, and never rests', () => {
    fc.assert(
      fc.property(candidates, fc.subarray(['ada', 'ben', 'cleo']), (some, resting) => {
        const rest = new Set(resting);
        const winner = chooseWinner(some, rest);
        expect(chooseWinner([...some].reverse(), rest)).toBe(winner);
        const able = some.filter((one) => one.people >= WINNER_PEOPLE && !rest.has(one.userId));
        expect(winner === undefined).toBe(able.length === 0);
        if (!winner) return;
        expect(able).toContain(winner);
        for (const one of able) expect(acclaim(one)).toBeLessThanOrEqual(acclaim(winner));
        const equals = able.filter((one) => acclaim(one) === acclaim(winner));
        expect(winner.created).toBe(Math.min(...equals.map(({ created }) => created)));
      }),
    );
  });

  it('stays the winner when one more person reacts to it', () => {
    fc.assert(
      fc.property(
        candidates,
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        (some, points, follows) => {
          const winner = chooseWinner(some, NOBODY);
          if (!winner) return;
          const more = {
            ...winner,
            ...addTallies(winner, tallyChange(0, { points, isFollower: follows })),
          };
          const then = some.map((one) => (one === winner ? more : one));
          expect(chooseWinner(then, NOBODY)).toBe(more);
        },
      ),
    );
  });

  it('is never worse off for being loved by strangers than by as many followers', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1 }), (given) => {
        expect(acclaim(tallyOf([], given))).toBeGreaterThan(acclaim(tallyOf(given, [])));
      }),
    );
  });

  it('may be a small account beside one whom a crowd follows', () => {
    const crowd = make('famous', tallyOf(Array(11).fill(1), []), 0);
    const small = make('small', tallyOf([], [1, 1, 1]));
    expect(chooseWinner([crowd, small], NOBODY)).toBe(small);
    const beyond = make('famous', tallyOf(Array(11).fill(1), [1, 1, 1]), 0);
    expect(chooseWinner([beyond, small], NOBODY)).toBe(beyond);
    expect(chooseWinner([beyond, small], new Set(['famous']))).toBe(small);
  });
});
