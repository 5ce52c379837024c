/**
 * The crowd of the arcade where the processor draws: pictures, one for each rifff and level of detail, made once and put
 * wherever its discs stand. A frame makes a few of what is still missing, the nearest first; until then another level
 * stands in its place.
 */
import { telemetryRef } from '../../audio/engine/telemetry.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { rifffBars } from '../../data/rules/time/timing.ts';
import { currentCrowd, type ShownCrowd } from '../../data/stores/arcade.ts';
import { type RifffModel, rifffModel } from '../../drawing/model.ts';
import { PaintList } from '../../drawing/paintList.ts';
import { CrowdChoice, type CrowdPicture } from './crowdChoice.ts';
import { composeDisc, LEVELS, pictureAt, radiusAt, rifffOf } from './crowdLevels.ts';

/** Time that a frame may take for new pictures at rest, and the share of the time since the last one in flight. */
const RESTING_MS = 6;
const FLYING_SHARE = 0.08;
/** Where frames follow each other sooner than this, every other one makes a picture in flight. */
const QUICK_MS = 22;
/** In flight a picture stands in for one that is larger or smaller by this much: the next level. */
const STANDS_IN = 1.6;
/** At rest the next finer pictures are made ahead while so much of the room for pictures is free. */
const AHEAD_SHARE = 0.6;

/** What fills the pictures and puts them in their places. */
export interface CrowdHost<P extends CrowdPicture> {
  /** Most bytes of all pictures. */
  readonly budgetBytes: number;
  /** Makes a picture of a list, whose paints are round its centre. */
  make(list: PaintList, radius: number): P;
  drop(picture: P): void;
  /** Draws the discs; with a count of 0 nothing. */
  show(choice: CrowdChoice<P>): void;
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
  private bytes = 0;
  private lastMs = 0;
  private dpr = 1;
  private readonly choice = new CrowdChoice<P>();

  constructor(host: CrowdHost<P>) {
    this.host = host;
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
    for (const picture of this.choice.pictures) if (picture) this.host.drop(picture);
    this.choice.pictures.fill(null);
    this.bytes = 0;
  }

  /** Draws the crowd on show as it is at a moment. @returns whether another frame is needed */
  update(nowMs: number, isReduced: boolean): boolean {
    const crowd = currentCrowd();
    const { choice } = this;
    choice.count = 0;
    if (!crowd) {
      this.host.show(choice);
      return false;
    }
    if (crowd.rifffs !== this.rifffs) this.take(crowd.rifffs);
    const isMoving = crowd.advance(nowMs, isReduced);
    choice.choose(crowd, isReduced);
    const sinceMs = nowMs - this.lastMs;
    this.lastMs = nowMs;
    let isMissing = false;
    if (!isMoving) isMissing = this.makeMissing(crowd, RESTING_MS, 1) || this.makeAhead(crowd);
    else if (sinceMs > QUICK_MS || choice.frames % 2 === 0) {
      isMissing = this.makeMissing(crowd, FLYING_SHARE * sinceMs, STANDS_IN);
    }
    this.host.show(choice);
    return isMoving || isMissing || telemetryRef.current.isPlaying;
  }

  private take(rifffs: readonly Rifff[]): void {
    this.forget();
    this.rifffs = rifffs;
    this.models = rifffs.map(() => null);
    this.choice.take(rifffs.length);
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
      for (let at = this.choice.count - 1; at >= 0; at--) {
        const rifff = crowd.seen.rifff[at]!;
        const level = this.choice.wanted[at]!;
        const index = pictureAt(rifff, level);
        const other = this.choice.shown[at];
        if (
          this.choice.pictures[index] ||
          (other && (pass === 0 || isNear(other, level, standsIn)))
        )
          continue;
        if (isMissing && performance.now() >= until) return true;
        this.choice.shown[at] = this.make(index);
        isMissing = true;
      }
    }
    return isMissing;
  }

  /** Makes one picture that a flight forward will need. @returns whether there was one to make */
  private makeAhead(crowd: ShownCrowd): boolean {
    if (this.bytes > AHEAD_SHARE * this.host.budgetBytes) return false;
    for (let at = this.choice.count - 1; at >= 0; at--) {
      const level = this.choice.wanted[at]! + 1;
      const index = pictureAt(crowd.seen.rifff[at]!, level);
      if (level >= LEVELS.length || this.choice.pictures[index]) continue;
      this.make(index);
      return true;
    }
    return false;
  }

  private make(index: number): P {
    const rifff = rifffOf(index);
    const radius = radiusAt(index);
    const document = this.rifffs[rifff]!;
    this.models[rifff] ??= rifffModel(document, rifffBars(document));
    const model = this.models[rifff];
    composeDisc(this.list, model, radius, this.dpr);
    const picture = this.host.make(this.list, radius);
    picture.shownIn = this.choice.frames;
    this.choice.pictures[index] = picture;
    this.bytes += picture.bytes;
    while (this.bytes > this.host.budgetBytes && this.dropOldest()) {
      // Until there is room.
    }
    return picture;
  }

  /** Lets the picture go that was shown longest ago. @returns false when all are on show */
  private dropOldest(): boolean {
    let oldest = -1;
    let least = this.choice.frames;
    for (let at = 0; at < this.choice.pictures.length; at++) {
      const picture = this.choice.pictures[at];
      if (!picture || picture.shownIn >= least) continue;
      least = picture.shownIn;
      oldest = at;
    }
    if (oldest < 0) return false;
    const picture = this.choice.pictures[oldest]!;
    this.host.drop(picture);
    this.bytes -= picture.bytes;
    this.choice.pictures[oldest] = null;
    return true;
  }
}
