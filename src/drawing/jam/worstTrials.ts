/** A song, and three kinds of sound, knobs and mutes that are made to let a look flash. */
import { type CategorySlug, LIBRARY_CATEGORIES } from '../../data/contract/categories.ts';
import { LOOK_KNOBS } from '../../data/contract/stageLooks.ts';
import type { RifffModel, RingModel } from '../model.ts';
import { muteRing } from '../ringMotion.ts';
import { burstRing, type Trial } from './lookTrial.ts';
import { poseOf } from './measureLook.ts';
import type { StagePicture } from './stagePicture.ts';

/** Pictures of each of them: a second, from the first to the last. */
export const TRIAL_FRAMES = 61;

/** Small seeded random numbers, 0–1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A ring that is struck in every step of so many sixteenths. */
function struckRing(category: CategorySlug, slot: number, passSec: number): RingModel {
  const step = [1, 2, 4, 8][slot % 4]!;
  const loud = (share: number) => Math.exp(-3 * ((share * (64 / step)) % 1));
  const peaks = Uint8Array.from({ length: 1024 }, (_, at) => 255 * loud(at / 1024));
  // What is struck often is high.
  const bands = Uint8Array.from({ length: 4 * 256 }, (_, at) =>
    Math.floor(at / 256) === 3 - (slot % 4) ? 255 * loud((at % 256) / 256) : 30,
  );
  const flatness = Uint8Array.from({ length: 128 }, (_, at) => 200 * loud(at / 128));
  return { slot, category, peaks, bands, flatness, repeats: 1, gain: 1, isOn: true, passSec };
}

/** A rifff with a ring of each of these, innermost first. */
const rifffOf = (
  id: string,
  categories: readonly CategorySlug[],
  passSec: number,
  bars: number,
): RifffModel => ({
  id,
  rings: categories.map((category, slot) => struckRing(category, slot, passSec)),
  bars,
  beats: 4 * bars,
});

/** The same with rings that are loud and silent in turns, for `period` pictures each, all at once. */
const burst = (model: RifffModel, passSec: number, period: number): RifffModel => ({
  ...model,
  rings: model.rings.map((ring) => burstRing(ring, passSec, period)),
});

const ECHOES = LIBRARY_CATEGORIES.map((category, at) => ({
  pose: poseOf(rifffOf(`echo-${at}`, [category], 8, 4), 100),
  category,
}));

const square = (frame: number, period: number) => (Math.floor(frame / period) % 2 === 0 ? 1 : 0);

/** Turns every knob, by its number, at a moment in milliseconds. */
function turnKnobs(stage: StagePicture, atMs: number, toOf: (knob: number) => number): void {
  const knobs = Array.from({ length: LOOK_KNOBS }, (_, knob) => toOf(knob));
  stage.turns = { ...stage.turns, moves: [...stage.turns.moves, { atMs, knobs }] };
}

const trial = (model: RifffModel, before: Trial['before']): Trial => ({
  model,
  echoes: ECHOES,
  before,
});

/** The trials of a look: new ones each time, since the last of them draws lots as it goes. */
export function worstTrials(): readonly Trial[] {
  const random = seeded(1);
  return [
    trial(rifffOf('song', LIBRARY_CATEGORIES, 8, 4), (frame, stage, { nowMs }) => {
      turnKnobs(stage, nowMs, () => 0.5 + 0.5 * Math.sin(frame / 30));
    }),
    trial(burst(rifffOf('five', LIBRARY_CATEGORIES, 2, 4), 2, 6), (frame, stage, { nowMs }) => {
      turnKnobs(stage, nowMs, () => square(frame, 6));
    }),
    trial(burst(rifffOf('short', ['drums', 'vocals'], 0.5, 1), 0.5, 12), (frame, stage, pose) => {
      turnKnobs(stage, pose.nowMs, () => square(frame, 12));
      muteRing(pose.rings[0]!, square(frame, 10) === 1, pose.phase, pose.nowMs);
    }),
    // Red has the lowest threshold, and alone it is largest.
    trial(burst(rifffOf('noise', ['vocals'], 1, 8), 1, 1), (_, stage, { nowMs }) => {
      turnKnobs(stage, nowMs, () => (random() < 0.5 ? 1 : 0));
    }),
  ];
}
