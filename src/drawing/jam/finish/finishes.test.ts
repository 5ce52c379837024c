import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { examples } from '../../../../tests/support/examples.ts';
import { sampleModel } from '../../../../tests/support/sampleRoom.ts';
import { ECHOES, poseOf } from '../../../../tests/support/sampleStage.ts';
import { categoryOf, LIBRARY_CATEGORIES } from '../../../data/contract/categories.ts';
import { type LookDocument, LookSchema, type WrittenLook } from '../../../data/contract/looks.ts';
import {
  FINISH_KINDS,
  type FinishKind,
  finishMoves,
  LOOK_GROUNDS,
  type LookGround,
  type LookSource,
  RING_DRAWINGS,
} from '../../../data/contract/stageLooks.ts';
import { fillPaints } from '../../fillPaints.ts';
import { type Paint, PaintList } from '../../paintList.ts';
import { mixInks, numberOf } from '../../ringNow.ts';
import { TOKENS } from '../../tokens.ts';
import { BUILT_IN_LOOKS } from '../builtInLooks.ts';
import { lookReach } from '../lookReach.ts';
import { turnSec } from '../lookSources.ts';
import { StagePicture } from '../stagePicture.ts';
import { plateOf } from './overprint.ts';

const RADIUS = 120;
const SIDE = 340;
type Layer = WrittenLook['layers'][number];
type Written = NonNullable<WrittenLook['finish']>;

const LAYERS: readonly Layer[] = [
  ...RING_DRAWINGS.map((drawn): Layer => ({ source: 'rings', drawn })),
  { source: 'echo' },
  { source: 'growth' },
  { source: 'flight' },
];
const lookOf = (layer: Layer, finish?: Written, ground: LookGround = 'ground', more = {}) =>
  LookSchema.parse({ v: 1, name: 'Finished', ground, layers: [layer], finish, ...more });
const FILLED: Layer = { source: 'rings', drawn: 'filled' };

const poseAt = (phase: number, seed = 7) => {
  const pose = poseOf({ ...sampleModel('finish', seed), bars: 16, beats: 64 }, RADIUS);
  pose.phase = phase;
  pose.isLive = true;
  return pose;
};

/** What a look draws of a rifff at a moment, and what lies behind it. */
function pictureOf(look: LookDocument, phase = 0.4, seed = 7) {
  const pose = poseAt(phase, seed);
  const picture = new StagePicture(look);
  picture.echoes = ECHOES;
  picture.advance(pose);
  const list = new PaintList();
  picture.compose(list, pose);
  return { list, ground: picture.ground };
}

function pixelsOf({ list, ground }: ReturnType<typeof pictureOf>): Uint32Array {
  const pixels = new Uint32Array(SIDE * SIDE).fill(ground);
  fillPaints(pixels, SIDE, list, SIDE / 2, SIDE / 2, 1);
  return pixels;
}

const shownIn = (list: PaintList) => list.paints.slice(0, list.size);
const inksOf = (paints: readonly Paint[]) => paints.map(({ ink }) => ink);
/** Every number that a host would draw from. */
const drawn = (list: PaintList) => ({
  points: [...list.points.subarray(0, 2 * list.pointCount)],
  paints: shownIn(list).map((paint) => ({ ...paint })),
});

test('a look without a finish is drawn as one that says that it has none', () => {
  const { mods, choices, ...rose } = BUILT_IN_LOOKS.rose;
  const plain = { ...rose, mods, choices };
  expect(drawn(pictureOf({ ...plain, finish: [] }).list)).toEqual(drawn(pictureOf(plain).list));
});

/** Lets a source move each value of the first finish that can be moved. */
const movedBy = (kind: FinishKind, source: LookSource, amount: number) => ({
  mods: finishMoves(kind).map((value) => ({ finish: 0, value, source, amount })),
});

test('what is seen follows from the place in the turn alone, moved by the sound or not', () => {
  for (const kind of FINISH_KINDS) {
    for (const more of [{}, movedBy(kind, 'level', 600)]) {
      const look = lookOf(FILLED, [{ kind }], 'ground', more);
      const played = new StagePicture(look);
      const pose = poseAt(0);
      const perFrame = 1 / (60 * turnSec(pose.model));
      const list = new PaintList();
      for (let frame = 0; frame <= 90; frame++) {
        pose.nowMs = (frame * 1000) / 60;
        pose.phase = frame * perFrame;
        played.advance(pose);
        played.compose(list, pose);
      }
      expect(drawn(list), kind).toEqual(drawn(pictureOf(look, pose.phase).list));
    }
  }
});

describe('a finish that is moved', () => {
  test.each(FINISH_KINDS)(
    '%s follows the bar, and stays as it is written where nothing plays',
    (kind) => {
      const still = lookOf(FILLED, [{ kind }]);
      const moved = lookOf(FILLED, [{ kind }], 'ground', movedBy(kind, 'bar', 700));
      expect(drawn(pictureOf(moved, -1).list)).toEqual(drawn(pictureOf(still, -1).list));
      // In the middle of a bar.
      const middle = 4.5 / 16;
      expect(drawn(pictureOf(moved, middle).list)).not.toEqual(
        drawn(pictureOf(still, middle).list),
      );
      const reduced = poseAt(middle);
      reduced.isReduced = true;
      const lists = [moved, still].map((look) => {
        const [picture, list] = [new StagePicture(look), new PaintList()];
        picture.advance(reduced);
        picture.compose(list, reduced);
        return drawn(list);
      });
      expect(lists[0]).toEqual(lists[1]);
    },
  );

  test('goes on beyond a whole turn, and the place for its picture has room for all of it', () => {
    const shadow: Written = [{ kind: 'shadow', distance: 500, turn: 950 }];
    const mods = [
      { finish: 0, value: 'turn', source: 'knob1', amount: 200 },
      { finish: 0, value: 'distance', source: 'knob1', amount: 900 },
    ];
    const look = lookOf(FILLED, shadow, 'ground', { mods });
    const picture = new StagePicture(look);
    picture.turns = { start: [1], moves: [] };
    const [pose, list] = [poseAt(0.4), new PaintList()];
    picture.advance(pose);
    picture.compose(list, pose);
    const [{ x, y }] = list.paints as [Paint];
    expect(Math.atan2(x, -y) / (2 * Math.PI)).toBeCloseTo(0.15, 4);
    expect(Math.hypot(x, y) / RADIUS).toBeCloseTo(0.14, 4);
    expect(lookReach(look)).toBeCloseTo(lookReach(lookOf(FILLED)) + 0.14, 6);
  });
});

describe('a shadow', () => {
  test.each(LOOK_GROUNDS)('lies below all of a picture on %s, in one colour', (ground) => {
    const finish: Written = [{ kind: 'shadow', distance: 500, turn: 250 }];
    for (const phase of [-1, 0, 0.3, 0.8]) {
      const plain = pictureOf(lookOf(FILLED, undefined, ground), phase);
      const { list } = pictureOf(lookOf(FILLED, finish, ground), phase);
      const under = list.size - plain.list.size;
      expect(under).toBeGreaterThan(0);
      expect(shownIn(list).slice(under)).toEqual(shownIn(plain.list));
      const shadow = shownIn(list).slice(0, under);
      const shades = new Set(inksOf(shadow).filter((ink) => ink !== plain.ground));
      expect(shades.size).toBe(1);
      // A quarter of a turn from twelve o'clock is to the right.
      for (const { x, y } of shadow) {
        expect(x).toBeCloseTo(0.07 * RADIUS, 3);
        expect(y).toBeCloseTo(0, 3);
      }
    }
  });

  test('is darker than paper, and seen outside what casts it alone', () => {
    const look = lookOf(FILLED, [{ kind: 'shadow' }], 'paper');
    const pixels = pixelsOf(pictureOf(look));
    const plain = pixelsOf(pictureOf({ ...look, finish: undefined }));
    const { list, ground } = pictureOf(look);
    const shade = list.paints[0]!.ink;
    expect(shade & 255).toBeLessThan(ground & 255);
    let seen = 0;
    pixels.forEach((ink, at) => {
      if (ink === plain[at]) return;
      expect(ink).toBe(shade);
      expect(plain[at]).toBe(ground);
      seen += 1;
    });
    expect(seen).toBeGreaterThan(500);
  });
});

describe('two plates', () => {
  test('every ink has its pair right below it, and ground has none', () => {
    for (const ground of LOOK_GROUNDS) {
      const finish: Written = [{ kind: 'plates', distance: 500, turn: 0 }];
      const plain = pictureOf(lookOf(FILLED, undefined, ground), -1);
      const { list } = pictureOf(lookOf(FILLED, finish, ground), -1);
      const isAside = ({ x, y }: Paint) => x !== 0 || y !== 0;
      // The gaps of rings are ground on the night too; on paper they are ink.
      const isGap = ({ ink }: Paint) => ground !== 'paper' && ink === numberOf(TOKENS.ground);
      const isInk = (paint: Paint) => paint.ink !== plain.ground && !isGap(paint);
      const pairs = shownIn(list).filter((paint) => isAside(paint) && isInk(paint));
      expect(pairs.length).toBeGreaterThanOrEqual(7);
      for (const pair of pairs) {
        const above = shownIn(list)
          .slice(list.paints.indexOf(pair))
          .find((paint) => !isAside(paint))!;
        expect(pair.from).toBe(above.from);
        expect(pair.ink).not.toBe(above.ink);
        expect(isInk(above)).toBe(true);
        expect(Math.hypot(pair.x, pair.y)).toBeCloseTo(0.025 * RADIUS, 3);
      }
      expect(shownIn(list).filter((paint) => !isAside(paint))).toEqual(shownIn(plain.list));
    }
  });

  test('shades of an ink go the way of that ink, with shades of its pair; greys go with red', () => {
    const dark = numberOf(TOKENS.ground);
    const light = (ink: number) => Math.max((ink >> 16) & 255, (ink >> 8) & 255, ink & 255);
    for (const slug of LIBRARY_CATEGORIES) {
      const ink = numberOf(categoryOf(slug).ink);
      const whole = plateOf(ink, dark);
      const shade = plateOf(mixInks(dark, ink, 0.3), dark);
      expect(shade.way, slug).toBe(whole.way);
      expect(light(shade.ink), slug).toBeLessThan(0.7 * light(whole.ink));
    }
    const paper = numberOf(TOKENS.paper);
    const isRed = (ink: number) =>
      ink >> 16 > 2 * (ink & 255) && ink >> 16 > 2 * ((ink >> 8) & 255);
    expect(isRed(plateOf(paper, dark).ink)).toBe(true);
    expect(isRed(plateOf(dark, paper).ink)).toBe(true);
  });

  test('the notch goes through both of them', () => {
    for (const phase of [0.02, 0.3, 0.55, 0.9]) {
      const picture = pictureOf(lookOf(FILLED, [{ kind: 'plates', distance: 1000 }]), phase);
      const pixels = pixelsOf(picture);
      const [x, y] = [Math.sin(phase * 2 * Math.PI), -Math.cos(phase * 2 * Math.PI)];
      for (let far = 0; far < 1.2 * RADIUS; far++) {
        const at = Math.floor(SIDE / 2 + y * far) * SIDE + Math.floor(SIDE / 2 + x * far);
        expect(pixels[at], `${phase} ${far}`).toBe(picture.ground);
      }
      expect(shownIn(picture.list).every(({ isCut }) => !isCut)).toBe(true);
    }
  });

  test('of letters are letters, and a block of wood is printed once with all its grooves', () => {
    const plates: Written = [{ kind: 'plates', distance: 300 }];
    const inkedOf = (picture: ReturnType<typeof pictureOf>) =>
      pixelsOf(picture).reduce((count, ink) => count + (ink === picture.ground ? 0 : 1), 0);
    const letters: Layer = { source: 'rings', drawn: 'letters' };
    const plain = inkedOf(pictureOf(lookOf(letters)));
    expect(inkedOf(pictureOf(lookOf(letters, plates)))).toBeGreaterThan(1.1 * plain);
    expect(inkedOf(pictureOf(lookOf(letters, plates)))).toBeLessThan(1.7 * plain);
    const wood: Layer = { source: 'rings', drawn: 'gouged', density: 1000 };
    const { list, ground } = pictureOf(lookOf(wood, plates, 'paper'), -1);
    const pairs = shownIn(list).filter(({ x, y, ink }) => (x !== 0 || y !== 0) && ink !== ground);
    // The dark rim and the ink of each ring, and the rim of the hole.
    expect(pairs).toHaveLength(2 * poseAt(-1).rings.length + 1);
  });

  test('wander from their way and back once in four bars, where those are long enough', () => {
    const wayAt = (phase: number) => {
      const { list } = pictureOf(lookOf(FILLED, [{ kind: 'plates', turn: 0 }]), phase);
      const { x, y } = shownIn(list).find((paint) => paint.x !== 0 || paint.y !== 0)!;
      return Math.atan2(x, -y) / (2 * Math.PI);
    };
    const ways = Array.from({ length: 33 }, (_, at) => wayAt(at / 32));
    expect(Math.max(...ways) - Math.min(...ways)).toBeCloseTo(0.14, 2);
    expect(ways[32]).toBeCloseTo(ways[0]!, 4);
    // A second is the shortest of these steps: none of them leaps.
    for (let at = 1; at < 33; at++) expect(Math.abs(ways[at]! - ways[at - 1]!)).toBeLessThan(0.1);
  });
});

describe('a screen', () => {
  const kinds = fc.constantFrom('lines' as const, 'dots' as const);
  const share = fc.nat({ max: 1000 });
  test('cuts everything that is drawn, to its very edges, and stands still', () => {
    fc.assert(
      fc.property(
        fc.record({ kind: kinds, width: share, pitch: share, turn: share }),
        fc.constantFrom(...LAYERS),
        fc.constantFrom(...LOOK_GROUNDS),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (finish, layer, ground, phase) => {
          const picture = pictureOf(lookOf(layer, [finish], ground), phase);
          const pixels = pixelsOf(picture);
          const { list } = picture;
          const plain = pictureOf(lookOf(layer, undefined, ground), phase).list.size;
          const mesh = shownIn(list).slice(plain);
          expect(mesh.every(({ ink }) => ink === picture.ground)).toBe(true);
          // Its places follow from the document: one of its lines or dots is in the middle, its neighbour says the rest.
          const isThrough = isInMesh(list, mesh, finish.kind === 'dots');
          for (let y = 3; y < SIDE; y += 7) {
            for (let x = 3; x < SIDE; x += 7) {
              if (!isThrough(x + 0.5 - SIDE / 2, y + 0.5 - SIDE / 2)) continue;
              expect(pixels[y * SIDE + x]).toBe(picture.ground);
            }
          }
        },
      ),
      { numRuns: examples(10, 60) },
    );
  });

  test('stands still while a shadow comes and goes', () => {
    const stepOf = (distance: number) => {
      const finish: Written = [
        { kind: 'shadow', distance },
        { kind: 'dots', pitch: 0, turn: 0 },
      ];
      const { list } = pictureOf(lookOf({ source: 'flight' }, finish));
      const row = shownIn(list).filter(
        ({ y, count }) => y === 0 && count === list.paints[list.size - 1]!.count,
      );
      const places = row.map(({ x }) => x).sort((a, b) => a - b);
      return places.at(-1)! - places.at(-2)!;
    };
    expect(stepOf(0)).toBeGreaterThan(0);
    expect(stepOf(1000)).toBeCloseTo(stepOf(0), 6);
  });

  test('has at most so many dots that a picture with it can be shown to others', () => {
    for (const layer of LAYERS) {
      const finish: Written = [{ kind: 'dots', width: 1000, pitch: 0 }];
      const { list } = pictureOf(lookOf(layer, finish));
      const plain = pictureOf(lookOf(layer)).list;
      expect(list.size - plain.size).toBeLessThan(1700);
      expect(list.pointCount - plain.pointCount).toBeLessThan(64);
    }
  });
});

/** Is a place well inside a screen, wherever that should be? From its middle and the distance of its parts alone. */
function isInMesh({ points }: PaintList, mesh: readonly Paint[], isDots: boolean) {
  const middle = mesh.find(({ x, y }) => Math.hypot(x, y) < 1e-6)!;
  const away = mesh.filter((one) => one !== middle).map(({ x, y }) => ({ x, y }));
  const near = away.reduce((a, b) => (Math.hypot(b.x, b.y) < Math.hypot(a.x, a.y) ? b : a));
  const step = Math.hypot(near.x, near.y);
  const [acrossX, acrossY] = [near.x / step, near.y / step];
  const corners = Array.from({ length: middle.count }, (_, at) => {
    const [x, y] = points.subarray(2 * (middle.from + at), 2 * (middle.from + at) + 2);
    return isDots ? Math.hypot(x!, y!) : Math.abs(x! * acrossX + y! * acrossY);
  });
  // A circle of dots is a polygon, and a pixel is sampled in its middle.
  const half = 0.97 * Math.max(...corners) - 0.1;
  const into = (far: number) => far - step * Math.round(far / step);
  return (x: number, y: number) => {
    const across = into(x * acrossX + y * acrossY);
    if (!isDots) return Math.abs(across) < half;
    return Math.hypot(across, into(x * acrossY - y * acrossX)) < half;
  };
}

describe('a finish that is changed', () => {
  const shadow = (distance: number, turn: number): Written => [{ kind: 'shadow', distance, turn }];

  test('goes there no faster than is safe, the shorter way round, and arrives', () => {
    const pose = poseAt(-1);
    const picture = new StagePicture(lookOf(FILLED, shadow(1000, 950)));
    const list = new PaintList();
    picture.advance(pose);
    picture.compose(list, pose);
    picture.choose(lookOf(FILLED, shadow(400, 50)));
    let frames = 0;
    let isMoving = true;
    while (isMoving && frames < 500) {
      frames += 1;
      const [{ x, y }] = list.paints as [Paint];
      pose.nowMs = frames * 20;
      isMoving = picture.advance(pose);
      picture.compose(list, pose);
      const [now] = list.paints as [Paint];
      expect(Math.hypot(now.x - x, now.y - y)).toBeLessThan(0.005 * RADIUS);
    }
    expect(frames).toBeGreaterThan(60);
    expect(frames).toBeLessThan(120);
    expect(list.paints[0]!.x).toBeGreaterThan(0);
  });

  test('a screen that comes closer is another picture: it waits as another look does', () => {
    const pose = poseAt(-1);
    const lines = (pitch: number): Written => [{ kind: 'lines', pitch }];
    const picture = new StagePicture(lookOf(FILLED, lines(100)));
    const list = new PaintList();
    const sizes: number[] = [];
    for (let frame = 0; frame < 60; frame++) {
      pose.nowMs = frame * 20;
      picture.choose(lookOf(FILLED, lines(frame % 2 === 0 ? 100 : 600)));
      picture.advance(pose);
      picture.compose(list, pose);
      sizes.push(list.size);
    }
    const changes = sizes.filter((size, at) => at > 0 && size !== sizes[at - 1]).length;
    expect(changes).toBeGreaterThan(0);
    expect(changes).toBeLessThanOrEqual(3);
  });
});
