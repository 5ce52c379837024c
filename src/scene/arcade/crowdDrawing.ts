/**
 * The crowd of the arcade as pictures: one for each rifff and level of detail, made once and put wherever its discs
 * stand. A frame makes a few of what is still missing, the nearest first; until then another level stands in its place.
 */
import { telemetryRef } from '../../audio/engine/telemetry.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { rifffBars } from '../../data/rules/time/timing.ts';
import { currentCrowd, type SeenCrowd, type ShownCrowd } from '../../data/stores/arcade.ts';
import { biteOf } from '../../drawing/arcade/crowd.ts';
import { composeRifff } from '../../drawing/composeRifff.ts';
import { layoutRings } from '../../drawing/layout.ts';
import { type RifffModel, rifffModel } from '../../drawing/model.ts';
import { PaintList } from '../../drawing/paintList.ts';
import { PlainPose } from '../../drawing/plainPose.ts';

/** Radii that pictures are made for, in CSS pixels: each half as large again as the one before. */
const LEVELS = [16, 24, 36, 54, 81, 122, 183, 275] as const;
/** A picture is enlarged by this much at most. */
const MOST_ENLARGED = 1.12;
/** Time that a frame may take for new pictures at rest, and the share of the time since the last one in flight. */
const RESTING_MS = 6;
const FLYING_SHARE = 0.08;
/** Where frames follow each other sooner than this, every other one makes a picture in flight. */
const QUICK_MS = 22;
/** In flight a picture stands in for one that is larger or smaller by this much: the next level. */
const STANDS_IN = 1.6;
/** At rest the next finer pictures are made ahead while so much of the room for pictures is free. */
const AHEAD_SHARE = 0.6;
/** Discs at most. */
export const MOST_DISCS = 240;
/** Below this radius there is no notch (the look, "Small"). */
const NOTCH_RADIUS_PX = 48;

/** A picture of one rifff at one level. */
export interface CrowdPicture {
  /** Radius that it was made for, in CSS pixels. */
  readonly radius: number;
  readonly bytes: number;
  /** Frame in which it was last shown. */
  shownIn: number;
}

/** What of the discs is the same for both hosts in a frame. */
export interface CrowdFrame<P> {
  readonly seen: SeenCrowd;
  /** Discs to be drawn, the first of them farthest away. */
  count: number;
  /** Picture of each disc, or null while there is none. */
  readonly pictures: (P | null)[];
  /** Share of its ink that each disc has lost, by its row and by what a mission asks for. */
  readonly fog: Float32Array;
  /** Where the notch of each stands, in turns; −1 for none. */
  readonly phase: Float32Array;
}

/** What draws the crowd: WebGL or Canvas 2D. */
export interface CrowdHost<P extends CrowdPicture> {
  /** Most bytes of all pictures. */
  readonly budgetBytes: number;
  /** Makes a picture of a list, whose paints are round its centre. @param fog ink that the level loses by its distance */
  make(list: PaintList, radius: number): P;
  drop(picture: P): void;
  /** Draws the discs; with a count of 0 nothing. */
  show(frame: CrowdFrame<P>): void;
}

/** Index of the level that a radius is drawn with. */
export function levelOf(radius: number): number {
  let level = 0;
  while (level < LEVELS.length - 1 && LEVELS[level]! * MOST_ENLARGED < radius) level += 1;
  return level;
}

/** Is a picture of a size that does for a level? */
function isNear({ radius }: CrowdPicture, level: number, factor: number): boolean {
  const share = radius / LEVELS[level]!;
  return share <= factor && share >= 1 / factor;
}

export class CrowdDrawing<P extends CrowdPicture> {
  private readonly host: CrowdHost<P>;
  private readonly list = new PaintList();
  private rifffs: readonly Rifff[] = [];
  private models: (RifffModel | null)[] = [];
  /** By rifff and level. */
  private pictures: (P | null)[] = [];
  private bytes = 0;
  private frames = 0;
  private lastMs = 0;
  private dpr = 1;
  private readonly wanted = new Int16Array(MOST_DISCS);
  private readonly chosen: CrowdFrame<P>;

  constructor(host: CrowdHost<P>) {
    this.host = host;
    this.chosen = {
      seen: NOBODY,
      count: 0,
      pictures: new Array<P | null>(MOST_DISCS).fill(null),
      fog: new Float32Array(MOST_DISCS),
      phase: new Float32Array(MOST_DISCS),
    };
  }

  /** The window has another size, or another number of device pixels for each of CSS. */
  resized(width: number, height: number, dpr: number): void {
    currentCrowd()?.resized(width, height);
    if (dpr === this.dpr) return;
    this.dpr = dpr;
    this.forget();
  }

  /** Every picture is gone: they are made anew. */
  forget(): void {
    for (const picture of this.pictures) if (picture) this.host.drop(picture);
    this.pictures.fill(null);
    this.bytes = 0;
  }

  /** Draws the crowd on show as it is at a moment. @returns whether another frame is needed */
  update(nowMs: number, isReduced: boolean): boolean {
    const crowd = currentCrowd();
    const { chosen } = this;
    chosen.count = 0;
    if (!crowd) {
      this.host.show(chosen);
      return false;
    }
    if (crowd.rifffs !== this.rifffs) this.take(crowd.rifffs);
    this.frames += 1;
    const isMoving = crowd.advance(nowMs, isReduced);
    this.choose(crowd, isReduced);
    const sinceMs = nowMs - this.lastMs;
    this.lastMs = nowMs;
    let isMissing = false;
    if (!isMoving) isMissing = this.makeMissing(crowd, RESTING_MS, 1) || this.makeAhead(crowd);
    else if (sinceMs > QUICK_MS || this.frames % 2 === 0) {
      isMissing = this.makeMissing(crowd, FLYING_SHARE * sinceMs, STANDS_IN);
    }
    this.host.show(chosen);
    return isMoving || isMissing || telemetryRef.current.isPlaying;
  }

  private take(rifffs: readonly Rifff[]): void {
    this.forget();
    this.rifffs = rifffs;
    this.models = rifffs.map(() => null);
    this.pictures = new Array<P | null>(rifffs.length * LEVELS.length).fill(null);
  }

  /** Chooses the picture of every disc, and says what stands beside it. */
  private choose(crowd: ShownCrowd, isReduced: boolean): void {
    const { chosen } = this;
    const { seen } = crowd;
    const { isPlaying, phase, turns, bars } = telemetryRef.current;
    const position = isReduced
      ? Math.floor((turns + phase) * bars * 4) / 4
      : (turns + phase) * bars;
    chosen.count = Math.min(MOST_DISCS, seen.count - (crowd.hasPlace ? 1 : 0));
    (chosen as { seen: SeenCrowd }).seen = seen;
    for (let at = 0; at < chosen.count; at++) {
      const rifff = seen.rifff[at]!;
      const level = levelOf(seen.full[at]!);
      const picture = this.nearestTo(rifff, level);
      this.wanted[at] = level;
      chosen.pictures[at] = picture;
      if (picture) picture.shownIn = this.frames;
      chosen.fog[at] = 1 - (1 - seen.fog[at]!) * crowd.ink[rifff]!;
      const hasNotch = isPlaying && crowd.heard[rifff] === 1 && seen.radius[at]! >= NOTCH_RADIUS_PX;
      const turn = position / crowd.bars[rifff]!;
      chosen.phase[at] = hasNotch ? turn - Math.floor(turn) : -1;
    }
  }

  /** The picture of a level, or of the one nearest to it. */
  private nearestTo(rifff: number, level: number): P | null {
    const first = rifff * LEVELS.length;
    for (let off = 0; off < LEVELS.length; off++) {
      const larger = level + off < LEVELS.length ? this.pictures[first + level + off] : null;
      if (larger) return larger;
      const smaller = level - off >= 0 ? this.pictures[first + level - off] : null;
      if (smaller) return smaller;
    }
    return null;
  }

  /**
   * Makes some of what is missing, what nothing stands in for first; one at least.
   *
   * @param standsIn factor of size within which another level will do
   * @returns whether any was missing
   */
  private makeMissing(crowd: ShownCrowd, forMs: number, standsIn: number): boolean {
    const until = performance.now() + forMs;
    let isMissing = false;
    for (let pass = 0; pass < 2; pass++) {
      for (let at = this.chosen.count - 1; at >= 0; at--) {
        const rifff = crowd.seen.rifff[at]!;
        const level = this.wanted[at]!;
        const index = rifff * LEVELS.length + level;
        const other = this.chosen.pictures[at];
        if (this.pictures[index] || (other && (pass === 0 || isNear(other, level, standsIn))))
          continue;
        if (isMissing && performance.now() >= until) return true;
        this.chosen.pictures[at] = this.make(index);
        isMissing = true;
      }
    }
    return isMissing;
  }

  /** Makes one picture that a flight forward will need. @returns whether there was one to make */
  private makeAhead(crowd: ShownCrowd): boolean {
    if (this.bytes > AHEAD_SHARE * this.host.budgetBytes) return false;
    for (let at = this.chosen.count - 1; at >= 0; at--) {
      const level = this.wanted[at]! + 1;
      const index = crowd.seen.rifff[at]! * LEVELS.length + level;
      if (level >= LEVELS.length || this.pictures[index]) continue;
      this.make(index);
      return true;
    }
    return false;
  }

  private make(index: number): P {
    const rifff = Math.floor(index / LEVELS.length);
    const radius = LEVELS[index % LEVELS.length]!;
    const document = this.rifffs[rifff]!;
    this.models[rifff] ??= rifffModel(document, rifffBars(document));
    const model = this.models[rifff];
    const pose = new PlainPose();
    pose.bitePx = biteOf(radius);
    pose.lay(model, layoutRings(model.rings, radius, { character: model.character }), this.dpr);
    composeRifff(this.list, pose);
    const picture = this.host.make(this.list, radius);
    picture.shownIn = this.frames;
    this.pictures[index] = picture;
    this.bytes += picture.bytes;
    while (this.bytes > this.host.budgetBytes && this.dropOldest()) {
      // Until there is room.
    }
    return picture;
  }

  /** Lets the picture go that was shown longest ago. @returns false when all are on show */
  private dropOldest(): boolean {
    let oldest = -1;
    let least = this.frames;
    for (let at = 0; at < this.pictures.length; at++) {
      const picture = this.pictures[at];
      if (!picture || picture.shownIn >= least) continue;
      least = picture.shownIn;
      oldest = at;
    }
    if (oldest < 0) return false;
    const picture = this.pictures[oldest]!;
    this.host.drop(picture);
    this.bytes -= picture.bytes;
    this.pictures[oldest] = null;
    return true;
  }
}

const NOBODY: SeenCrowd = {
  count: 0,
  rifff: new Int16Array(0),
  x: new Float32Array(0),
  y: new Float32Array(0),
  radius: new Float32Array(0),
  full: new Float32Array(0),
  fog: new Float32Array(0),
};
