import { expect, test } from 'vitest';
import { sampleModel } from '../../../tests/support/sampleRoom.ts';
import { poseOf } from '../../../tests/support/sampleStage.ts';
import { type LookDocument, LookSchema, type WrittenLook } from '../../data/contract/looks.ts';
import { RING_DRAWINGS, STAGE_LOOK_IDS } from '../../data/contract/stageLooks.ts';
import type { RifffModel } from '../model.ts';
import { PaintList } from '../paintList.ts';
import { BUILT_IN_LOOKS } from './builtInLooks.ts';
import { lookReach } from './lookReach.ts';
import { stageFrame } from './stageFrame.ts';
import { StagePicture } from './stagePicture.ts';

const RADIUS = 300;
/** Everything as far as it goes. */
const MOST = { cut: 1000, spread: 1000, density: 1000, lift: 1000 } as const;
const one = (
  layer: WrittenLook['layers'][number],
  camera?: WrittenLook['camera'],
  finish?: WrittenLook['finish'],
): LookDocument =>
  LookSchema.parse({ v: 1, name: 'Far', ground: 'ground', camera, layers: [layer], finish });
const BOTH: WrittenLook['finish'] = [
  { kind: 'plates', distance: 1000, turn: 300 },
  { kind: 'shadow', distance: 1000, turn: 300 },
];
const FAR: [string, LookDocument][] = [
  ...RING_DRAWINGS.map((drawn): [string, LookDocument] => [
    drawn,
    one({ source: 'rings', drawn, ...MOST }),
  ]),
  ['echo', one({ source: 'echo', ...MOST })],
  ['flight', one({ source: 'flight', ...MOST })],
  ...[150, 500, 1000].flatMap((tilt, at) =>
    RING_DRAWINGS.map((drawn): [string, LookDocument] => [
      `${drawn} at a tilt of ${tilt}`,
      one({ source: 'rings', drawn, ...MOST }, { tilt, turn: 330 * at }),
    ]),
  ),
  ['an echo that leans', one({ source: 'echo', ...MOST }, { tilt: 700, turn: 0 })],
  ['a flight that looks aside', one({ source: 'flight', ...MOST }, { tilt: 1000, turn: 200 })],
  ...(['filled', 'ribbons', 'terraces'] as const).map((drawn): [string, LookDocument] => [
    `${drawn} with its second plates and its shadow`,
    one({ source: 'rings', drawn, ...MOST }, undefined, BOTH),
  ]),
  [
    'ribbons that lean, with both',
    one({ source: 'rings', drawn: 'ribbons', ...MOST }, { tilt: 900 }, BOTH),
  ],
  ['a rose', one({ source: 'rings', drawn: 'filled', wedges: 8, ...MOST })],
];

const whole = sampleModel('reach', 3);
const RIFFFS: readonly RifffModel[] = [
  {
    id: 'one loud ring',
    rings: whole.rings.slice(0, 1).map((ring) => ({ ...ring, gain: 2 })),
    bars: 4,
    beats: 16,
  },
  { ...whole, bars: 4, beats: 16 },
];

/** Farthest point of a picture from its centre, as a share of the radius, at any of 64 places of a turn. */
function farthest(look: LookDocument, model: RifffModel): number {
  const pose = poseOf(model, RADIUS);
  pose.isLive = true;
  pose.reachPx = RADIUS;
  const list = new PaintList();
  const picture = new StagePicture(look);
  let far = 0;
  for (let frame = 0; frame < 64; frame++) {
    pose.nowMs = (frame * 1000) / 30;
    pose.phase = frame / 64;
    picture.advance(pose);
    picture.compose(list, pose);
    for (const { from, count, x, y } of list.paints.slice(0, list.size)) {
      for (let at = from; at < from + count; at++) {
        const [pointX, pointY] = [x + list.points[2 * at]!, y + list.points[2 * at + 1]!];
        far = Math.max(far, Math.hypot(pointX, pointY) / RADIUS);
      }
    }
  }
  return far;
}

test.each(FAR)('%s stays within the reach of its look, as far as it may go', (_, look) => {
  for (const model of RIFFFS) expect(farthest(look, model), model.id).toBeLessThan(lookReach(look));
});

test('a shadow needs its room, in the safe area too', () => {
  const look = one({ source: 'rings', drawn: 'filled', ...MOST }, undefined, BOTH);
  const plain = { ...look, finish: undefined };
  expect(farthest(look, RIFFFS[0]!)).toBeGreaterThan(farthest(plain, RIFFFS[0]!) + 0.1);
  const { radius } = stageFrame(look, 900, 600, true);
  expect(radius).toBeLessThan(0.9 * stageFrame(plain, 900, 600, true).radius);
});

test('a flight needs its room', () => {
  const flight = BUILT_IN_LOOKS.tunnel;
  expect(farthest(flight, RIFFFS[1]!)).toBeGreaterThan(0.9 * lookReach(flight));
});

test.each(STAGE_LOOK_IDS)('the reach of %s is the same by its name and by its document', (id) => {
  expect(lookReach(id)).toBe(lookReach(BUILT_IN_LOOKS[id]));
});
