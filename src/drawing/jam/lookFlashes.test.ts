import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seeded } from '../../../tests/gpu/musicalPeaks.ts';
import { examples } from '../../../tests/support/examples.ts';
import { fillPaints } from '../../../tests/support/rasterise.ts';
import { sampleModel } from '../../../tests/support/sampleRoom.ts';
import { ECHOES, poseOf, WILD } from '../../../tests/support/sampleStage.ts';
import { type LookDocument, readLook } from '../../data/contract/looks.ts';
import {
  LOOK_GROUNDS,
  LOOK_PARAMETERS,
  LOOK_SOURCES,
  RING_DRAWINGS,
  STAGE_LOOK_IDS,
  type StageLook,
} from '../../data/contract/stageLooks.ts';
import { FlashSeries } from '../flashes.ts';
import { PaintList } from '../paintList.ts';
import { advanceRing, muteRing } from '../ringMotion.ts';
import { ChangeClock } from './lookTrack.ts';
import { stageFrame } from './stageFrame.ts';
import { StagePicture } from './stagePicture.ts';

/** Each place that is measured is the mean of a hundred pixels: fine lines have no shade of their own. */
const SIDE = 450;
const FRAMES = 61;
const CSS_PX = 900;

interface Storm {
  seed: number;
  turnSec: number;
  look: StageLook | LookDocument;
  swapsLook: boolean;
}

/** Flashes in a second of the worst input. */
export function storm({ seed, turnSec, look, swapsLook }: Storm): number {
  const random = seeded(seed);
  const picture = new StagePicture(look);
  // What somebody made moves as they say.
  if (typeof look === 'string') picture.routes = WILD;
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
  const bars = 1 + Math.floor(random() * 8);
  const pose = poseOf({ ...sample, rings, bars, beats: 4 * bars }, radius);
  const list = new PaintList();
  const series = new FlashSeries();
  for (let frame = 0; frame < FRAMES; frame++) {
    pose.nowMs = (frame * 1000) / 60;
    pose.phase = (frame / 60 / turnSec) % 1;
    pose.isLive = true;
    const isHigh = Math.floor(frame / period) % 2 === 0;
    picture.knobs.fill(isHigh ? 1 : 0);
    if (swapsLook) picture.choose(STAGE_LOOK_IDS[Math.floor(random() * STAGE_LOOK_IDS.length)]!);
    if (frame % 20 === 10) muteRing(pose.rings[0]!, frame % 40 !== 10, pose.phase, pose.nowMs);
    for (const ring of pose.rings) advanceRing(ring, pose.nowMs, false);
    picture.advance(pose);
    picture.compose(list, pose);
    const pixels = new Uint32Array(SIDE * SIDE).fill(picture.ground);
    fillPaints(pixels, SIDE, list, x, y, SIDE / CSS_PX);
    series.add(pixels, SIDE);
  }
  return series.most;
}

const share = fc.nat({ max: 1000 });
const optional = Object.fromEntries(LOOK_PARAMETERS.map((name) => [name, share]));
const layer = fc.oneof(
  fc.record(
    {
      source: fc.constant('rings' as const),
      drawn: fc.constantFrom(...RING_DRAWINGS),
      size: fc.integer({ min: 100, max: 1000 }),
      wedges: fc.integer({ min: 1, max: 16 }),
      part: fc.nat({ max: 15 }),
      ...optional,
    },
    { requiredKeys: ['source', 'drawn'] },
  ),
  fc.record(
    { source: fc.constantFrom('growth' as const, 'echo' as const, 'flight' as const), ...optional },
    { requiredKeys: ['source'] },
  ),
);
/** Looks as somebody could make them who wants them to flash: everything follows something, as far as it goes. */
export const hostileLook: fc.Arbitrary<LookDocument> = fc
  .record({
    ground: fc.constantFrom(...LOOK_GROUNDS),
    layers: fc.array(layer, { minLength: 1, maxLength: 6 }),
    mods: fc.array(
      fc.record({
        layer: fc.nat({ max: 5 }),
        value: fc.constantFrom(...LOOK_PARAMETERS),
        source: fc.constantFrom(...LOOK_SOURCES),
        amount: fc.constantFrom(-1000, 1000, 500, -500),
        rise: fc.constantFrom(0, 0, 300),
        fall: fc.constantFrom(0, 0, 300),
      }),
      { maxLength: 16 },
    ),
    choices: fc.array(
      fc.record({
        layer: fc.nat({ max: 5 }),
        value: fc.constantFrom('wedges' as const, 'part' as const),
        everyBars: fc.integer({ min: 1, max: 4 }),
        of: fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 2, maxLength: 8 }),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ ground, layers, mods, choices }) => {
    const isThere = (one: { layer: number }) => one.layer < layers.length;
    const isRings = (one: { layer: number }) => layers[one.layer]?.source === 'rings';
    const written = {
      v: 1,
      name: 'Hostile',
      ground,
      layers,
      mods: mods.filter(isThere),
      choices: choices.filter(isRings),
    };
    return readLook(JSON.stringify(written)).look!;
  });

describe('flashes', () => {
  test('no look that anybody makes flashes more than three times a second', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.double({ min: 0.2, max: 8, noNaN: true }),
        hostileLook,
        (seed, turnSec, look) => {
          expect(storm({ seed, turnSec, look, swapsLook: false })).toBeLessThanOrEqual(3);
        },
      ),
      { numRuns: examples(3, 60) },
    );
  });

  test('no sound, knob or order makes a stage flash more than three times a second', () => {
    fc.assert(
      fc.property(
        fc.record({
          seed: fc.integer({ min: 1, max: 1e6 }),
          turnSec: fc.double({ min: 0.2, max: 8, noNaN: true }),
          look: fc.constantFrom(...STAGE_LOOK_IDS),
          swapsLook: fc.boolean(),
        }),
        (input) => {
          expect(storm(input)).toBeLessThanOrEqual(3);
        },
      ),
      { numRuns: examples(4, 24) },
    );
  });

  test('looks and rings that change at once would flash', () => {
    const shown = (isSlow: boolean) => {
      const clock = new ChangeClock();
      const series = new FlashSeries();
      let ink = 0x101010;
      for (let frame = 0; frame < FRAMES; frame++) {
        const wanted = frame % 6 < 3 ? 0xe8e8e8 : 0x101010;
        const nowMs = (frame * 1000) / 60;
        if (wanted !== ink && (!isSlow || clock.isDue(nowMs))) {
          ink = wanted;
          clock.changed(nowMs);
        }
        series.add(new Uint32Array(SIDE * SIDE).fill(ink), SIDE);
      }
      return series.most;
    };
    expect(shown(false)).toBeGreaterThan(3);
    expect(shown(true)).toBeLessThanOrEqual(1);
  });

  test('a ring that is muted ten times a second is seen to change twice, and in the end as it is', () => {
    const picture = new StagePicture('popup');
    const pose = poseOf(sampleModel('mute', 7), 300);
    const list = new PaintList();
    const seen: number[] = [];
    const step = (frame: number) => {
      pose.nowMs = (frame * 1000) / 60;
      for (const ring of pose.rings) advanceRing(ring, pose.nowMs, false);
      const isMoving = picture.advance(pose);
      picture.compose(list, pose);
      // The innermost ring's own paint.
      seen.push(list.paints[3 * pose.rings.length - 1]!.ink);
      return isMoving;
    };
    for (let frame = 0; frame < 60; frame++) {
      muteRing(pose.rings[0]!, Math.floor(frame / 6) % 2 === 1, -1, (frame * 1000) / 60);
      step(frame);
    }
    const changes = seen.filter((ink, at) => at > 0 && ink !== seen[at - 1]).length;
    expect(changes).toBeLessThanOrEqual(2);
    muteRing(pose.rings[0]!, false, -1, 1000);
    let frame = 60;
    while (step(frame) && frame < 200) frame += 1;
    const silent = seen.at(-1);
    muteRing(pose.rings[0]!, true, -1, 5000);
    step(300);
    expect(seen.at(-1)).not.toBe(silent);
  });
});
