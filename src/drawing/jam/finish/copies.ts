/** A picture printed once more beside itself: as the shadow of everything, or ink by ink as second plates. */
import { copyFill, isNotchIn, type Paint, type PaintList } from '../../paintList.ts';
import { mixInks, numberOf } from '../../ringNow.ts';
import { TOKENS } from '../../tokens.ts';
import { notchReach } from '../laid.ts';
import { LIGHT_GROUND } from '../light.ts';
import { ACROSS, bar, HALF_X, HALF_Y, lineOf, MIDDLE_X, MIDDLE_Y, turnX, turnY } from '../stamp.ts';
import { PLATE_WAYS, plateOf } from './overprint.ts';

const GROUND = numberOf(TOKENS.ground);
const PAPER = numberOf(TOKENS.paper);
/** A shadow on each ground: a shade of paper, black on the page, and on the night, which is black, a little light. */
const ON_PAPER = mixInks(0, PAPER, 0.74);
const ON_NIGHT = mixInks(LIGHT_GROUND, PAPER, 0.1);
const shadeOn = (ground: number) =>
  ground === PAPER ? ON_PAPER : ground === LIGHT_GROUND ? ON_NIGHT : 0;

/** How far copies lie beside the picture in CSS pixels, and which way, in turns. As arguments these would be boxed. */
export const beside = new Float64Array(2);
export const [FAR, WAY] = [0, 1] as const;

/** Where the next copy lies beside its paint, and where plates do, way by way. */
const aside = new Float64Array(2);
const ways = new Float64Array(2 * PLATE_WAYS);
const [X, Y] = [0, 1] as const;

/** Is it what lies behind the picture? Gaps and notches in the dark ground of the page are that on the night as well. */
const isGround = (ink: number, ground: number) =>
  ink === ground || (ground !== PAPER && (ink === GROUND || ink === LIGHT_GROUND));

/** Paints in another order, kept from picture to picture. */
const order: Paint[] = [];

function reorder(list: PaintList): void {
  for (let at = 0; at < list.size; at++) list.paints[at] = order[at]!;
}

/** Whole paints that were copied last, since the last one of ground. */
const copied: (Paint | null)[] = [null, null, null, null];
let copies = 0;

/** Are the points of a paint filled again where they were filled, as pieces of a ribbon are? Then they have their copy. */
function isAgain({ from, hole, x, y }: Paint): boolean {
  for (let at = 0; at < Math.min(copies, copied.length); at++) {
    const other = copied[at]!;
    if (other.from === from && other.hole === hole && other.x === x && other.y === y) return true;
  }
  return false;
}

function noteCopied(paint: Paint): void {
  if (paint.sectorTurns !== 0 || paint.dashes > 0) return;
  copied[copies % copied.length] = paint;
  copies += 1;
}

/** Adds a paint once more where `aside` says, uncut. */
function copy(list: PaintList, of: Paint, ink: number, hatch: number): Paint {
  const paint = list.again(of, ink);
  paint.hole = of.hole;
  copyFill(paint, of);
  paint.x += aside[X]!;
  paint.y += aside[Y]!;
  paint.hatch = hatch;
  return paint;
}

/**
 * Lets everything in a list cast one hard shadow, as far and the way that `beside` says. It lies below all of it.
 *
 * @param ground what lies behind the picture, `0xRRGGBB`
 */
export function castShadow(list: PaintList, ground: number): void {
  const shade = shadeOn(ground);
  const count = list.size;
  aside[X] = turnX(beside[WAY]!, beside[FAR]!);
  aside[Y] = turnY(beside[WAY]!, beside[FAR]!);
  copies = 0;
  for (let at = 0; at < count; at++) {
    const paint = list.paints[at]!;
    if (isGround(paint.ink, ground)) {
      // What is cut out of the picture lets light through, where there is a shadow at all.
      const isHatched = paint.hatch >= 0 && !isGround(paint.hatch, ground);
      if (list.size > count || isHatched) copy(list, paint, ground, isHatched ? shade : -1);
      copies = 0;
    } else if (!isAgain(paint)) {
      const isOpen = paint.hatch >= 0 && isGround(paint.hatch, ground);
      copy(list, paint, shade, isOpen ? ground : -1);
      noteCopied(paint);
    }
  }
  const under = list.size - count;
  for (let at = 0; at < list.size; at++) {
    order[at] = list.paints[at < under ? count + at : at - under]!;
  }
  reorder(list);
  list.extent += beside[FAR]!;
}

/** Square of how far a paint reaches from its own centre. */
function reachOf({ points }: PaintList, { from, count }: Paint): number {
  let far = 0;
  for (let at = 2 * from; at < 2 * (from + count); at += 2) {
    const reach = points[at]! * points[at]! + points[at + 1]! * points[at + 1]!;
    if (reach > far) far = reach;
  }
  return far;
}

/** Is a paint of ground what leaves only a rim, or letters, of the paint before it? */
const isHoleOf = (list: PaintList, paint: Paint, of: Paint) =>
  paint.x === of.x && paint.y === of.y && reachOf(list, paint) <= reachOf(list, of);

/**
 * Prints every ink of a list twice: first its pair, as far beside it as `beside` says, each of three kinds of inks another
 * way; then itself. Where ground follows that leaves a rim of the ink alone, its pair has the same hole.
 *
 * @param ground what lies behind the picture, `0xRRGGBB`
 */
export function printTwice(list: PaintList, ground: number): void {
  const far = beside[FAR]!;
  const count = list.size;
  const { extent } = list;
  for (let way = 0; way < PLATE_WAYS; way++) {
    ways[2 * way + X] = turnX(beside[WAY]! + way / PLATE_WAYS, far);
    ways[2 * way + Y] = turnY(beside[WAY]! + way / PLATE_WAYS, far);
  }
  let to = 0;
  let inked = -1;
  let isGrooved = false;
  copies = 0;
  for (let at = 0; at < count; at++) {
    const paint = list.paints[at]!;
    // Behind a groove, which goes round in pieces, a block is filled again with the same ink.
    const isBlock = isGrooved && paint.ink === inked;
    isGrooved = false;
    if (isGround(paint.ink, ground)) {
      copies = 0;
      isGrooved = paint.dashes > 0;
    } else if (!isBlock && !isAgain(paint)) {
      const { ink, way } = plateOf(paint.ink, ground);
      aside[X] = ways[2 * way + X]!;
      aside[Y] = ways[2 * way + Y]!;
      const { hatch } = paint;
      const isOpen = hatch < 0 || isGround(hatch, ground);
      const plate = copy(list, paint, ink, isOpen ? hatch : plateOf(hatch, ground).ink);
      // What covers the inside of the paint does not move with it.
      plate.inner = Math.max(0, paint.inner - far);
      order[to++] = plate;
      noteCopied(paint);
      const next = at + 1 < count ? list.paints[at + 1]! : null;
      if (next && isGround(next.ink, ground) && isHoleOf(list, next, paint)) {
        order[to++] = copy(list, next, next.ink, next.hatch);
        order[to - 1]!.inner = 0;
      }
    }
    if (!isGround(paint.ink, ground)) inked = paint.ink;
    order[to++] = paint;
    if (isNotchIn(paint, list.phase) && addSlit(list, paint, far)) {
      order[to++] = list.paints[list.size - 1]!;
    }
  }
  reorder(list);
  list.extent = extent + far;
}

/**
 * Cuts the notch of a paint as a strip of its own: hosts would cut the ink alone, and what is printed under it would be seen.
 *
 * @returns whether there is one
 */
function addSlit(list: PaintList, paint: Paint, far: number): boolean {
  const { size } = list;
  const half = (notchReach(list, paint) + far) / 2;
  bar[HALF_X] = turnX(list.phase, half);
  bar[HALF_Y] = turnY(list.phase, half);
  bar[MIDDLE_X] = bar[HALF_X]!;
  bar[MIDDLE_Y] = bar[HALF_Y]!;
  bar[ACROSS] = list.notchWidth;
  lineOf(list, list.notchInk);
  paint.isCut = false;
  return list.size > size;
}
