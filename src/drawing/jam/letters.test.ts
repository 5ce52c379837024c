import { expect, test } from 'vitest';
import { sampleModel } from '../../../tests/support/sampleRoom.ts';
import { poseOf } from '../../../tests/support/sampleStage.ts';
import { categoryOf } from '../../data/contract/categories.ts';
import { fillPaints } from '../fillPaints.ts';
import { PaintList } from '../paintList.ts';
import { numberOf } from '../ringNow.ts';
import { composeLetters } from './letters.ts';

const GROUND = 0x14110c;
const SIDE = 1000;

test('a ring spells its category from twelve o’clock on, and ends with a whole word', () => {
  const model = sampleModel('letters', 3);
  const [ring] = model.rings;
  const pose = poseOf({ ...model, rings: [{ ...ring!, category: 'bass', isOn: true }] }, 480);
  const list = new PaintList();
  list.begin(-1, 0);
  composeLetters(list, pose, GROUND);
  const pixels = new Uint32Array(SIDE * SIDE).fill(GROUND);
  fillPaints(pixels, SIDE, list, SIDE / 2, SIDE / 2, 1);
  const ink = numberOf(categoryOf('bass').ink);
  const inkAt = (turn: number, radius: number) => {
    const x = Math.floor(SIDE / 2 + Math.sin(2 * Math.PI * turn) * radius);
    const y = Math.floor(SIDE / 2 - Math.cos(2 * Math.PI * turn) * radius);
    return pixels[y * SIDE + x] === ink;
  };
  const edges = list.paints.slice(0, list.size).map((paint) => {
    const at = 2 * paint.from;
    return Math.hypot(list.points[at]!, list.points[at + 1]!);
  });
  const discs = edges.filter((_, at) => list.paints[at]!.ink === GROUND);
  expect(discs).toHaveLength(5);
  const row = discs[0]! - discs[1]!;
  // Five letters with the blank, four columns each, so many times round.
  const read = (times: number) =>
    discs.map((inside) =>
      Array.from({ length: 20 }, (_, column) =>
        inkAt((column + 0.5) / (20 * times), inside + row / 2) ? '#' : '.',
      ).join(''),
    );
  const BASS = [
    '##...#...##..##.....',
    '#.#.#.#.#...#.......',
    '##..###..#...#......',
    '#.#.#.#...#...#.....',
    '##..#.#.##..##......',
  ];
  const times = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
  expect(times.map(read)).toContainEqual(BASS);
});
