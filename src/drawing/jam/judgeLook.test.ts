import { expect, test } from 'vitest';
import { examples } from '../../../tests/support/examples.ts';
import { SCREENS, STRIPED_LOOK } from '../../../tests/support/stripedLook.ts';
import { findStripes, STRIPES_PER_SEC } from '../../../tests/support/stripes.ts';
import type { LookDocument } from '../../data/contract/looks.ts';
import { STAGE_LOOK_IDS, type StageLook } from '../../data/contract/stageLooks.ts';
import { BUILT_IN_LOOKS } from './builtInLooks.ts';
import { judgeLook, MOST_FLASHES, MOST_POINTS } from './judgeLook.ts';
import { playTrial, TRIAL_RATE } from './lookTrial.ts';
import { judgeStripes, MOST_STRIPES } from './stripeTrial.ts';
import { TRIAL_FRAMES, worstTrials } from './worstTrials.ts';

function stripesOf(look: LookDocument): number {
  const work = judgeStripes(look);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** The share of a wide wall that has stripes in a trial, by the measure that was written for the tests. */
function otherShare(look: LookDocument): number {
  const pictures: Uint32Array[] = [];
  let frame = 0;
  for (const { pixels } of playTrial(
    look,
    worstTrials()[1]!,
    { width: 480, height: 270 },
    TRIAL_FRAMES,
  )) {
    if (frame % (TRIAL_RATE / STRIPES_PER_SEC) === 0) pictures.push(pixels.slice());
    frame += 1;
  }
  return findStripes(pictures, 480).share;
}

test('a look has too many stripes where they take two fifths of a wall, and not where it is smaller', () => {
  expect(stripesOf(STRIPED_LOOK)).toBeGreaterThan(MOST_STRIPES);
  expect(otherShare(STRIPED_LOOK)).toBeGreaterThan(0.4);
  const smaller: LookDocument = { ...STRIPED_LOOK, layers: [{ ...SCREENS, size: 700 }] };
  expect(stripesOf(smaller)).toBeLessThan(MOST_STRIPES);
});

/** Those of many lines. */
const FINE: readonly StageLook[] = ['woodcut', 'moire'];

test.each(examples(FINE, STAGE_LOOK_IDS))('%s is shown', (id) => {
  const { flashes, points, stripes } = judgeLook(BUILT_IN_LOOKS[id]);
  expect(flashes).toBeLessThanOrEqual(MOST_FLASHES);
  expect(points).toBeLessThanOrEqual(MOST_POINTS);
  expect(stripes).toBeLessThanOrEqual(MOST_STRIPES);
});
