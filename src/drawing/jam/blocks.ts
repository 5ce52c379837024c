/**
 * Blocks that stand on planes, as a camera sees them: an outline at one height, its sides down to another one, and the
 * notch in both. The sides are bands between the outline above and below, drawn chord by chord where they face the eye.
 */
import type { Paint, PaintList } from '../paintList.ts';
import { type Camera, spot, X, Y, Z } from './camera.ts';

/** Where the light comes from, along the ground, of length 1: from the left, and a little from behind. */
const [LIGHT_X, LIGHT_Y] = [-0.86, -0.51] as const;
/** Sides whose light is below this are in the dark; within so much of it they are as the one before, or they would flicker. */
const [DUSK, BETWEEN] = [-0.2, 0.24];
/** Sides on the far half are left out: no more of them is seen than between two teeth. */
const BEHIND = -0.25;
/** And those that are seen from beside them, as the sine of the angle. */
const GRAZING = 0.03;

/** How far sides go on under the top, in CSS pixels. */
const UNDER_PX = 1.5;

const TAU = 2 * Math.PI;

/** Heights of a block, its notch (turn, or below 0, and its width), and how far out that reaches. */
export const block = new Float64Array(5);
export const [LOW, HIGH, NOTCH, WIDTH, OUT] = [0, 1, 2, 3, 4] as const;

export interface BlockInks {
  readonly top: number;
  readonly lit: number;
  readonly dark: number;
}

/** The outline of the block before it is placed, and whether each chord is seen: 0, in the dark 1, in the light 2. */
let flat = new Float32Array(2 * 512);
let faces = new Uint8Array(512);
/** The first chord is none: the outline ends where it begins. */
const SAME = 255;
/**
 * Columns of a band of sides: four times the number of a point, and what it is: above where a run of chords starts, below
 * there, below at the end of each chord, above where the run ends. Or −1, the middle.
 */
let columns = new Int32Array(1024);
const [START, FIRST, NEXT, END] = [0, 1, 2, 3] as const;

/**
 * Adds a block at the heights in `block`.
 *
 * @param from first point of its outline, the last points of the list, round the middle
 */
export function addBlock(list: PaintList, camera: Camera, from: number, inks: BlockInks): void {
  const count = list.pointCount - from;
  if (faces.length < count) {
    flat = new Float32Array(4 * count);
    faces = new Uint8Array(2 * count);
  }
  const { points } = list;
  for (let at = 0; at < 2 * count; at++) flat[at] = points[2 * from + at]!;
  findFaces(camera, count);
  const under = list.fill(from, inks.dark);
  spot[Z] = block[HIGH]!;
  camera.place(list, under);
  addSides(list, camera, under, 1, inks.dark);
  addSides(list, camera, under, 2, inks.lit);
  const top = list.again(under, inks.top);
  top.x = under.x;
  top.y = under.y;
  if (block[NOTCH]! >= 0) addNotch(list, camera);
}

/** Finds what is seen of the sides, and how far out the outline goes where the notch is. */
function findFaces(camera: Camera, count: number): void {
  const { alongX, alongY, aside } = camera;
  const [eyeX, eyeY] = [alongX * aside, alongY * aside];
  const notchX = Math.sin(block[NOTCH]! * TAU);
  const notchY = -Math.cos(block[NOTCH]! * TAU);
  const half = block[WIDTH]! / 2;
  let far = 0;
  let isLit = false;
  let x = flat[2 * count - 2]!;
  let y = flat[2 * count - 1]!;
  let before = y * notchX - x * notchY;
  for (let at = 0; at < count; at++) {
    const nextX = flat[2 * at]!;
    const nextY = flat[2 * at + 1]!;
    const dx = nextX - x;
    const dy = nextY - y;
    const out = nextX * notchX + nextY * notchY;
    const across = nextY * notchX - nextX * notchY;
    if (out > far && Math.abs(across) <= half) far = out;
    if (across > 0 !== before > 0) {
      const crossing = out - (dx * notchX + dy * notchY) * (across / (across - before));
      if (crossing > far) far = crossing;
    }
    // Outwards of a chord that goes clockwise is (dy, −dx).
    const faced = dy * (eyeX - x) - dx * (eyeY - y);
    const isAhead = x * alongX + y * alongY > BEHIND * Math.sqrt(x * x + y * y);
    const light = dy * LIGHT_X - dx * LIGHT_Y;
    isLit = light > (DUSK + (isLit ? -BETWEEN : BETWEEN)) * Math.sqrt(dx * dx + dy * dy);
    if (dx === 0 && dy === 0) faces[at] = at > 0 ? faces[at - 1]! : SAME;
    else {
      const isSeen = isAhead && faced > GRAZING * aside * Math.sqrt(dx * dx + dy * dy);
      faces[at] = isSeen ? (isLit ? 2 : 1) : 0;
    }
    x = nextX;
    y = nextY;
    before = across;
  }
  if (faces[0] === SAME) faces[0] = faces[count - 1]!;
  block[OUT] = far;
}

/**
 * Adds the sides that are seen, as one band: its outer edge is the outline below, its hole the one above. From one run of
 * chords to the next it goes through the middle, which the top covers.
 *
 * @param least 1 for all that are seen, 2 for those in the light
 */
function addSides(list: PaintList, camera: Camera, top: Paint, least: number, ink: number): void {
  const { count } = top;
  const many = findColumns(count, least);
  if (many === 0) return;
  list.reserve(2 * many);
  const { points, turns } = list;
  const below = list.pointCount;
  const above = below + many;
  let reach = list.extent * list.extent;
  for (let at = 0; at < many; at++) {
    const column = columns[at]!;
    const kind = column & 3;
    const one = column >> 2;
    const x = column < 0 ? 0 : points[2 * (top.from + one)]!;
    const y = column < 0 ? 0 : points[2 * (top.from + one) + 1]!;
    const high = 2 * (above + at);
    points[high] = x;
    points[high + 1] = y;
    if (column >= 0) {
      // Under the top, where a band that is thinner than a pixel does no harm, and farther at the ends of a run.
      const isFirst = kind === START || kind === FIRST;
      const other = 2 * (top.from + ((one + (isFirst ? 1 : count - 1)) % count));
      const dx = isFirst ? points[other]! - x : x - points[other]!;
      const dy = isFirst ? points[other + 1]! - y : y - points[other + 1]!;
      const under =
        (kind === START || kind === END ? 2 * UNDER_PX : UNDER_PX) /
        (Math.abs(dx) + Math.abs(dy) + 1e-3);
      points[high] = x - dy * under;
      points[high + 1] = y + dx * under;
    }
    const low = 2 * (below + at);
    if (column >= 0 && (kind === FIRST || kind === NEXT)) {
      spot[X] = flat[2 * one]!;
      spot[Y] = flat[2 * one + 1]!;
      spot[Z] = block[LOW]!;
      camera.find();
      points[low] = spot[X]! - top.x;
      points[low + 1] = spot[Y]! - top.y;
      reach = Math.max(reach, spot[X]! * spot[X]! + spot[Y]! * spot[Y]!);
    } else {
      points[low] = x;
      points[low + 1] = y;
    }
    turns[below + at] = at / many;
    turns[above + at] = at / many;
  }
  list.pointCount = above;
  const sides = list.fill(below, ink);
  list.pointCount = above + many;
  sides.hole = above;
  sides.x = top.x;
  sides.y = top.y;
  list.extent = Math.sqrt(reach);
}

/** Writes the columns of a band: points by their numbers, below and above, or the middle. @returns how many */
function findColumns(count: number, least: number): number {
  if (columns.length < 4 * count + 4) columns = new Int32Array(8 * count);
  // Begins where nothing is seen, so that no run is cut in two.
  let first = 0;
  while (first < count && faces[first]! >= least) first += 1;
  let many = 0;
  let isInRun = false;
  for (let step = 0; step <= count; step++) {
    const at = (first + step) % count;
    const isSeen = step < count && faces[at]! >= least;
    const before = (at + count - 1) % count;
    if (isSeen && !isInRun) {
      columns[many] = -1;
      columns[many + 1] = 4 * before + START;
      columns[many + 2] = 4 * before + FIRST;
      many += 3;
    }
    if (!isSeen && isInRun) columns[many++] = 4 * before + END;
    if (isSeen) columns[many++] = 4 * at + NEXT;
    isInRun = isSeen;
  }
  return many;
}

/** Corners of a strip as they are seen, x and y each, clockwise. */
const corners = new Float64Array(8);

/** Adds the strip between the `corners`. */
function addStrip(list: PaintList, ink: number): void {
  list.reserve(5);
  const from = list.pointCount;
  const x = (corners[0]! + corners[2]! + corners[4]! + corners[6]!) / 4;
  const y = (corners[1]! + corners[3]! + corners[5]! + corners[7]!) / 4;
  for (let at = 0; at < 5; at++) {
    const corner = 2 * (at % 4);
    list.points[2 * (from + at)] = corners[corner]! - x;
    list.points[2 * (from + at) + 1] = corners[corner + 1]! - y;
    list.turns[from + at] = at / 4;
  }
  list.pointCount = from + 5;
  const paint = list.fill(from, ink);
  paint.x = x;
  paint.y = y;
  paint.turn = 0;
}

/** Finds a corner of the notch: so far out, on which side of its middle, at which height. */
function corner(camera: Camera, at: number, out: number, side: number, z: number): void {
  const turn = block[NOTCH]! * TAU;
  const half = (side * block[WIDTH]!) / 2;
  spot[X] = Math.sin(turn) * out + Math.cos(turn) * half;
  spot[Y] = Math.sin(turn) * half - Math.cos(turn) * out;
  spot[Z] = z;
  camera.find();
  corners[2 * at] = spot[X]!;
  corners[2 * at + 1] = spot[Y]!;
}

/** Adds the notch in the top, as far out as it goes, and in the side below it where that faces the eye. */
export function addNotch(list: PaintList, camera: Camera): void {
  const out = block[OUT]!;
  if (out <= 0) return;
  const turn = block[NOTCH]! * TAU;
  const { alongX, alongY, aside } = camera;
  if (
    aside * (alongX * Math.sin(turn) - alongY * Math.cos(turn)) > out &&
    block[LOW]! < block[HIGH]!
  ) {
    corner(camera, 0, out, 1, block[HIGH]!);
    corner(camera, 1, out, -1, block[HIGH]!);
    corner(camera, 2, out, -1, block[LOW]!);
    corner(camera, 3, out, 1, block[LOW]!);
    addStrip(list, list.notchInk);
  }
  corner(camera, 0, 0, -1, block[HIGH]!);
  corner(camera, 1, out, -1, block[HIGH]!);
  corner(camera, 2, out, 1, block[HIGH]!);
  corner(camera, 3, 0, 1, block[HIGH]!);
  addStrip(list, list.notchInk);
}
