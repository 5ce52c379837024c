import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { examples } from '../../../tests/support/examples.ts';
import {
  FRAMES,
  hostileStorm,
  SIDE,
  type Storm,
  worstOf,
} from '../../../tests/support/lookStorm.ts';
import { sampleModel } from '../../../tests/support/sampleRoom.ts';
import { poseOf } from '../../../tests/support/sampleStage.ts';
import type { LookDocument } from '../../data/contract/looks.ts';
import { STAGE_LOOK_IDS } from '../../data/contract/stageLooks.ts';
import { FlashSeries } from '../flashes.ts';
import { PaintList } from '../paintList.ts';
import { advanceRing, muteRing } from '../ringMotion.ts';
import { ChangeClock } from './lookChanges.ts';
import { StagePicture } from './stagePicture.ts';

/** A flight over paper that made four flashes while its rings came twice a second. */
const FLIGHT: LookDocument = {
  v: 1,
  name: 'Found',
  ground: 'paper',
  layers: [
    { source: 'flight', cut: 848, spread: 310, density: 376, lift: 40 },
    { source: 'growth', turn: 581, cut: 81, spread: 524, density: 705, lift: 83 },
  ],
  mods: [
    { layer: 1, value: 'density', source: 'knob7', amount: 1000, rise: 0, fall: 0 },
    { layer: 1, value: 'turn', source: 'knob4', amount: 1000, rise: 0, fall: 0 },
  ],
  choices: [],
};

const FOUND: Storm = {
  seed: 458_931,
  turnSec: 0.5146683485653009,
  isNoise: false,
  look: FLIGHT,
  swapsTo: [],
};

/** A screen that opens where it is silent and closes where it is loud, over light rings: each flip would be a flash. */
const FLIPPED: Storm = {
  seed: 16,
  turnSec: 2,
  isNoise: false,
  look: {
    v: 1,
    name: 'Flipped',
    ground: 'ground',
    layers: [{ source: 'rings', drawn: 'plates', size: 1000, wedges: 1, part: 0 }],
    mods: (['level', 'knob1'] as const).map((source) => ({
      ...{ finish: 0, value: 'width' as const, source, amount: 1000 },
      ...{ rise: 0, fall: 0 },
    })),
    choices: [],
    finish: [{ kind: 'dots', width: 0, pitch: 600, turn: 0 }],
  },
  swapsTo: [],
};

describe('flashes', () => {
  test('no look that anybody makes flashes more than three times a second', () => {
    fc.assert(
      fc.property(hostileStorm, (of) => {
        expect(worstOf(of)).toBeLessThanOrEqual(3);
      }),
      {
        // Ten thousand others are tried in the long list: `manyLooks.long.test.ts`.
        numRuns: 12,
        examples: [[FOUND], [FLIPPED]],
      },
    );
  });

  test('no sound, knob or order makes a stage flash more than three times a second', () => {
    fc.assert(
      fc.property(
        fc.record({
          seed: fc.integer({ min: 1, max: 1e6 }),
          turnSec: fc.double({ min: 0.2, max: 8, noNaN: true }),
          isNoise: fc.boolean(),
          look: fc.constantFrom(...STAGE_LOOK_IDS),
          swapsTo: fc.constantFrom([], STAGE_LOOK_IDS),
        }),
        (input) => {
          expect(worstOf(input)).toBeLessThanOrEqual(3);
        },
      ),
      { numRuns: examples(4, 24) },
    );
  });

  test.each(['tunnel', 'relief', 'popup'] as const)('%s with its camera does not flash', (look) => {
    for (const [seed, turnSec] of [
      [3, 0.6],
      [17, 2],
      [29, 6],
    ] as const) {
      const of = { seed, turnSec, isNoise: false, look, swapsTo: [] };
      expect(worstOf(of)).toBeLessThanOrEqual(3);
    }
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
      // The innermost ring's own paint: after it there is only the hole.
      seen.push(list.paints[list.size - 3]!.ink);
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
