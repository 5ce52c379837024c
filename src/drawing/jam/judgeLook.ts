/**
 * Tries a look before many people see it, for flashes and for stripes: by a song, and three kinds of sound, knobs and mutes
 * (`worstTrials.ts`). The same look is always judged the same.
 */
import type { LookDocument } from '../../data/contract/looks.ts';
import { FlashSeries } from '../flashes.ts';
import { playTrial, squareStage, type Trial } from './lookTrial.ts';
import { MOST_STRIPES, mayHaveStripes, stripesOf, WHEN_STRIPED } from './stripeTrial.ts';
import { TRIAL_FRAMES, worstTrials } from './worstTrials.ts';

/**
 * Sides of the pictures, in pixels. 48 places lie along a side (`flashes.ts`). With nine samples in each a look of fine
 * lines flickers more than it really does: what passes so passes, and what does not is counted with a hundred.
 */
const [COARSE_PX, FINE_PX] = [144, 480];

/** Most flashes within a second, as WCAG 2.3.1 has it. */
export const MOST_FLASHES = 3;
/** Most points of a picture. Light has 52,000 of eight rings, more than any other look of the house: print has 5,000. */
export const MOST_POINTS = 120_000;

export interface LookVerdict {
  /** Most flashes within a second, general or red. */
  readonly flashes: number;
  /** Points of the picture that has most of them; where they are more than `MOST_POINTS` the trial ended there. */
  readonly points: number;
  /** Share of a wide wall that stripes have which are no good to look at (`stripeSeries.ts`). */
  readonly stripes: number;
}

interface Measured {
  readonly flashes: number;
  readonly points: number;
  readonly mayHaveStripes: boolean;
}

function measure(look: LookDocument, of: Trial, sidePx: number): Measured {
  const series = new FlashSeries();
  const measured = { flashes: 0, points: 0, mayHaveStripes: false };
  let frame = 0;
  for (const { pixels, points, fill } of playTrial(look, of, squareStage(sidePx), TRIAL_FRAMES)) {
    measured.points = Math.max(measured.points, points);
    if (measured.points > MOST_POINTS) break;
    series.add(pixels, sidePx);
    if (frame === WHEN_STRIPED) measured.mayHaveStripes = mayHaveStripes(fill);
    frame += 1;
  }
  measured.flashes = series.most;
  return measured;
}

/** Runs to the end. */
function resultOf<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Plays a look through all trials, each with fine pictures where the coarse ones have too many flashes or stripes. */
export function judgeLook(look: LookDocument): LookVerdict {
  let [flashes, points, stripes] = [0, 0, 0];
  const [coarse, fine, wide] = [worstTrials(), worstTrials(), worstTrials()];
  for (let at = 0; at < coarse.length && points <= MOST_POINTS; at++) {
    const seen = measure(look, coarse[at]!, COARSE_PX);
    const isSure = seen.flashes <= MOST_FLASHES;
    flashes = Math.max(flashes, isSure ? seen.flashes : measure(look, fine[at]!, FINE_PX).flashes);
    points = Math.max(points, seen.points);
    if (seen.mayHaveStripes && stripes <= MOST_STRIPES)
      stripes = Math.max(stripes, resultOf(stripesOf(look, wide[at]!)));
  }
  return { flashes, points, stripes };
}
