/**
 * The crowd of the arcade by WebGL: who is seen stands in space before the eye, with pictures that come from a worker. A
 * frame takes a few of those that came, and makes none.
 */
import { Group } from 'three';
import { telemetryRef } from '../../audio/engine/telemetry.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { currentCrowd, type ShownCrowd } from '../../data/stores/arcade.ts';
import { type CrowdView, crowdView } from '../../drawing/arcade/crowd.ts';
import { labelRoom } from '../../drawing/arcade/naming.ts';
import { CrowdSpace } from '../../drawing/arcade/space.ts';
import { CrowdChoice, MOST_DISCS } from './crowdChoice.ts';
import { LEVELS, pictureAt } from './crowdLevels.ts';
import { CrowdMesh, type MeshPicture } from './crowdMesh.ts';
import { CrowdPictures } from './crowdPictures.ts';
import { NameMesh } from './nameMesh.ts';

/**
 * Pictures that a frame takes: copying one takes some hundredths of a millisecond. One that comes late takes as many as
 * the frames that did not come would have, up to a number.
 */
const TAKEN_A_FRAME = { least: 4, most: 16 } as const;
const FRAME_MS = 1000 / 60;
/** Levels that every rifff gets, so that something stands in wherever it comes into view. */
const BASE_LEVELS = [1, 3, 5] as const;

export class CrowdInSpace {
  /** What the renderer draws, in this order. */
  readonly things = new Group();
  readonly space = new CrowdSpace(MOST_DISCS);
  view: CrowdView = crowdView(1, 1);
  private readonly mesh = new CrowdMesh();
  private readonly labels = new NameMesh();
  private readonly choice = new CrowdChoice<MeshPicture>();
  private readonly pictures: CrowdPictures;
  private crowd: ShownCrowd | null = null;
  private rifffs: readonly Rifff[] = [];
  private names: readonly string[] = [];
  private lastMs = 0;
  private dpr = 1;
  /** Width that a label may have. */
  private labelRoom = 0;
  private readonly wake: () => void;

  /** @param wake asks for a frame */
  constructor(wake: () => void) {
    this.wake = wake;
    this.things.add(this.mesh.mesh, this.labels.mesh);
    this.pictures = new CrowdPictures({ next: () => this.nextWanted(), came: wake });
  }

  /**
   * The window has another size in CSS pixels, or the canvas another number of device pixels for each of them.
   *
   * @param screenDpr what pictures are made for: that of the screen, however few the canvas has
   */
  resized(width: number, height: number, dpr: number, screenDpr: number): void {
    currentCrowd()?.resized(width, height);
    this.view = crowdView(width, height);
    this.mesh.resized(width, height, dpr);
    this.labels.resized(width, height, dpr);
    const room = labelRoom(this.view);
    const isDenser = screenDpr !== this.dpr;
    this.dpr = screenDpr;
    if (isDenser) this.take(this.rifffs);
    if (!isDenser && room === this.labelRoom) return;
    this.labelRoom = room;
    this.call(this.names);
  }

  /** Draws the crowd on show as it is at a moment. @returns whether another frame is needed */
  update(nowMs: number, isReduced: boolean): boolean {
    const { choice, space, pictures } = this;
    const crowd = currentCrowd();
    this.crowd = crowd;
    choice.count = 0;
    if (!crowd) {
      this.things.visible = false;
      return false;
    }
    this.things.visible = true;
    if (crowd.rifffs !== this.rifffs) this.take(crowd.rifffs);
    if (crowd.names !== this.names) this.call(crowd.names);
    const isMoving = crowd.advance(nowMs, isReduced);
    const frames = Math.round((nowMs - this.lastMs) / FRAME_MS);
    const { least, most } = TAKEN_A_FRAME;
    const taken = Math.min(most, least * Math.max(1, frames));
    this.lastMs = nowMs;
    for (let count = 0; count < taken && pictures.hasSome; count++) this.keepOne();
    choice.choose(crowd, isReduced);
    space.look(crowd.eye);
    space.place(choice.seen, choice.count, this.view);
    this.mesh.show(choice, space.places);
    this.labels.show(choice, space.places, this.view);
    pictures.ask();
    return isMoving || pictures.hasSome || telemetryRef.current.isPlaying;
  }

  /** The context was lost: everything is sent again when it returns. */
  forget(): void {
    this.mesh.forget();
  }

  dispose(): void {
    this.pictures.dispose();
    this.mesh.dispose();
    this.labels.dispose();
  }

  private call(names: readonly string[]): void {
    this.names = names;
    this.labels.sheet.set(names, this.dpr, this.labelRoom, this.wake);
  }

  private take(rifffs: readonly Rifff[]): void {
    this.rifffs = rifffs;
    this.choice.take(rifffs.length);
    this.mesh.clear(rifffs.length);
    this.pictures.take(rifffs, this.dpr);
  }

  private keepOne(): void {
    const made = this.pictures.shift()!;
    this.choice.pictures[made.index] = this.mesh.keep(made, this.choice.frames);
  }

  /**
   * The picture to be made next: of those in view who have none, then those who have another size, the nearest first; what
   * a flight forward will need; and a few sizes of all rifffs.
   */
  private nextWanted(): number {
    const { crowd, choice, pictures } = this;
    if (!crowd || crowd.rifffs !== this.rifffs) return -1;
    for (let pass = 0; pass < 3; pass++) {
      for (let at = choice.count - 1; at >= 0; at--) {
        if (pass === 0 && choice.shown[at]) continue;
        const level = choice.wanted[at]! + (pass === 2 ? 1 : 0);
        if (level >= LEVELS.length) continue;
        const index = pictureAt(crowd.seen.rifff[at]!, level);
        if (!pictures.hasAsked(index)) return index;
      }
    }
    for (const level of BASE_LEVELS) {
      for (let rifff = 0; rifff < this.rifffs.length; rifff++) {
        const index = pictureAt(rifff, level);
        if (!pictures.hasAsked(index)) return index;
      }
    }
    return -1;
  }
}
