import { describe, expect, test } from 'vitest';
import { sampleModel } from '../../../tests/support/sampleRoom.ts';
import { poseOf } from '../../../tests/support/sampleStage.ts';
import type { LookDocument } from '../../data/contract/looks.ts';
import { STAGE_LOOK_IDS, type StageLook } from '../../data/contract/stageLooks.ts';
import type { RifffModel } from '../model.ts';
import { PaintList } from '../paintList.ts';
import { BUILT_IN_LOOKS } from './builtInLooks.ts';
import { type FrameKnobs, LookFrames } from './lookFrames.ts';
import { turnSec } from './lookSources.ts';

const FPS = 30;
/** Largest distance of points that no pixel shows, in pixels. */
const SAME_PX = 0.01;
const model: RifffModel = { ...sampleModel('video', 3), bars: 4, beats: 16 };
const TURN = Math.round(FPS * turnSec(model));

/** What is drawn, without what paints keep from pictures before. */
function drawn({ paints, size, points, pointCount }: PaintList) {
  const used = paints.slice(0, size);
  return {
    shapes: used.map(({ from, count, hole, ink, hatch, isCut }) => [
      from,
      count,
      hole,
      ink,
      hatch,
      isCut,
    ]),
    places: [...points.subarray(0, 2 * pointCount), ...used.flatMap(({ x, y }) => [x, y])],
  };
}

/** Draws the frames with these numbers, one after the other. @returns the last one */
function frames(
  look: StageLook | LookDocument,
  numbers: Iterable<number>,
  knobs: FrameKnobs | null = null,
) {
  const pose = poseOf(model, 360);
  pose.isLive = true;
  const list = new PaintList();
  const pictures = new LookFrames(look, knobs);
  for (const number of numbers) {
    pose.nowMs = (1000 * number) / FPS;
    pose.phase = (number / TURN) % 1;
    pictures.compose(list, pose);
  }
  return drawn(list);
}
const from0 = (last: number) => Array.from({ length: last + 1 }, (_, number) => number);

function expectSame(one: ReturnType<typeof drawn>, other: ReturnType<typeof drawn>): void {
  expect(one.shapes).toEqual(other.shapes);
  expect(one.places.length).toBe(other.places.length);
  let far = 0;
  one.places.forEach((value, at) => {
    far = Math.max(far, Math.abs(value - other.places[at]!));
  });
  expect(far).toBeLessThan(SAME_PX);
}

describe.each(STAGE_LOOK_IDS)('%s in a video', (look) => {
  test('meets its beginning after a whole turn', () => {
    expectSame(frames(look, from0(TURN)), frames(look, [0]));
  });

  test('is the same at a frame from wherever it is drawn', () => {
    const number = Math.round(0.37 * TURN);
    const alone = frames(look, [number]);
    expectSame(frames(look, from0(number)), alone);
    expect(frames(look, [0, 1, number])).toEqual(alone);
    expect(frames(look, [TURN, number])).toEqual(alone);
    // A picture that is asked for twice.
    expect(frames(look, [number, number])).toEqual(alone);
  });
});

test('its ground is the one of the look', () => {
  const grounds = (['print', 'light', 'paper'] as const).map((id) => new LookFrames(id).ground);
  expect(new Set(grounds).size).toBe(3);
  expect(new LookFrames(BUILT_IN_LOOKS.paper).ground).toBe(grounds[2]);
});

describe('knobs of a room in a video', () => {
  const turnedBy: LookDocument = {
    ...BUILT_IN_LOOKS.print,
    mods: [{ source: 'knob1', layer: 0, value: 'cut', amount: 1000, rise: 0, fall: 0 }],
  };
  const at = (atMs: number, value: number) => ({ atMs, knobs: [value] });
  const half = Math.round(TURN / 2);

  test('that stand are seen, and its end meets its beginning', () => {
    const stand: FrameKnobs = { turns: { start: [1], moves: [] }, fromMs: 0 };
    expectSame(frames(turnedBy, from0(TURN), stand), frames(turnedBy, [0], stand));
    expect(frames(turnedBy, [0], stand)).not.toEqual(frames(turnedBy, [0]));
  });

  test('that moved are seen from their moment on, the same twice', () => {
    const START_MS = 1.8e12;
    const moved: FrameKnobs = {
      turns: { start: [], moves: [at(START_MS + 1000, 1)] },
      fromMs: START_MS,
    };
    expect(frames(turnedBy, from0(29), moved)).toEqual(frames(turnedBy, from0(29)));
    const later = frames(turnedBy, from0(half), moved);
    expect(later).not.toEqual(frames(turnedBy, from0(half)));
    expect(frames(turnedBy, from0(half), moved)).toEqual(later);
    // One that is asked for alone is where the moves put it.
    expectSame(frames(turnedBy, [half], moved), later);
  });
});
