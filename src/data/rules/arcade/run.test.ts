import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loopOf } from '../../../../tests/support/loopOf.ts';
import { randomField } from '../../../../tools/arcade/fields.ts';
import { MoveSchema } from '../../contract/arcade.ts';
import { ARCADE_MOVES_MAX } from '../../contract/constants.ts';
import { indexField } from './field.ts';
import { MOVE_GAP_MS, PLACE_GAP_MS, REACH_MS, replay } from './game.ts';
import { loopsOf, madeOf } from './made.ts';
import { makeMission } from './mission.ts';
import { beatMs, beatOffsetMs } from './music.ts';
import { Run, type Wish } from './run.ts';
import { RunClock } from './runClock.ts';
import { chanceOf } from './seeds.ts';
import { isWanted, takesOf } from './wanted.ts';

const index = indexField(randomField(chanceOf('field of runs'), 30));
const { mission, answer } = makeMission('20260101-3', index);
const grab = ({ rifff, loop } = answer[0]!): Wish => ({
  do: 'grab',
  rifff: rifff.id,
  loop: loop.id,
});

describe('a run', () => {
  it('makes of whatever hands wish moves that the rules take', () => {
    const anyWish = fc.oneof(
      fc.nat(index.picks.length - 1).map((at) => grab(index.picks[at])),
      fc.constant<Wish>({ do: 'place' }),
      fc.constant<Wish>({ do: 'drop' }),
      fc.nat(7).map((slot): Wish => ({ do: 'lift', slot })),
    );
    const anyStep = fc.tuple(anyWish, fc.double({ min: -20, max: 900, noNaN: true }));
    fc.assert(
      fc.property(
        fc.array(anyStep, { maxLength: 60 }),
        fc.constantFrom('mission', 'explorer'),
        (steps, mode) => {
          const run = new Run(mission, index, mode);
          let t = 0;
          for (const [wish, later] of steps) {
            t += later;
            const before = run.moves.length;
            const fault = run.wish(wish, t);
            expect(run.moves.length - before).toBe(fault === null ? 1 : 0);
            expect(fault).not.toBe('too fast');
          }
          expect(run.moves).toEqual(run.moves.map((move) => MoveSchema.parse(move)));
          expect(replay(mission, index, mode, run.moves)).toEqual({ state: run.state });
        },
      ),
      { numRuns: 100 },
    );
  });

  it('waits for what a hand cannot do as fast, and no longer', () => {
    const run = new Run(mission, index, 'mission');
    run.wish(grab(), 1000.4);
    run.wish({ do: 'place' }, 1010);
    run.wish(grab(answer[1]), 1020);
    run.wish({ do: 'drop' }, 1030);
    const stamps = [1000, 1000 + PLACE_GAP_MS, 1000 + REACH_MS, 1000 + REACH_MS + MOVE_GAP_MS];
    expect(run.moves.map(({ t }) => t)).toEqual(stamps);
    expect(run.wish({ do: 'end' }, 5000.6)).toBeNull();
    expect(run.moves.at(-1)?.t).toBe(5001);
  });

  it('never sends more moves than are taken, and keeps the last one for the end', () => {
    const run = new Run(mission, index, 'mission');
    for (let n = 0; n < ARCADE_MOVES_MAX; n++) {
      run.wish(n % 2 === 0 ? grab() : { do: 'drop' }, 100 * n);
    }
    expect(run.moves).toHaveLength(ARCADE_MOVES_MAX - 1);
    expect(run.wish(grab(), 50_000)).toBe('too many moves');
    expect(run.wish({ do: 'end' }, 50_000)).toBeNull();
  });

  it('shows what is in the hand: muted in the picture, softer in the sound, in the place that it would take', () => {
    const run = new Run(mission, index, 'mission');
    const loops = new Map(
      answer.map(({ loop }) => [loop.id, loopOf(loop.id, { category: loop.category })]),
    );
    const options = { loops, sourceOf: () => undefined, userName: 'ada', id: 'run', created: 0 };
    const rings = (rifff: ReturnType<typeof madeOf>['seen']) =>
      rifff?.state.playback.flatMap(({ slot }) =>
        slot.current ? [[slot.current.currentLoop, slot.current.on, slot.current.gain]] : [],
      ) ?? null;
    expect(madeOf(run.state, options)).toEqual({ placed: null, seen: null, heard: null });
    const [one, two] = answer.map(({ loop }) => loop.id);
    run.wish(grab(), 0);
    expect(rings(madeOf(run.state, options).placed)).toBeNull();
    expect(rings(madeOf(run.state, options).seen)).toEqual([[one, false, 1]]);
    expect(rings(madeOf(run.state, options).heard)).toEqual([[one, true, 0.5]]);
    run.wish({ do: 'place' }, 500);
    run.wish(grab(answer[1]), 1000);
    run.wish({ do: 'place' }, 1500);
    run.wish({ do: 'lift', slot: 0 }, 2000);
    run.wish(grab(), 2500);
    const made = madeOf(run.state, options);
    expect(rings(made.placed)).toEqual([[two, true, 1]]);
    expect(rings(made.seen)).toEqual([
      [one, false, 1],
      [two, true, 1],
    ]);
    expect(loopsOf([made.heard!]).size).toBe(2);
  });

  it('says of each loop of a rifff whether it is placed or asked for', () => {
    const run = new Run(mission, index, 'mission');
    const { rifff, loop } = answer[0]!;
    const takes = takesOf(run.state, index, rifff.id);
    expect(takes.map(({ pick }) => pick.loop.id)).toEqual(rifff.loops);
    expect(takes.some(({ isAskedFor }) => isAskedFor)).toBe(isWanted(run.state, index, rifff.id));
    run.wish(grab(), 0);
    run.wish({ do: 'place' }, 500);
    const own = takesOf(run.state, index, rifff.id).find(({ pick }) => pick.loop.id === loop.id);
    expect(own).toMatchObject({ prospect: undefined, isAskedFor: false });
    expect(takesOf(run.state, index, 'nobody')).toEqual([]);
  });
});

describe('the clock of a run', () => {
  const music = { bps: 2, barLength: 16 };

  it('counts four beats in to a bar line of what is heard', () => {
    const clock = new RunClock(music);
    expect(clock.at(0, 0)).toBe(Number.NEGATIVE_INFINITY);
    // 7.3 s of the grid at 1 s of the page: a bar is 2 s long, and the beats from 8 s on are the count-in.
    clock.begin(1000, 7.3, 4);
    expect(clock.at(1000, 7.3)).toBeCloseTo(-2700);
    expect(clock.at(3700, 10)).toBeCloseTo(0);
    // The sound card goes its own way; what is heard counts.
    expect(clock.at(4700, 10.98)).toBeCloseTo(980);
    expect(clock.at(4710, null)).toBeCloseTo(990);
  });

  it('begins at once where nothing is heard', () => {
    const clock = new RunClock(music);
    clock.begin(5000, null, 4);
    expect(clock.at(5000, null)).toBeCloseTo(-2150);
    expect(clock.at(8150, null)).toBeCloseTo(1000);
  });

  it('moves onto the pulse of a sound that comes late, by half a beat at most, and never back', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 60, noNaN: true }),
        fc.double({ min: 0.7, max: 3.4, noNaN: true }),
        fc.constantFrom(12, 14, 16),
        (heardSec, bps, barLength) => {
          const clock = new RunClock({ bps, barLength });
          clock.begin(0, null, 4);
          const before = clock.at(9000, null);
          const after = clock.at(9000, heardSec);
          expect(after).toBeGreaterThanOrEqual(before);
          const half = beatMs({ bps }) / 2 + 1e-6;
          expect(after - before).toBeLessThanOrEqual(half);
          // One beat later it runs with the pulse of the grid.
          const t = clock.at(9000 + 2 * half, heardSec + half / 500);
          const pulseSec = beatMs({ bps }) / 1000;
          const heardOff = 1000 * (heardSec - Math.round(heardSec / pulseSec) * pulseSec);
          const apart = beatOffsetMs({ bps }, t - heardOff - 2 * half);
          expect(Math.abs(apart)).toBeLessThan(1e-3);
        },
      ),
    );
  });

  it.each([
    [2, 16, 2],
    [172 / 60, 16, (8 * 60) / 172],
    [1, 16, 4],
    [2, 12, 1.5],
    [172 / 60, 12, (6 * 60) / 172],
  ])(
    'begins at %d quarters a second in bars of %d sixteenths where bar and pulse meet',
    (bps, barLength, everySec) => {
      for (const heardSec of [100.01, 101.5, 103.1]) {
        const clock = new RunClock({ bps, barLength });
        clock.begin(0, heardSec, 4);
        const startSec = heardSec - clock.at(0, heardSec) / 1000;
        const turns = startSec / everySec;
        expect(Math.abs(turns - Math.round(turns))).toBeLessThan(1e-6);
        expect(startSec - heardSec).toBeGreaterThanOrEqual((4 * beatMs({ bps })) / 1000);
      }
    },
  );
});
