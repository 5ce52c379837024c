/** Stages that are made to flash as much as they can: the worst sound, and the worst looks that can be made. */
import fc from 'fast-check';
import { type LookDocument, readLook } from '../../src/data/contract/looks.ts';
import {
  LOOK_GROUNDS,
  LOOK_PARAMETERS,
  LOOK_SOURCES,
  RING_DRAWINGS,
  STAGE_LOOK_IDS,
  type StageLook,
} from '../../src/data/contract/stageLooks.ts';
import { FlashSeries } from '../../src/drawing/flashes.ts';
import { stageFrame } from '../../src/drawing/jam/stageFrame.ts';
import { StagePicture } from '../../src/drawing/jam/stagePicture.ts';
import { PaintList } from '../../src/drawing/paintList.ts';
import { advanceRing, muteRing } from '../../src/drawing/ringMotion.ts';
import { seeded } from '../gpu/musicalPeaks.ts';
import { fillPaints } from './rasterise.ts';
import { sampleModel } from './sampleRoom.ts';
import { ECHOES, poseOf, WILD } from './sampleStage.ts';

/** Each place that is measured is the mean of a hundred pixels: fine lines have no shade of their own. */
export const SIDE = 450;
export const FRAMES = 61;
const CSS_PX = 900;

export interface Storm {
  seed: number;
  turnSec: number;
  look: StageLook | LookDocument;
  swapsLook: boolean;
}

/** Flashes in a second of the worst input. */
export function storm({ seed, turnSec, look, swapsLook }: Storm): number {
  const random = seeded(seed);
  const picture = new StagePicture(look);
  // A look that a person made moves as it says.
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
/** Looks that a person could make to let them flash: everything follows something, as far as it goes. */
export const hostileLook: fc.Arbitrary<LookDocument> = fc
  .record({
    ground: fc.constantFrom(...LOOK_GROUNDS),
    camera: fc.option(fc.record({ tilt: share, turn: share }), { nil: undefined }),
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
  .map(({ ground, camera, layers, mods, choices }) => {
    const isThere = (one: { layer: number }) => one.layer < layers.length;
    const isRings = (one: { layer: number }) => layers[one.layer]?.source === 'rings';
    const written = {
      v: 1,
      name: 'Hostile',
      ground,
      ...(camera && { camera }),
      layers,
      mods: mods.filter(isThere),
      choices: choices.filter(isRings),
    };
    return readLook(JSON.stringify(written)).look!;
  });
