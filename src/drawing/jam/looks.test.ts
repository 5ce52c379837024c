import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleModel } from '../../../tests/support/sampleRoom.ts';
import { ECHOES, poseOf, WILD } from '../../../tests/support/sampleStage.ts';
import {
  LOOK_SOURCES,
  type LookRoutes,
  type LookSource,
  STAGE_LOOK_IDS,
} from '../../data/contract/stageLooks.ts';
import { addMove, MOST_MOVES, NO_TURNS } from '../../data/rules/stage/knobTurns.ts';
import type { RifffModel } from '../model.ts';
import { PaintList } from '../paintList.ts';
import { advanceRing } from '../ringMotion.ts';
import { BUILT_IN_LOOKS } from './builtInLooks.ts';
import { lookBox } from './cameraBox.ts';
import { foldOutline } from './foldOutline.ts';
import { lightAfter } from './light.ts';
import { chosenAt } from './lookChanges.ts';
import { LookFollower, type LookMoment, LookTrack, slowly } from './lookTrack.ts';
import { stageFrame } from './stageFrame.ts';
import { StagePicture } from './stagePicture.ts';

/** A ring whose bands are each loud in a quarter of the turn of their own, the lowest first. */
const quarters = (): RifffModel => {
  const bands = Uint8Array.from({ length: 1024 }, (_, at) =>
    Math.floor((at % 256) / 64) === Math.floor(at / 256) ? 255 : 0,
  );
  const ring = { slot: 0, category: 'drums' as const, peaks: new Uint8Array(0), bands };
  return { id: 'quarters', rings: [{ ...ring, repeats: 1, gain: 1, isOn: true, passSec: 8 }] };
};
const moment = (phase: number, more: Partial<LookMoment> = {}): LookMoment => ({
  turns: NO_TURNS,
  turnsMs: 0,
  phase,
  stepSec: Number.NaN,
  isReduced: false,
  ...more,
});
const routesOf = (source: LookSource): LookRoutes => {
  const route = { base: 0, source, amount: 1 };
  return { turn: route, cut: route, spread: route, density: route, lift: route };
};
const { print } = BUILT_IN_LOOKS;

describe('what moves a look', () => {
  test('never leaves 0 to 1 and never moves faster than is safe, whatever comes in', () => {
    const number = fc.oneof(
      fc.double(),
      fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -1e9),
    );
    const route = fc.record({
      base: fc.double({ min: 0, max: 1, noNaN: true }),
      source: fc.constantFrom(...LOOK_SOURCES),
      amount: fc.double({ min: -1, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.record({ turn: route, cut: route, spread: route, density: route, lift: route }),
        fc.array(number, { minLength: 4, maxLength: 4 }),
        fc.double({ min: 0, max: 10, noNaN: true }),
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 20, maxLength: 20 }),
        (routes, knobs, stepSec, phases) => {
          const track = new LookTrack(quarters(), print, routes).solve();
          const follower = new LookFollower(track);
          const { values } = follower;
          let turns = NO_TURNS;
          let turnsMs = 0;
          for (const phase of phases) {
            const before = values.slice();
            turnsMs += 1000 * stepSec;
            turns = addMove(turns, { atMs: turnsMs, knobs });
            follower.follow(track, moment(phase, { turns, turnsMs, stepSec }));
            values.forEach((value, parameter) => {
              expect(value).toBeGreaterThanOrEqual(0);
              expect(value).toBeLessThanOrEqual(1);
              expect(Math.abs(value - before[parameter]!)).toBeLessThanOrEqual(0.0801);
            });
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  test('is the same after a seek as in playing, in every turn', () => {
    const track = new LookTrack(quarters(), print, {}).solve();
    const played = new LookFollower(track);
    for (let frame = 0; frame <= 900; frame++) {
      const stepSec = frame === 0 ? Number.NaN : 1 / 60;
      played.follow(track, moment((frame / 60 / 8) % 1, { stepSec }));
    }
    const sought = new LookFollower(track);
    sought.follow(track, moment((900 / 60 / 8) % 1));
    for (const [at, value] of sought.values.entries())
      expect(played.values[at]).toBeCloseTo(value, 3);
  });

  test('knobs reach what they ask for and stay', () => {
    const track = new LookTrack(quarters(), print, routesOf('knob2')).solve();
    const follower = new LookFollower(track);
    const turns = addMove(NO_TURNS, { atMs: 0, knobs: [0, 1] });
    const at = (frame: number) =>
      moment(0.5, { turns, turnsMs: (1000 * frame) / 60, stepSec: 1 / 60 });
    for (let frame = 0; frame < 600; frame++) follower.follow(track, at(frame));
    expect([...follower.values]).toEqual([1, 1, 1, 1, 1]);
    expect(follower.follow(track, at(600))).toBe(false);
  });

  test('a knob that trembles moves nothing', () => {
    const track = new LookTrack(quarters(), print, routesOf('knob2')).solve();
    const follower = new LookFollower(track);
    const seen: number[] = [];
    let turns = NO_TURNS;
    // As many moves as are kept.
    for (let frame = 0; frame < MOST_MOVES; frame++) {
      const turnsMs = (1000 * frame) / 60;
      turns = addMove(turns, { atMs: turnsMs, knobs: [0, Math.floor(frame / 2) % 2] });
      follower.follow(track, moment(0.5, { turns, turnsMs, stepSec: 1 / 60 }));
      if (frame > 300) seen.push(follower.values[3]!);
    }
    expect(Math.max(...seen) - Math.min(...seen)).toBeLessThan(0.004);
  });

  test('stays at rest where less motion is asked for, and where nothing plays', () => {
    const track = new LookTrack(quarters(), print, {}).solve();
    for (const at of [moment(0.9, { isReduced: true }), moment(-1)]) {
      const follower = new LookFollower(track);
      follower.values.fill(1);
      follower.follow(track, at);
      expect([...follower.values]).toEqual([0.5, 0.35, 0, 0.6, 0.5]);
    }
  });

  test('a window that was covered for an hour does not leap', () => {
    expect(slowly(0, 1, 0.5, 3600)).toBeLessThanOrEqual(0.05);
  });

  test('hears bass, middle and high apart, and nothing of a ring that is muted', () => {
    // At the end of each quarter, the second parameter (the fastest) has had two seconds to get there.
    const heard = (source: LookSource, model = quarters()) => {
      const track = new LookTrack(model, print, routesOf(source)).solve();
      return [0.245, 0.495, 0.745, 0.995].map((phase) => Math.round(track.at(1, phase)));
    };
    expect(heard('bass')).toEqual([1, 0, 0, 0]);
    expect(heard('middle')).toEqual([0, 1, 0, 0]);
    expect(heard('high')).toEqual([0, 0, 1, 1]);
    expect(heard('level')).toEqual([1, 1, 1, 1]);
    const [ring] = quarters().rings;
    expect(heard('level', { id: 'muted', rings: [{ ...ring!, isOn: false }] })).toEqual([
      0, 0, 0, 0,
    ]);
  });

  test('hears noise apart from tones, by what is loud', () => {
    const [ring] = quarters().rings;
    const half = (from: number, to: number) =>
      Uint8Array.from({ length: 64 }, (_, at) => (at < 32 ? from : to));
    const noisy = { ...ring!, peaks: half(255, 0), flatness: half(255, 255) };
    const tonal = { ...ring!, peaks: half(0, 255), flatness: half(0, 0) };
    const track = new LookTrack(
      { id: 'noise', rings: [noisy, tonal] },
      print,
      routesOf('noise'),
    ).solve();
    expect([0.45, 0.95].map((phase) => Math.round(track.at(1, phase)))).toEqual([1, 0]);
  });

  test('rises and falls as slowly as a look asks', () => {
    const mod = { layer: 0, value: 'cut', source: 'bass', amount: 1000 } as const;
    const look = (rise: number, fall: number) => ({
      ...print,
      layers: [{ ...print.layers[0]!, cut: 0 }],
      mods: [{ ...mod, rise, fall }],
    });
    // The bass is loud for the first two of eight seconds.
    const at = (rise: number, fall: number, sec: number) =>
      new LookTrack(quarters(), look(rise, fall), {}).solve().at(1, sec / 8);
    expect(at(4000, 0, 1.98)).toBeCloseTo(0.5, 1);
    expect(at(0, 4000, 3.98)).toBeCloseTo(0.5, 1);
    expect(at(0, 0, 1.98)).toBeCloseTo(1, 1);
  });

  test('follows beats and bars of the rifff', () => {
    const track = new LookTrack(
      { ...quarters(), bars: 2, beats: 8 },
      print,
      routesOf('bar'),
    ).solve();
    expect(track.at(1, 0.25)).toBeGreaterThan(0.9);
    expect(track.at(1, 0.5)).toBeLessThan(0.1);
    expect(track.at(1, 0.75)).toBeGreaterThan(0.9);
  });

  test('chooses by whole bars, never twice within half a second, and not where a turn is short', () => {
    const one = (bars: number, passSec: number): RifffModel => ({
      ...quarters(),
      rings: quarters().rings.map((ring) => ({ ...ring, passSec })),
      bars,
    });
    const of = ['a', 'b', 'c'];
    expect([0, 0.3, 0.6, 0.9].map((phase) => chosenAt(one(4, 8), 1, of, phase))).toEqual([
      'a',
      'b',
      'c',
      'a',
    ]);
    expect(chosenAt(one(4, 8), 1, of, -1)).toBe('a');
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 64 }),
        fc.double({ min: 0.1, max: 60, noNaN: true }),
        fc.array(fc.integer({ min: 1, max: 16 }), { minLength: 2, maxLength: 4 }),
        (bars, passSec, every) => {
          const model = one(bars, passSec);
          const cells = Math.ceil(passSec * 50);
          const at = (cell: number) =>
            every.map((bar) => chosenAt(model, bar, of, (cell % cells) / cells)).join('');
          let changes: number[] = [];
          for (let cell = 1; cell < 2 * cells; cell++) {
            if (at(cell) !== at(cell - 1)) changes.push(cell / 50);
            changes = changes.filter((sec) => sec > cell / 50 - 1);
            // Two, and one at the end of a turn.
            expect(changes.length).toBeLessThanOrEqual(3);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('light dies away behind the hand and never below rest', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.99, noNaN: true }), (age) => {
        expect(lightAfter(age, 0.34)).toBeGreaterThanOrEqual(lightAfter(age + 0.01, 0.34));
        expect(lightAfter(age, 0.34)).toBeGreaterThanOrEqual(0.34);
      }),
    );
  });
});

describe('a look that comes', () => {
  /** What is drawn of a stage in every frame from its first one, which is told to change looks in the sixtieth. */
  const drawn = (look: (typeof STAGE_LOOK_IDS)[number], isPrepared: boolean) => {
    const picture = new StagePicture('print');
    picture.echoes = ECHOES;
    const pose = poseOf(sampleModel('coming', 5), 300);
    const list = new PaintList();
    return Array.from({ length: 70 }, (_, frame) => {
      pose.nowMs = frame * 16;
      pose.phase = (frame / 200) % 1;
      if (isPrepared && frame === 5) picture.prepare(look);
      if (frame === 60) picture.choose(look);
      picture.advance(pose);
      picture.compose(list, pose);
      return [list.size, ...list.points.subarray(0, 2 * list.pointCount)];
    });
  };

  test.each(['light', 'relief'] as const)(
    'is as ever where it was made ready before: %s',
    (look) => {
      expect(drawn(look, true)).toEqual(drawn(look, false));
    },
  );

  test('is solved a parameter at a time, and is the same as solved at once', () => {
    const routes = routesOf('bass');
    const whole = new LookTrack(quarters(), print, routes).solve();
    const bits = new LookTrack(quarters(), print, routes);
    let steps = 0;
    while (bits.solveNext()) {
      steps += 1;
      expect(bits.targets.filter(({ cells }) => cells)).toHaveLength(steps);
    }
    expect(steps).toBeGreaterThan(3);
    expect(bits.targets).toEqual(whole.targets);
  });
});

describe('a folded outline', () => {
  test('is closed, has as many equal petals as it is folded into, and is kept', () => {
    const pose = poseOf(sampleModel('fold', 3), 300);
    for (const wedges of [2, 6, 16]) {
      const outline = pose.shapes.get(0, 'edge');
      const folded = foldOutline(outline, wedges, 3);
      expect(foldOutline(outline, wedges, 3)).toBe(folded);
      expect(folded.turns[0]).toBe(0);
      expect(folded.turns.at(-1)).toBe(1);
      expect(folded.edge.at(-1)).toBeCloseTo(folded.edge[0]!, 5);
      const petal = folded.count / wedges;
      for (let at = 0; at < folded.count; at++) {
        if (at > 0) expect(folded.turns[at]).toBeGreaterThanOrEqual(folded.turns[at - 1]!);
        expect(folded.edge[at]).toBe(folded.edge[at % petal]);
        expect(folded.edge[at]).toBe(folded.edge[folded.count - 1 - at]);
      }
    }
  });
});

describe('a stage', () => {
  test.each(STAGE_LOOK_IDS)(
    '%s makes no array longer once it plays, and stays in its budget',
    (look) => {
      const picture = new StagePicture(look);
      picture.routes = WILD;
      picture.echoes = ECHOES;
      const pose = poseOf(sampleModel('budget', 7), 400);
      const list = new PaintList();
      let paints = 0;
      let points = list.points;
      for (let frame = 0; frame < 400; frame++) {
        pose.nowMs = frame * 16;
        pose.phase = (frame / 200) % 1;
        const knobs = new Array(8).fill(frame % 30 < 15 ? 1 : 0);
        picture.turns = addMove(picture.turns, { atMs: pose.nowMs, knobs });
        for (const ring of pose.rings) advanceRing(ring, pose.nowMs, false);
        picture.advance(pose);
        picture.compose(list, pose);
        if (frame === 199) ({ points } = list);
        if (frame === 199) paints = list.paints.length;
      }
      expect(list.points).toBe(points);
      expect(list.paints.length).toBe(paints);
      expect(list.size).toBeLessThan(600);
    },
  );

  test('keeps to the safe area when asked', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...STAGE_LOOK_IDS),
        fc.integer({ min: 200, max: 4000 }),
        fc.integer({ min: 200, max: 4000 }),
        (look, width, height) => {
          const { x, y, radius } = stageFrame(look, width, height, true);
          const { wide, high } = lookBox(look);
          for (const [at, size, share] of [
            [x, width, wide],
            [y, height, high],
          ] as const) {
            const reach = radius * share * 1.12;
            expect(at - reach).toBeGreaterThanOrEqual(0.05 * size - 1e-6);
            expect(at + reach).toBeLessThanOrEqual(0.95 * size + 1e-6);
          }
        },
      ),
    );
  });

  test.each([600, 0])('flies out of every window, with a tilt of %d', (tilt) => {
    const look = { ...BUILT_IN_LOOKS.tunnel, camera: { tilt, turn: 140 } };
    fc.assert(
      fc.property(
        fc.integer({ min: 200, max: 4000 }),
        fc.integer({ min: 200, max: 4000 }),
        (width, height) => {
          const { radius } = stageFrame(look, width, height, false);
          const pose = poseOf({ ...sampleModel('seen', 7), bars: 4, beats: 16 }, radius);
          const picture = new StagePicture(look);
          const list = new PaintList();
          // How near to the middle the nearest ring is where it is farthest from it.
          let out = 0;
          for (let frame = 0; frame < 200; frame++) {
            pose.phase = frame / 200;
            pose.nowMs = frame * 40;
            picture.advance(pose);
            picture.compose(list, pose);
            const { from, count, x, y } = list.paints[0]!;
            const near = Array.from({ length: count }, (_, at) =>
              Math.hypot(x + list.points[2 * (from + at)]!, y + list.points[2 * (from + at) + 1]!),
            );
            out = Math.max(out, Math.min(...near));
          }
          expect(out).toBeGreaterThan(Math.hypot(width, height) / 2);
        },
      ),
      { numRuns: 8 },
    );
  });
});
