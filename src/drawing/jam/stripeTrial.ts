/** Looks for stripes in the trials of a look, on a wide wall: guidance about stripes is for television. */
import type { LookDocument } from '../../data/contract/looks.ts';
import { PICTURES_PER_SEC, StripeSeries } from '../stripeSeries.ts';
import { StripeFinder, writeLight } from '../stripes.ts';
import { playMoments, TRIAL_RATE, type Trial, type TrialPicture } from './lookTrial.ts';
import { TRIAL_FRAMES, worstTrials } from './worstTrials.ts';

/** Of the pictures that stripes are looked for in, in pixels. Finer ones than a pixel are no stripes to the eye. */
const WALL = { width: 480, height: 270 };
/** Most of it that stripes may have which flash, turn back or reverse. */
export const MOST_STRIPES = 0.25;
/** The picture in the middle of a second: whatever is seen for half of it is seen in this one. */
export const WHEN_STRIPED = (TRIAL_FRAMES - 1) / 2;

/** Are there so many stripes in a picture that its trial is worth a closer look? @param fill of the picture */
export function mayHaveStripes(fill: TrialPicture['fill']): boolean {
  const { width, height } = WALL;
  const pixels = new Uint32Array(width * height);
  const light = new Float32Array(width * height);
  fill(pixels, WALL);
  writeLight(pixels, width, 1, light);
  return new StripeFinder(width, height).find(light) > MOST_STRIPES;
}

/**
 * Plays a trial and looks at every second picture, each place of which is the mean of four.
 *
 * @yields after each of them, so that the caller may stop
 * @returns what `StripeSeries` has for the most
 */
export function* stripesOf(look: LookDocument, of: Trial): Generator<undefined, number> {
  const { width, height } = WALL;
  const fine = { width: 2 * width, height: 2 * height };
  const pixels = new Uint32Array(fine.width * fine.height);
  const series = new StripeSeries(width, height);
  let frame = 0;
  for (const { fill } of playMoments(look, of, fine, TRIAL_FRAMES)) {
    if (frame % (TRIAL_RATE / PICTURES_PER_SEC) === 0) {
      fill(pixels, fine);
      writeLight(pixels, fine.width, 2, series.light);
      series.add();
    }
    frame += 1;
    yield;
  }
  return series.most;
}

/**
 * The most that stripes have in any trial, or in the first that has too many, without what else a look is judged by.
 *
 * @yields after each picture, so that the caller may stop
 */
export function* judgeStripes(look: LookDocument): Generator<undefined, number> {
  let most = 0;
  const close = worstTrials();
  for (const [at, trial] of worstTrials().entries()) {
    let frame = 0;
    let isWorth = false;
    for (const { fill } of playMoments(look, trial, WALL, WHEN_STRIPED + 1)) {
      if (frame === WHEN_STRIPED) isWorth = mayHaveStripes(fill);
      frame += 1;
      yield;
    }
    if (isWorth) most = Math.max(most, yield* stripesOf(look, close[at]!));
    if (most > MOST_STRIPES) break;
  }
  return most;
}
