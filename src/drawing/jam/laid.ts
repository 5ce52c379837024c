/** Layers that have no height, laid on the ground that a camera sees: a picture as it is from above, put where it is seen. */
import { copyFill, type Paint, type PaintList } from '../paintList.ts';
import { addNotch, block, HIGH, LOW, NOTCH, OUT, WIDTH } from './blocks.ts';
import { type Camera, spot, X, Y, Z } from './camera.ts';

const TAU = 2 * Math.PI;

/** Puts the pictures of a list on the ground, as part of another one. */
export function layFlat(list: PaintList, flat: PaintList, camera: Camera): void {
  for (let at = 0; at < flat.size; at++) {
    const of = flat.paints[at]!;
    const paint = list.fill(copyPoints(list, flat, of.from, of.count), of.ink);
    if (of.hole >= 0) paint.hole = copyPoints(list, flat, of.hole, of.count);
    copyFill(paint, of);
    spot[Z] = 0;
    camera.place(list, paint);
    if (of.sectorTurns !== 0 || of.dashes > 0) turnParts(list, paint, of, camera);
    if (of.isCut && flat.phase >= 0) cut(list, flat, of, camera);
  }
}

function copyPoints(list: PaintList, flat: PaintList, from: number, count: number): number {
  list.reserve(count);
  const to = list.pointCount;
  for (let at = 0; at < 2 * count; at++) list.points[2 * to + at] = flat.points[2 * from + at]!;
  for (let at = 0; at < count; at++) list.turns[to + at] = flat.turns[from + at]!;
  list.pointCount = to + count;
  return to;
}

const turnOf = (x: number, y: number) => Math.atan2(x, -y) / TAU;

/** The same part of a circle as it is seen: what lies on one line with the centre still does. */
function turnParts(list: PaintList, paint: Paint, of: Paint, camera: Camera): void {
  const { points, turns } = list;
  const { from, count } = paint;
  const first = turnOf(points[2 * from]!, points[2 * from + 1]!);
  let last = first;
  let sum = 0;
  for (let at = from; at < from + count; at++) {
    const turn = turnOf(points[2 * at]!, points[2 * at + 1]!);
    sum += turn - last - Math.round(turn - last);
    turns[at] = Math.min(1, at === from ? 0 : Math.max(sum, turns[at - 1]!));
    last = turn;
  }
  turns[from + count - 1] = 1;
  paint.turn = first;
  const whole = Math.abs(of.sectorTurns);
  if (whole === 0) return;
  const start = wayTo(of, of.sectorFrom, camera);
  const part = wayTo(of, of.sectorFrom + whole, camera) - start;
  const turned = whole >= 1 ? whole : Math.max(1e-4, part - Math.floor(part));
  paint.sectorFrom = start - Math.floor(start);
  paint.sectorTurns = Math.sign(of.sectorTurns) * turned;
}

/** Where a way from the centre of a paint on the ground is seen to go, in turns. */
function wayTo({ x, y }: Paint, turn: number, camera: Camera): number {
  spot[X] = x;
  spot[Y] = y;
  spot[Z] = 0;
  camera.find();
  const [centreX, centreY] = [spot[X]!, spot[Y]!];
  spot[X] = x + Math.sin(turn * TAU);
  spot[Y] = y - Math.cos(turn * TAU);
  camera.find();
  return turnOf(spot[X]! - centreX, spot[Y]! - centreY);
}

/** The notch in a paint round the middle as a strip of ground, as far out as the paint goes there. */
function cut(list: PaintList, flat: PaintList, paint: Paint, camera: Camera): void {
  block[LOW] = 0;
  block[HIGH] = 0;
  block[NOTCH] = flat.phase;
  block[WIDTH] = flat.notchWidth;
  block[OUT] = notchReach(flat, paint);
  addNotch(list, camera);
}

/** How far out a paint round the middle goes where the notch of its list is, in CSS pixels. */
export function notchReach(
  { points, phase, notchWidth }: PaintList,
  { from, count }: Paint,
): number {
  const alongX = Math.sin(phase * TAU);
  const alongY = -Math.cos(phase * TAU);
  let far = 0;
  let before = 0;
  let out = 0;
  for (let at = from; at < from + count; at++) {
    const x = points[2 * at]!;
    const y = points[2 * at + 1]!;
    const nextOut = x * alongX + y * alongY;
    const across = y * alongX - x * alongY;
    if (Math.abs(across) <= notchWidth / 2) far = Math.max(far, nextOut);
    if (at > from && across > 0 !== before > 0) {
      far = Math.max(far, nextOut - (nextOut - out) * (across / (across - before)));
    }
    before = across;
    out = nextOut;
  }
  return far;
}
