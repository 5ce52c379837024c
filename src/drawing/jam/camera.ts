/**
 * Where a look is seen from, and where that puts what it draws. Everything lies on planes at heights over the ground, and a
 * plane seen from the side is a plane again: straight edges stay straight, so what is seen whole from its centre still is.
 */
import type { LookCamera } from '../../data/contract/stageLooks.ts';
import type { Paint, PaintList } from '../paintList.ts';
import type { RifffPose } from '../ringNow.ts';
import { backOf, EYE, frontOf, leanOf } from './cameraBox.ts';
import { slowly } from './lookTrack.ts';
import { timesInTurn } from './passing.ts';

const TAU = 2 * Math.PI;

/** Farthest that a camera moves in a second: of its tilt, and in turns. */
const [TILT_PER_SEC, TURN_PER_SEC] = [0.35, 0.12];
/** How far a camera on a flight looks past the way at a tilt of 1, as a share of the radius. */
const ASIDE = 0.75;
/** How far it banks, and how far it swings, in turns; bars of a swing, and its shortest time in seconds. */
const [BANK, SWING] = [0.03, 0.055];
const [SWING_BARS, SWING_SEC] = [4, 6];

/** What a point is found by: sine and cosine of the lean, the way to the nearest side, the eye, how far all is moved. */
const [SINE, COSINE, ALONG_X, ALONG_Y, FAR, SHIFT] = [0, 1, 2, 3, 4, 5] as const;
/** A point: as arguments these numbers would be boxed, some hundred times a frame. */
export const spot = new Float64Array(3);
export const [X, Y, Z] = [0, 1, 2] as const;
/** The centre and the height of the paint that is placed. */
const plane = new Float64Array(3);

export class Camera {
  /** Tilt 0–1 and turn 0–1 as they are now. */
  private tilt = 0;
  private turn = 0;
  private readonly view = new Float64Array(6);
  /** Where a flight goes to, from the middle of the picture, in CSS pixels, and how far it banks, in turns. */
  readonly way = new Float64Array(3);

  /** How high the hole of the rings lies over the ground, in CSS pixels. */
  holeZ = 0;

  /** Is it straight above? Then everything stays where it is. */
  get isFlat(): boolean {
    return this.tilt <= 0;
  }

  /** Way to the side that is nearest, of length 1, and how far from the middle the eye stands that way. */
  get alongX(): number {
    return this.view[ALONG_X]!;
  }
  get alongY(): number {
    return this.view[ALONG_Y]!;
  }
  get aside(): number {
    return this.view[FAR]! * this.view[SINE]!;
  }

  /**
   * Moves towards where a look wants it: at once where there was no moment before, else as slowly as is safe.
   *
   * @param stepSec seconds since the moment before, or not a number
   * @returns whether it is still on its way
   */
  follow(wanted: LookCamera | undefined, stepSec: number): boolean {
    const tilt = (wanted?.tilt ?? 0) / 1000;
    const turn = (wanted?.turn ?? 0) / 1000;
    if (Number.isNaN(stepSec)) {
      this.tilt = tilt;
      this.turn = turn;
      return false;
    }
    this.tilt = slowly(this.tilt, tilt, TILT_PER_SEC, stepSec);
    // The shorter way round.
    const far = turn - this.turn - Math.round(turn - this.turn);
    this.turn = slowly(this.turn, this.turn + far, TURN_PER_SEC, stepSec);
    return this.tilt !== tilt || Math.abs(far) > 1e-6;
  }

  /** Looks at a rifff as it is now. */
  aim({ layout, model, phase, isReduced }: RifffPose): void {
    const { view, way, tilt, turn } = this;
    const { radius } = layout;
    this.holeZ = 0;
    const lean = leanOf(tilt);
    const angle = turn * TAU;
    view[SINE] = Math.sin(lean);
    view[COSINE] = Math.cos(lean);
    view[ALONG_X] = -Math.sin(angle);
    view[ALONG_Y] = Math.cos(angle);
    view[FAR] = EYE * radius;
    view[SHIFT] = ((frontOf(lean) - backOf(lean)) / 2) * radius;
    const isStill = phase < 0 || isReduced;
    const times = timesInTurn(model, Math.max(1, (model.bars ?? 1) / SWING_BARS), SWING_SEC);
    const swing = isStill ? 0 : Math.sin(phase * times * TAU);
    const aim = angle + SWING * swing * TAU;
    way[0] = Math.sin(aim) * tilt * ASIDE * radius;
    way[1] = -Math.cos(aim) * tilt * ASIDE * radius;
    way[2] = BANK * swing;
  }

  /** Finds where the point in `spot` is seen, from the middle of the picture. It is in `spot` then. */
  find(): void {
    const { view } = this;
    const alongX = view[ALONG_X]!;
    const alongY = view[ALONG_Y]!;
    const along = spot[X]! * alongX + spot[Y]! * alongY;
    const across = spot[X]! * alongY - spot[Y]! * alongX;
    const near = along * view[SINE]! + spot[Z]! * view[COSINE]!;
    const scale = view[FAR]! / (view[FAR]! - near);
    const down = scale * (along * view[COSINE]! - spot[Z]! * view[SINE]!) - view[SHIFT]!;
    spot[X] = scale * across * alongY + down * alongX;
    spot[Y] = down * alongY - scale * across * alongX;
  }

  /**
   * Puts a paint on the plane at the height in `spot`, which stays: its centre, and its points, which no other paint may
   * have. Nothing inside it counts as covered.
   */
  place(list: PaintList, paint: Paint): void {
    const { from, count, hole } = paint;
    const z = spot[Z]!;
    plane[X] = paint.x;
    plane[Y] = paint.y;
    plane[Z] = z;
    spot[X] = paint.x;
    spot[Y] = paint.y;
    this.find();
    paint.x = spot[X]!;
    paint.y = spot[Y]!;
    paint.inner = 0;
    this.placePoints(list, from, count, paint);
    if (hole >= 0) this.placePoints(list, hole, count, paint);
  }

  /** Puts points of the plane where they are seen, from the centre that a paint has on the page. */
  private placePoints(list: PaintList, from: number, count: number, paint: Paint): void {
    const { view } = this;
    const { points } = list;
    const [centreX, centreY] = [paint.x, paint.y];
    const x = plane[X]!;
    const y = plane[Y]!;
    const sine = view[SINE]!;
    const cosine = view[COSINE]!;
    const alongX = view[ALONG_X]!;
    const alongY = view[ALONG_Y]!;
    const far = view[FAR]!;
    const shift = view[SHIFT]!;
    const up = plane[Z]! * sine;
    const left = far - plane[Z]! * cosine;
    let extent = list.extent * list.extent;
    const end = 2 * (from + count);
    for (let at = 2 * from; at < end; at += 2) {
      const pointX = x + points[at]!;
      const pointY = y + points[at + 1]!;
      const along = pointX * alongX + pointY * alongY;
      const across = (pointX * alongY - pointY * alongX) * far;
      const nearer = left - along * sine;
      const down = (far * (along * cosine - up)) / nearer - shift;
      const aside = across / nearer;
      const seenX = aside * alongY + down * alongX;
      const seenY = down * alongY - aside * alongX;
      const reach = seenX * seenX + seenY * seenY;
      if (reach > extent) extent = reach;
      points[at] = seenX - centreX;
      points[at + 1] = seenY - centreY;
    }
    list.extent = Math.sqrt(extent);
  }
}
