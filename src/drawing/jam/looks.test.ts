import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seeded } from '../../../tests/gpu/musicalPeaks.ts';
import { examples } from '../../../tests/support/examples.ts';
import { FlashSeries } from '../../../tests/support/flashes.ts';
import { fillPaints } from '../../../tests/support/rasterise.ts';
import { sampleModel, sampleRoom } from '../../../tests/support/sampleRoom.ts';
import {
  LOOK_SOURCES,
  type LookRoutes,
  type LookSource,
  PLAIN_ROUTES,
  STAGE_LOOKS,
  type StageLook,
} from '../../data/contract/stageLooks.ts';
import { layoutRings } from '../layout.ts';
import type { RifffModel } from '../model.ts';
import { PaintList } from '../paintList.ts';
import { PlainPose } from '../plainPose.ts';
import { advanceRing, muteRing } from '../ringMotion.ts';
import { lightAfter, lightInk } from './light.ts';
import {
  createLookValues,
  followRoutes,
  type LookMoment,
  LookTrack,
  SlowChoice,
  slowly,
} from './lookParameters.ts';
import { stageFrame } from './stageFrame.ts';
import { StagePicture } from './stagePicture.ts';

const SIDE = 45;
const FRAMES = 61;
const CSS_PX = 900;

function poseOf(model: RifffModel, radius: number): PlainPose {
  const pose = new PlainPose();
  pose.lay(model, layoutRings(model.rings, radius), 1);
  for (const ring of pose.rings) ring.hasArrived = true;
  return pose;
}

const echoesOf = (count: number) =>
  sampleRoom(count).data.history.map(({ model }) => ({
    pose: poseOf(model, 100),
    ink: lightInk(model.rings.at(-1)!.category),
  }));
const ECHOES = echoesOf(14);

/** Everything follows something, as far as it goes. */
const WILD: LookRoutes = {
  turn: { base: 0, source: 'knob1', amount: 1 },
  cut: { base: 0, source: 'high', amount: 1 },
  spread: { base: 0, source: 'bass', amount: 1 },
  density: { base: 0, source: 'knob2', amount: 1 },
};

interface Storm {
  seed: number;
  turnSec: number;
  look: StageLook;
  swapsLook: boolean;
}

/** Flashes in a second of the worst input. */
function storm({ seed, turnSec, look, swapsLook }: Storm): number {
  const random = seeded(seed);
  const picture = new StagePicture(look);
  picture.routes = WILD;
  picture.echoes = ECHOES;
  const { x, y, radius } = stageFrame(look, CSS_PX, CSS_PX, false);
  const sample = sampleModel('storm', seed);
  const period = 1 + Math.floor(random() * 12);
  // Every loop is loud and silent in turns, all at once.
  const bands = Uint8Array.from({ length: 1024 }, (_, at) =>
    Math.floor(((at % 256) * turnSec * 60) / 256 / period) % 2 ? 0 : 255,
  );
  const rings = sample.rings.map((ring) => ({
    ...ring,
    bands,
    repeats: 1,
    passSec: turnSec,
  }));
  const pose = poseOf({ ...sample, rings }, radius);
  const list = new PaintList();
  const series = new FlashSeries();
  for (let frame = 0; frame < FRAMES; frame++) {
    pose.nowMs = (frame * 1000) / 60;
    pose.phase = (frame / 60 / turnSec) % 1;
    pose.isLive = true;
    const isHigh = Math.floor(frame / period) % 2 === 0;
    picture.knobs.fill(isHigh ? 1 : 0);
    if (swapsLook) picture.choose(STAGE_LOOKS[Math.floor(random() * 3)]!);
    if (frame % 20 === 10) muteRing(pose.rings[0]!, frame % 40 !== 10, pose.phase, pose.nowMs);
    for (const ring of pose.rings) advanceRing(ring, pose.nowMs, false);
    picture.advance(pose.rings, pose);
    picture.compose(list, pose);
    const pixels = new Uint32Array(SIDE * SIDE).fill(picture.ground);
    fillPaints(pixels, SIDE, list, x, y, SIDE / CSS_PX);
    series.add(pixels, SIDE);
  }
  return series.most;
}

describe('flashes', () => {
  test('no sound, knob or order makes a stage flash more than three times a second', () => {
    fc.assert(
      fc.property(
        fc.record({
          seed: fc.integer({ min: 1, max: 1e6 }),
          turnSec: fc.double({ min: 0.2, max: 8, noNaN: true }),
          look: fc.constantFrom(...STAGE_LOOKS),
          swapsLook: fc.boolean(),
        }),
        (input) => {
          expect(storm(input)).toBeLessThanOrEqual(3);
        },
      ),
      { numRuns: examples(6, 24) },
    );
  });

  test('looks that were let through at once would flash', () => {
    const shown = (isSlow: boolean) => {
      const choice = new SlowChoice(0x101010);
      const series = new FlashSeries();
      for (let frame = 0; frame < FRAMES; frame++) {
        const wanted = frame % 6 < 3 ? 0xe8e8e8 : 0x101010;
        choice.wish(wanted);
        choice.advance((frame * 1000) / 60);
        series.add(new Uint32Array(SIDE * SIDE).fill(isSlow ? choice.current : wanted), SIDE);
      }
      return series.most;
    };
    expect(shown(false)).toBeGreaterThan(3);
    expect(shown(true)).toBeLessThanOrEqual(1);
  });
});

/** A ring whose bands are each loud in a quarter of the turn of their own, the lowest first. */
const quarters = (): RifffModel => {
  const bands = Uint8Array.from({ length: 1024 }, (_, at) =>
    Math.floor((at % 256) / 64) === Math.floor(at / 256) ? 255 : 0,
  );
  const ring = { slot: 0, category: 'drums' as const, peaks: new Uint8Array(0), bands };
  return { id: 'quarters', rings: [{ ...ring, repeats: 1, gain: 1, isOn: true, passSec: 8 }] };
};
const moment = (phase: number, more: Partial<LookMoment> = {}): LookMoment => ({
  knobs: new Float64Array(4),
  phase,
  stepSec: Number.NaN,
  isReduced: false,
  ...more,
});
const routesOf = (source: LookSource): LookRoutes => {
  const route = { base: 0, source, amount: 1 };
  return { turn: route, cut: route, spread: route, density: route };
};

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
        fc.record({ turn: route, cut: route, spread: route, density: route }),
        fc.array(number, { minLength: 4, maxLength: 4 }),
        fc.double({ min: 0, max: 10, noNaN: true }),
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 20, maxLength: 20 }),
        (routes, knobs, stepSec, phases) => {
          const values = createLookValues();
          const track = new LookTrack(quarters(), routes);
          for (const phase of phases) {
            const before = values.slice();
            const at = moment(phase, { knobs: Float64Array.from(knobs), stepSec });
            followRoutes(values, routes, track, at);
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
    const track = new LookTrack(quarters(), PLAIN_ROUTES);
    const played = createLookValues();
    for (let frame = 0; frame <= 900; frame++) {
      const stepSec = frame === 0 ? Number.NaN : 1 / 60;
      followRoutes(played, PLAIN_ROUTES, track, moment((frame / 60 / 8) % 1, { stepSec }));
    }
    const sought = createLookValues();
    followRoutes(sought, PLAIN_ROUTES, track, moment((900 / 60 / 8) % 1));
    for (const [at, value] of sought.entries()) expect(played[at]).toBeCloseTo(value, 3);
  });

  test('knobs reach what they ask for and stay', () => {
    const values = createLookValues();
    const routes = routesOf('knob2');
    const track = new LookTrack(quarters(), routes);
    const at = moment(0.5, { knobs: Float64Array.of(0, 1, 0, 0), stepSec: 1 / 60 });
    for (let frame = 0; frame < 600; frame++) followRoutes(values, routes, track, at);
    expect([...values]).toEqual([1, 1, 1, 1]);
    expect(followRoutes(values, routes, track, at)).toBe(false);
  });

  test('stays at rest where less motion is asked for, and where nothing plays', () => {
    const track = new LookTrack(quarters(), PLAIN_ROUTES);
    for (const at of [moment(0.9, { isReduced: true }), moment(-1)]) {
      const values = createLookValues().fill(1);
      followRoutes(values, PLAIN_ROUTES, track, at);
      expect([...values]).toEqual([0.5, 0.35, 0, 0.6]);
    }
  });

  test('a window that was covered for an hour does not leap', () => {
    expect(slowly(0, 1, 0.5, 3600)).toBeLessThanOrEqual(0.05);
  });

  test('hears bass, middle and high apart, and nothing of a ring that is muted', () => {
    // At the end of each quarter, the second parameter (the fastest) has had two seconds to get there.
    const heard = (source: LookSource, model = quarters()) => {
      const track = new LookTrack(model, routesOf(source));
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

  test('light dies away behind the hand and never below rest', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.99, noNaN: true }), (age) => {
        expect(lightAfter(age, 0.34)).toBeGreaterThanOrEqual(lightAfter(age + 0.01, 0.34));
        expect(lightAfter(age, 0.34)).toBeGreaterThanOrEqual(0.34);
      }),
    );
  });
});

describe('a stage', () => {
  test.each(STAGE_LOOKS)(
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
        picture.knobs.fill(frame % 30 < 15 ? 1 : 0);
        for (const ring of pose.rings) advanceRing(ring, pose.nowMs, false);
        picture.advance(pose.rings, pose);
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
        fc.constantFrom(...STAGE_LOOKS),
        fc.integer({ min: 200, max: 4000 }),
        fc.integer({ min: 200, max: 4000 }),
        (look, width, height) => {
          const { x, y, radius } = stageFrame(look, width, height, true);
          for (const [at, size] of [
            [x, width],
            [y, height],
          ] as const) {
            expect(at - radius * 1.12).toBeGreaterThanOrEqual(0.05 * size - 1e-6);
            expect(at + radius * 1.12).toBeLessThanOrEqual(0.95 * size + 1e-6);
          }
        },
      ),
    );
  });
});
