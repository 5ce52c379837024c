/** Stages that are made to flash as much as they can: the worst sound, and the worst looks that can be made. */
import fc from 'fast-check';
import { type LookDocument, type LookFinish, readLook } from '../../src/data/contract/looks.ts';
import {
  FINISH_MOVES,
  finishMoves,
  LOOK_GROUNDS,
  LOOK_KNOBS,
  LOOK_PARAMETERS,
  LOOK_SOURCES,
  RING_DRAWINGS,
  type StageLook,
} from '../../src/data/contract/stageLooks.ts';
import { addMove } from '../../src/data/rules/stage/knobTurns.ts';
import { FlashSeries } from '../../src/drawing/flashes.ts';
import {
  burstRing,
  playTrial,
  squareStage,
  TRIAL_RATE,
  type Trial,
  type TrialPicture,
} from '../../src/drawing/jam/lookTrial.ts';
import { muteRing } from '../../src/drawing/ringMotion.ts';
import { seeded } from '../gpu/musicalPeaks.ts';
import { independentFlashes } from './independentFlashes.ts';
import { sampleModel } from './sampleRoom.ts';
import { ECHOES, WILD } from './sampleStage.ts';
import { STRIPES_PER_SEC } from './stripes.ts';

/** Each place that is measured is the mean of a hundred pixels: fine lines have no shade of their own. */
export const SIDE = 450;
export const FRAMES = 61;

export interface Storm {
  seed: number;
  turnSec: number;
  /** Are sound and knobs noise? Else they are high and low in turns. */
  isNoise: boolean;
  look: StageLook | LookDocument;
  /** Looks that are wished for in turns, by chance, before every picture; none: it stays. */
  swapsTo: readonly (StageLook | LookDocument)[];
}

/**
 * The worst input: every loop is loud and silent in turns, all at once, and so are the knobs, up to thirty times a second.
 */
function trialOf({ seed, turnSec, isNoise, look, swapsTo }: Storm): Trial {
  const random = seeded(seed);
  const sample = sampleModel('storm', seed);
  const period = 1 + Math.floor(random() * 12);
  const bars = 1 + Math.floor(random() * 8);
  const noise = Uint8Array.from({ length: 1024 }, () => (random() < 0.5 ? 0 : 255));
  const rings = sample.rings.map((ring) => {
    const all = burstRing(ring, turnSec, period);
    return isNoise ? { ...all, bands: noise } : all;
  });
  return {
    model: { ...sample, rings, bars, beats: 4 * bars },
    echoes: ECHOES,
    // A look that a person made moves as it says.
    ...(typeof look === 'string' && { routes: WILD }),
    before: (frame, picture, pose) => {
      const isHigh = isNoise ? random() < 0.5 : Math.floor(frame / period) % 2 === 0;
      const knobs = new Array(LOOK_KNOBS).fill(isHigh ? 1 : 0);
      picture.turns = addMove(picture.turns, { atMs: pose.nowMs, knobs });
      const wished = swapsTo[Math.floor(random() * swapsTo.length)];
      if (wished) picture.choose(wished);
      if (frame % 20 === 10) muteRing(pose.rings[0]!, frame % 40 !== 10, pose.phase, pose.nowMs);
    },
  };
}

/** The pictures of the worst input, `side` pixels wide and high. */
export const stormPictures = (of: Storm, side = SIDE): Generator<TrialPicture> =>
  playTrial(of.look, trialOf(of), squareStage(side), FRAMES);

/** Twelve pictures of a second, on a wide wall, 480 × 270. */
export function stripedStorm(of: Storm): Uint32Array[] {
  const pictures = playTrial(of.look, trialOf(of), { width: 480, height: 270 }, TRIAL_RATE);
  const kept: Uint32Array[] = [];
  let frame = 0;
  for (const { pixels } of pictures) {
    if (frame % (TRIAL_RATE / STRIPES_PER_SEC) === 0) kept.push(pixels.slice());
    frame += 1;
  }
  return kept;
}

/**
 * Side of the pictures that a storm is looked at first with, in pixels: nine for each place. Of 60 storms none had fewer flashes
 * so than in fine pictures, and none had by the other count more than one above it: below this it is sure.
 */
const [COARSE_PX, SURE_BELOW] = [144, 3];

/**
 * Flashes in a second of the worst input: of coarse pictures, where fine lines flicker more than they do; where those are not
 * sure, of fine ones, and by the other count as well.
 */
export function worstOf(of: Storm): number {
  const coarse = storm(of, COARSE_PX);
  if (coarse < SURE_BELOW) return coarse;
  const fine = Array.from(stormPictures(of), ({ pixels }) => pixels.slice());
  const { general, red, inTurns } = independentFlashes(fine, SIDE);
  return Math.max(storm(of), general, red, inTurns);
}

/** Flashes in a second of the worst input. @param side of the measured pictures, in pixels */
export function storm(of: Storm, side = SIDE): number {
  const series = new FlashSeries();
  for (const { pixels } of stormPictures(of, side)) series.add(pixels, side);
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
const finishes = fc.uniqueArray(
  fc.oneof(
    fc.record({
      kind: fc.constantFrom('shadow' as const, 'plates' as const),
      distance: share,
      turn: share,
    }),
    fc.record({
      kind: fc.constantFrom('lines' as const, 'dots' as const),
      width: share,
      pitch: share,
      turn: share,
    }),
  ),
  { minLength: 1, maxLength: 2, selector: ({ kind }) => kind },
);
const hostileMove = {
  source: fc.constantFrom(...LOOK_SOURCES),
  amount: fc.constantFrom(-1000, 1000, 500, -500),
  rise: fc.constantFrom(0, 0, 300),
  fall: fc.constantFrom(0, 0, 300),
};
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
        ...hostileMove,
      }),
      { maxLength: 10 },
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
    finish: fc.option(finishes, { nil: undefined }),
    finishMods: fc.array(
      fc.record({
        finish: fc.nat({ max: 1 }),
        value: fc.constantFrom(...FINISH_MOVES),
        ...hostileMove,
      }),
      { maxLength: 6 },
    ),
  })
  .map(({ ground, camera, layers, mods, choices, finish, finishMods }) => {
    const isThere = (one: { layer: number }) => one.layer < layers.length;
    const moves = ({ finish: at, value }: (typeof finishMods)[number]) => {
      const one = finish?.[at];
      return one !== undefined && finishMoves(one.kind).includes(value);
    };
    const isRings = (one: { layer: number }) => layers[one.layer]?.source === 'rings';
    const written = {
      v: 1,
      name: 'Hostile',
      ground,
      ...(camera && { camera }),
      layers,
      mods: [...mods.filter(isThere), ...finishMods.filter(moves)],
      choices: choices.filter(isRings),
      ...(finish && { finish }),
    };
    return readLook(JSON.stringify(written)).look!;
  });

/** Storms of such looks, some with another one that is wished for in turns with the first. */
export const hostileStorm: fc.Arbitrary<Storm> = fc
  .record({
    seed: fc.integer({ min: 1, max: 1e6 }),
    turnSec: fc.double({ min: 0.2, max: 8, noNaN: true }),
    isNoise: fc.boolean(),
    look: hostileLook,
    other: fc.option(hostileLook, { nil: null, freq: 3 }),
    moved: fc.array(share, { minLength: 4, maxLength: 4 }),
  })
  .map(({ other, look, moved, ...more }) => {
    // One that differs in the values of its finishes alone comes at once.
    const values = (of: LookFinish, at: number): LookFinish =>
      'pitch' in of
        ? { ...of, width: moved[at]! }
        : { ...of, distance: moved[at]!, turn: moved[at + 2]! };
    const near = look.finish && { ...look, finish: look.finish.map(values) };
    const swapsTo = other ? [look, other] : near ? [look, near] : [];
    return { ...more, look, swapsTo };
  });
